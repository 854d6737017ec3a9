/**
 * What the controller makes of receivers of all kinds, in virtual time, beside an ideal sender: that one knows the
 * receiver's capacity, rate and times, and nothing of chance.
 */
import { describe, expect, test } from '@jest/globals';
import { afterRequest, nextStart } from '../../lambdas/pacing/control.ts';
import { newControl } from '../../lambdas/pacing/state.ts';
import { sendAtOnce } from '../support/delivery-world/at-once.ts';
import { type Kind, kinds } from '../support/delivery-world/kinds.ts';
import { controlledSender, idealSender, type Sender, sendAll } from '../support/delivery-world/one-receiver.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import fc from '../support/fast-check.ts';
import { timesToTry } from '../support/property-runs.ts';

const EVENTS = 2000;
const RUNS = timesToTry(7);

/** The median of runs with different chance, as shares of what the ideal sender needs. */
function comparedWithIdeal({ receiver, ideal = {}, canSucceed = 1 }: Kind) {
  const runs = Array.from({ length: RUNS }, (_, seed) => {
    const send = (sender: Sender) =>
      sendAll(sender, receiver(seededRandom(seed)), { events: EVENTS, seed, canSucceed });
    const [own, best] = [send(controlledSender()), send(idealSender(ideal))];
    return { time: own.milliseconds / best.milliseconds, requests: own.requestsEach / best.requestsEach };
  });
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
  return { time: median(runs.map((run) => run.time)), requests: median(runs.map((run) => run.requests)) };
}

describe('2,000 events at once to a receiver that', () => {
  test.each(Object.entries(kinds))('%s', (_, kind) => {
    const { time, requests } = comparedWithIdeal(kind);
    expect(time).toBeLessThanOrEqual(kind.time);
    expect(requests).toBeLessThanOrEqual(kind.requests + 0.005);
  });
});

describe('a receiver that is healthy again', () => {
  const probes = { probeFirstSeconds: 1, probeMaxSeconds: 300 };

  /** A sender of one request at a time, which waits as the control says, for a minute at most. */
  function sender() {
    let [control, now, next] = [newControl(0, 64), 0, 0];
    return {
      control: () => control,
      now: () => now,
      /** `ahead`: milliseconds by which the clock of this process is ahead. */
      request(hasSucceeded: boolean, milliseconds: number, ahead = 0) {
        const earliest = Math.max(next, Date.parse(control.notBefore ?? '') || 0) - ahead;
        now = Math.max(now, Math.min(now + 60_000, earliest));
        const startedAt = now + ahead;
        next = nextStart(Math.min(next, startedAt), startedAt, control);
        expect(next - startedAt).toBeLessThanOrEqual(2_001);
        now += milliseconds;
        const seen = { hasSucceeded, startedAt, endedAt: now + ahead, inFlight: [], isFull: true };
        control = afterRequest(control, seen, probes);
      },
    };
  }

  /** Milliseconds from the first success on until one request at a time is too few. */
  function recoveryOf({ request, control, now }: ReturnType<typeof sender>): number {
    request(true, 60);
    const begin = now();
    while (control().window <= 1 && now() < begin + 600_000) request(true, 60);
    return now() - begin;
  }

  test('is found so within two minutes, whatever it did before, and whoever’s clock was ahead', () => {
    const phase = fc.record({
      succeeds: fc.constantFrom(0, 0.02, 0.1, 0.5, 0.9, 1),
      milliseconds: fc.integer({ min: 1, max: 1_500 }),
      requests: fc.integer({ min: 1, max: 100 }),
      ahead: fc.constantFrom(0, 0, 180_000),
    });
    fc.assert(
      fc.property(fc.array(phase, { maxLength: 20 }), fc.nat(), (history, seed) => {
        const [sending, random] = [sender(), seededRandom(seed)];
        for (const { succeeds, milliseconds, requests, ahead } of history)
          for (let n = 0; n < requests; n++) sending.request(random() < succeeds, milliseconds, ahead);
        expect(recoveryOf(sending)).toBeLessThan(120_000);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

/** What a turn and the table cost shows with these. The others are in `npm run bench -- receivers`. */
describe('2,000 events at once, through both lanes, to a receiver that', () => {
  test.each(Object.entries(kinds).filter(([name]) => /becomes slower|stalls 10 %/.test(name)))(
    '%s',
    async (_, kind) => {
      const { time, requests } = await sendAtOnce(kind, { events: EVENTS, seed: 1 });
      expect(time).toBeLessThanOrEqual(kind.time);
      expect(requests).toBeLessThanOrEqual(kind.requests + 0.005);
    },
    30_000,
  );
});
