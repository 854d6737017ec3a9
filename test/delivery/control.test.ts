/**
 * What the controller makes of receivers of all kinds, in virtual time, beside an ideal sender: that one knows the
 * receiver's capacity, rate and times, and nothing of chance.
 */
import { describe, expect, test } from '@jest/globals';
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
