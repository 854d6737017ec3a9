/** Many events at once to a new receiver, through all of delivery, beside a sender that knows it and has no tables or queues. */
import type { Kind } from './kinds.ts';
import { type Answer, chanceOf, idealSender, sendAll } from './one-receiver.ts';
import { seededRandom } from './seeded-random.ts';
import { deliveryWorld, HOUR, type Receiver, SECOND, type World } from './world.ts';

/** A receiver is done with when that share of the events is delivered. */
const DONE = 0.9;

/** What it took, and as a share of what the ideal sender needs. */
export interface Took {
  readonly milliseconds: number;
  readonly time: number;
  readonly requestsEach: number;
  readonly requests: number;
}

/** Posts `events` to a receiver, and waits until nine tenths of those that it can take have been delivered. */
export async function sendAtOnce(kind: Kind, { events, seed }: { events: number; seed: number }): Promise<Took> {
  const { receiver, ideal = {}, canSucceed = 1 } = kind;
  const world = deliveryWorld({ random: seededRandom(seed) });
  const behave = receiver(seededRandom(seed));
  const attempts = new Map<string, number>();
  const numbers = new Map<string, number>();
  const begin = 3 * SECOND;
  const webhookId = world.addWebhook(({ at, inFlight, deliveryId }) => {
    const event = numbers.get(deliveryId) ?? numbers.size;
    numbers.set(deliveryId, event);
    const before = attempts.get(deliveryId) ?? 0;
    attempts.set(deliveryId, before + 1);
    return outcomeOf(behave({ now: at - begin, inFlight, event, chance: chanceOf(seed, event, before) }));
  });
  await world.run(begin);
  for (let n = 0; n < events; n++) void world.post(webhookId);
  await world.run(begin + 40 * HOUR, () => deliveredSince(world, begin) >= DONE * events * canSucceed);
  const milliseconds = world.clock.elapsed() - begin;
  const requestsEach = world.requests.length / deliveredSince(world, begin);
  const best = sendAll(idealSender(ideal), receiver(seededRandom(seed)), { events, seed, canSucceed });
  return {
    milliseconds,
    time: milliseconds / best.milliseconds,
    requestsEach,
    requests: requestsEach / best.requestsEach,
  };
}

const outcomeOf = ({ hasSucceeded, milliseconds, retryAfterSeconds }: Answer): ReturnType<Receiver> =>
  hasSucceeded
    ? { class: 'delivered', statusCode: 200, milliseconds: Math.round(milliseconds) }
    : {
        ...(milliseconds >= 1500 ? { class: 'timeout' as const } : { class: 'http_5xx' as const, statusCode: 503 }),
        milliseconds: Math.round(milliseconds),
        retryAfterSeconds,
      };

const deliveredSince = (world: World, begin: number): number =>
  world.requests.filter(({ at, outcome }) => at >= begin && outcome.class === 'delivered').length;
