/** The plan for the messages of one webhook. */
import { describe, expect, test } from '@jest/globals';
import { decide, type Group, jobsIn, type Step } from '../../lambdas/delivery/decide.ts';
import type { ResolvedJob } from '../../lambdas/delivery/jobs.ts';
import fc from '../support/fast-check.ts';
import {
  anyFlow,
  anyJobs,
  flowWith,
  iso,
  now,
  outdated,
  pending,
  recovery,
  replayed,
  unreadable,
  wakeUp,
} from './group-samples.ts';

const group = (jobs: readonly ResolvedJob[], changes: Partial<Group> = {}): Group => ({
  webhook: { flow: flowWith({}) },
  sending: true,
  lane: 'slow',
  now,
  jobs,
  ...changes,
});
const idsOf = (step: Step): string =>
  jobsIn(step)
    .map(({ messageId }) => messageId)
    .join(' ');

/** A step as text, such as `hold d1 d2, wake up after 1 s`. */
function textOf(step: Step): string {
  const wakeUpText = 'wakeUpSeconds' in step ? `, wake up after ${step.wakeUpSeconds} s` : '';
  const requestedAt =
    'request' in step ? step.request.requestedAt : 'requestedAt' in step ? step.requestedAt : undefined;
  const requestText = requestedAt === undefined ? '' : `, requested at ${requestedAt.slice(17, 19)}`;
  const urgentText = 'request' in step && step.request.isUrgent ? ', urgent' : '';
  const lostText = 'ifLost' in step ? `; if lost: ${step.ifLost.map(textOf).join(', ')}` : '';
  return `${step.kind} ${idsOf(step)}${wakeUpText}${requestText}${urgentText}${lostText}`;
}

const planOf = (jobs: readonly ResolvedJob[], changes: Partial<Group> = {}): readonly string[] =>
  decide(group(jobs, changes)).map(textOf);

const jobs = [pending(1), pending(2), wakeUp(1)];
const webhookWith = (changes: Parameters<typeof flowWith>[0]) => ({ webhook: { flow: flowWith(changes) } });
const leased = { leasedUntil: iso(10_000) };
const paused = { notBefore: iso(10_000) };
const requested = wakeUp(2, iso(5_000));

describe('the plan for a webhook', () => {
  test.each<
    readonly [situation: string, jobs: readonly ResolvedJob[], changes: Partial<Group>, plan: readonly string[]]
  >([
    ['that is disabled: what is stored fails', jobs, { sending: false }, ['abandon d1 d2 w1']],
    ['that is disabled: no recovery', [recovery(1)], { sending: false }, ['drop r1']],
    ['with messages that are out of date', [outdated(1), outdated(2)], {}, ['drop o1 o2']],
    ['of which something could not be read', [unreadable(1)], {}, ['redeliver u1']],
    ['with pages of recoveries', [recovery(1), recovery(2)], {}, ['recover r1 r2']],
    [
      'that nobody has tried: one process does',
      jobs,
      { webhook: {} },
      ['takeTurn d1 d2 w1; if lost: hold d1 d2, wake up after 1 s, handOver w1'],
    ],
    [
      'that nobody has tried, in the fast lane',
      [pending(1)],
      { webhook: {}, lane: 'fast' },
      ['takeTurn d1; if lost: hold d1, wake up after 1 s'],
    ],
    [
      'whose receiver is open: every process sends at once',
      jobs,
      webhookWith({ phase: 'open' }),
      ['checkBacklog w1; if lost: handOver w1', 'sendNow d1 d2'],
    ],
    [
      'whose receiver is open, and whose backlog is being sent',
      [...jobs, requested],
      webhookWith({ phase: 'open', ...leased }),
      ['handOver w1 w2, requested at 05', 'sendNow d1 d2'],
    ],
    [
      'whose receiver is paced: one process sends',
      [...jobs, requested],
      {},
      [
        'takeTurn d1 d2 w1 w2, requested at 05; if lost: hold d1 d2, wake up after 1 s, handOver w1 w2, requested at 05',
      ],
    ],
    [
      'whose receiver is paced, with nothing in hand: only if something waits',
      [wakeUp(1)],
      {},
      ['checkBacklog w1; if lost: handOver w1'],
    ],
    [
      'whose receiver is paced, in the fast lane: the slow lane sends',
      jobs,
      { lane: 'fast' },
      ['hold d1 d2, wake up after 0 s', 'handOver w1'],
    ],
    ['that another process sends to', jobs, webhookWith(leased), ['hold d1 d2', 'handOver w1']],
    ['whose receiver has asked for a pause', jobs, webhookWith(paused), ['hold d1 d2', 'drop w1']],
    ['whose receiver is down', jobs, webhookWith({ phase: 'down', ...paused }), ['hold d1 d2', 'drop w1']],
    [
      'whose pause ends within a second: a message may come too early',
      [wakeUp(1)],
      webhookWith({ notBefore: iso(1_000) }),
      ['checkBacklog w1; if lost: handOver w1'],
    ],
    [
      'whose receiver is down, and which an admin has probed now',
      [requested],
      webhookWith({ phase: 'down', ...paused }),
      ['checkBacklog w2, requested at 05, urgent; if lost: handOver w2, requested at 05'],
    ],
    ['whose pause an admin can’t end', [requested], webhookWith(paused), ['drop w2']],
    [
      'with a delivery that an admin has sent again: no pause is awaited',
      [replayed(1), pending(2)],
      webhookWith(paused),
      ['takeTurn d1 d2, urgent; if lost: hold d1 d2, wake up after 1 s'],
    ],
    [
      'with a delivery that an admin has sent again, and that another process sends to',
      [replayed(1)],
      webhookWith(leased),
      ['hold d1'],
    ],
    [
      'with jobs of all kinds: what sends comes first',
      [outdated(1), unreadable(2), recovery(3), pending(4)],
      webhookWith({ phase: 'open' }),
      ['sendNow d4', 'recover r3', 'drop o1', 'redeliver u2'],
    ],
  ])('%s', (_, all, changes, plan) => {
    expect(planOf(all, changes)).toEqual(plan);
  });

  test('has every job in exactly one step, and what happens if the lease is lost has those of its step', () => {
    const anyGroup = fc.record({
      webhook: anyFlow.map((flow) => ({ flow })),
      sending: fc.boolean(),
      lane: fc.constantFrom('fast' as const, 'slow' as const),
      now: fc.constant(now),
      jobs: anyJobs,
    });
    const namesOf = (steps: readonly Step[]) => steps.flatMap((step) => jobsIn(step).map(({ messageId }) => messageId));
    fc.assert(
      fc.property(anyGroup, (any) => {
        const steps = decide(any);
        expect(namesOf(steps).sort()).toEqual(any.jobs.map(({ job }) => job.messageId).sort());
        for (const step of steps)
          if ('ifLost' in step) expect(namesOf(step.ifLost).sort()).toEqual(namesOf([step]).sort());
      }),
    );
  });
});
