/**
 * What the controller makes of receivers of all kinds, in virtual time, beside an ideal sender: that one knows the
 * receiver's capacity, rate and times, and nothing of chance.
 */
import { describe, expect, test } from '@jest/globals';
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

  test.each([1, 4, 12])('is found so within a minute after %i outages that looked like overload', (outages) => {
    let [control, now] = [newControl(0, 64), 0];
    const request = (hasSucceeded: boolean, milliseconds: number) => {
      const endedAt = now + milliseconds;
      control = afterRequest(control, { hasSucceeded, startedAt: now, endedAt, underWay: [], isFull: true }, probes);
    };
    for (let outage = 0; outage < outages; outage++) {
      request(true, 60);
      while (control.downSince === undefined) request(false, 5);
      // Back at once, it seems to have got too much.
      now += 1_000;
      request(true, 60);
    }
    const begin = now;
    for (let next = now; control.window < 1 && now < begin + 600_000; now = Math.max(now + 60, next)) {
      request(true, 60);
      next = nextStart(next, now, control);
    }
    expect(now - begin).toBeLessThan(60_000);
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
