/** Carrying out a plan: whatever fails, each job is handled once. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type ActPorts, act, type Handled } from '../../lambdas/delivery/act.ts';
import { decide } from '../../lambdas/delivery/decide.ts';
import { effectsOf } from '../../lambdas/delivery/effects.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import fc from '../support/fast-check.ts';
import { anyFlow, anyJobs, flowWith, iso, now, pending, recovery, wakeUp, webhook } from './group-samples.ts';

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Ports of which each call succeeds, or fails, as `fails` says. */
function portsThat(fails: () => boolean, { isOpen = true, hasLease = true, hasBacklog = true } = {}): ActPorts {
  const call = async <T>(result: T): Promise<T> => {
    if (fails()) throw new Error('This call has failed.');
    return result;
  };
  return {
    attempt: () => call({ effects: effectsOf({}) }),
    directory: {
      find: () =>
        call({ webhook: { ...webhook, flow: flowWith({ phase: isOpen ? 'open' : 'paced' }) }, sending: true }),
    },
    flows: {
      lease: () => call(hasLease ? newFlow : undefined),
      release: () => call(true),
      rest: () => call(iso(5_000)),
    },
    hasBacklog: () => call(hasBacklog),
    sendBacklog: () => call(undefined),
    abandonBacklog: () => call(undefined),
    recover: () => call([]),
    sendSlow: (messages) => call(new Set(messages.slice(0, fails() ? 1 : 0))),
    now: () => now,
  };
}

const never = () => false;
/** How the job of a message was handled, such as `write` or `redeliver`. */
const kindOf = (handled: readonly Handled[], messageId: string): string | undefined =>
  handled.find(({ job }) => job.messageId === messageId)?.kind;

describe('a plan', () => {
  test('handles each job exactly once, whatever fails', async () => {
    const property = fc.asyncProperty(
      fc.record({
        flow: anyFlow,
        jobs: anyJobs,
        sending: fc.boolean(),
        lane: fc.constantFrom('fast' as const, 'slow' as const),
      }),
      fc.record({ isOpen: fc.boolean(), hasLease: fc.boolean(), hasBacklog: fc.boolean() }),
      fc.infiniteStream(fc.boolean()),
      async ({ flow, jobs, sending, lane }, state, failures) => {
        const ports = portsThat(() => failures.next().value ?? false, state);
        const steps = decide({ webhook: { flow }, sending, lane, now, jobs });
        const handled = await act(ports, { ...webhook, flow }, steps);
        const ids = handled.map(({ job }) => job.messageId);
        expect(ids.sort()).toEqual(jobs.map(({ job }) => job.messageId).sort());
        for (const one of handled) if (one.kind === 'inTurn') expect(['done', 'redeliver']).toContain(await one.ended);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  test('of which one step fails has only the jobs of that step come again', async () => {
    const ports = { ...portsThat(never), hasBacklog: () => Promise.reject(new Error('The index can’t be read.')) };
    const jobs = [pending(1), wakeUp(2), recovery(3)];
    const flow = flowWith({ phase: 'open' });
    const handled = await act(
      ports,
      { ...webhook, flow },
      decide({ webhook: { flow }, sending: true, lane: 'slow', now, jobs }),
    );
    expect({ d1: kindOf(handled, 'd1'), w2: kindOf(handled, 'w2'), r3: kindOf(handled, 'r3') }).toEqual({
      d1: 'write',
      w2: 'redeliver',
      r3: 'write',
    });
  });

  test('whose lease another process has goes on as it says', async () => {
    const jobs = [pending(1), pending(2), wakeUp(3, iso(0))];
    const steps = decide({ webhook: {}, sending: true, lane: 'slow', now, jobs });
    const handled = await act(portsThat(never, { hasLease: false }), webhook, steps);
    const written = handled.map((one) => (one.kind === 'write' ? one.effects : undefined));
    expect(written).toMatchObject([
      { deliveries: [{ next: { kind: 'held' } }], messages: [{ delaySeconds: 1, message: { kind: 'backlog' } }] },
      { deliveries: [{ next: { kind: 'held' } }], messages: [] },
      { deliveries: [], messages: [{ delaySeconds: 1, message: { kind: 'backlog', askedAt: iso(0) } }] },
    ]);
  });

  test('holds what is left once the receiver is in trouble, and asks for its backlog', async () => {
    let attempts = 0;
    const ports: ActPorts = {
      ...portsThat(never),
      attempt: async () => {
        attempts += 1;
        return { effects: effectsOf({}) };
      },
      directory: {
        find: async () => ({
          webhook: { ...webhook, flow: flowWith({ phase: attempts > 0 ? 'paced' : 'open' }) },
          sending: true,
        }),
      },
    };
    const deliveries = Array.from({ length: 6 }, (_, n) => pending(n));
    const handled = await act(ports, webhook, [{ kind: 'sendNow', deliveries }]);
    expect(attempts).toBe(4);
    const held = handled.slice(4).map((one) => (one.kind === 'write' ? one.effects : undefined));
    for (const effects of held)
      expect(effects).toMatchObject({
        deliveries: [{ next: { kind: 'held' }, class: 'window_full' }],
        messages: [{ delaySeconds: 0, message: { kind: 'backlog' } }],
      });
  });
});
