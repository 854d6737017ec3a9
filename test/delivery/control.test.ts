/**
 * What the controller makes of receivers of all kinds, in virtual time, beside an ideal sender: that one knows the
 * receiver's capacity, rate and times, and nothing of chance.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { afterRequest, nextStart } from '../../lambdas/delivery/model/control.ts';
import { newControl } from '../../lambdas/webhooks/webhooks-table.ts';
import { sendAtOnce } from '../../testing/delivery-world/at-once.ts';
import { type Kind, kinds } from '../../testing/delivery-world/kinds.ts';
import { controlledSender, idealSender, type Sender, sendAll } from '../../testing/delivery-world/one-receiver.ts';
import { seededRandom } from '../../testing/delivery-world/seeded-random.ts';

const EVENTS = 2000;
const RUNS = 7;

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

  /** A sender of one request at a time, which waits as the control says. */
  function sender() {
    let [control, now, next] = [newControl(0, 64), 0, 0];
    return {
      control: () => control,
      now: () => now,
      request(hasSucceeded: boolean, milliseconds: number) {
        now = Math.max(now, next, Date.parse(control.notBefore ?? '') || 0);
        next = nextStart(next, now, control);
        const seen = { hasSucceeded, startedAt: now, endedAt: now + milliseconds, underWay: [], isFull: true };
        control = afterRequest(control, seen, probes);
        now = seen.endedAt;
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

  test('is found so within a minute after twelve outages that looked like overload', () => {
    const sending = sender();
    for (let outage = 0; outage < 12; outage++) {
      sending.request(true, 60);
      while (sending.control().downSince === undefined) sending.request(false, 5);
      sending.request(true, 60);
    }
    expect(recoveryOf(sending)).toBeLessThan(60_000);
  });

  test('is found so within a minute, whatever it did before', () => {
    const outcome = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 1_500 }), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 60 }), (history) => {
        const sending = sender();
        for (const [hasSucceeded, milliseconds, times] of history)
          for (let n = 0; n < times; n++) sending.request(hasSucceeded, milliseconds);
        expect(recoveryOf(sending)).toBeLessThan(60_000);
      }),
      { numRuns: 300 },
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
