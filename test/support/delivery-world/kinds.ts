/** The kinds of receivers that the controller of delivery has to do with, and what may be asked of it beside an ideal sender. */
import type { IdealKnowledge, OneReceiver } from './one-receiver.ts';

type Random = () => number;
export interface Kind {
  readonly receiver: (random: Random) => OneReceiver;
  /** What the ideal sender knows of it. */
  readonly ideal?: IdealKnowledge;
  /** The share of events that it takes at all. */
  readonly canSucceed?: number;
  /** At most: the time beside that of the ideal sender, and the requests for each success beside its own. */
  readonly time: number;
  readonly requests: number;
}

const about = (random: Random, milliseconds: number) => milliseconds * (0.8 + 0.4 * random());
const success = (milliseconds: number) => ({ hasSucceeded: true, milliseconds });
const failure = (milliseconds: number) => ({ hasSucceeded: false, milliseconds });

const slow = (milliseconds: number) => (random: Random) => () => success(about(random, milliseconds));
const failing =
  (share: number, milliseconds = 30) =>
  (random: Random) =>
  () =>
    random() < share ? failure(milliseconds) : success(about(random, 30));
const changing =
  (before: number, at: number, after: number) =>
  (random: Random): OneReceiver =>
  ({ now }) =>
    success(about(random, now < at ? before : after));
const bearing =
  (most: number, milliseconds = 100) =>
  (random: Random): OneReceiver =>
  ({ inFlight }) =>
    inFlight > most ? failure(5) : success(about(random, milliseconds));
const DOWN = 10_000;
const isUp = (now: number) => Math.floor(now / DOWN) % 2 === 0;

/** At most so many requests a second, of which some may come together. */
const limiting =
  (perSecond: number, { together = 5, retryAfterSeconds }: { together?: number; retryAfterSeconds?: number } = {}) =>
  (random: Random): OneReceiver => {
    let [left, at] = [together, 0];
    return ({ now }) => {
      left = Math.min(together, left + ((now - at) * perSecond) / 1000);
      at = now;
      if (left < 1) return { ...failure(5), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
      left -= 1;
      return success(about(random, 20));
    };
  };

/** By what each does to 2,000 events that come at once. */
export const kinds: Record<string, Kind> = {
  'is healthy': { receiver: slow(30), time: 1.3, requests: 1 },
  'takes 0.2 s': { receiver: slow(200), time: 1.3, requests: 1 },
  'takes 1 s': { receiver: slow(1000), time: 1.3, requests: 1 },
  'takes 1.4 s': { receiver: slow(1200), time: 1.3, requests: 1 },
  'becomes slower': { receiver: changing(50, 500, 1000), time: 1.3, requests: 1 },
  'becomes slower at once': { receiver: changing(80, 100, 1000), time: 1.3, requests: 1 },
  'becomes slower before long': { receiver: changing(30, 150, 1000), time: 1.3, requests: 1 },
  'becomes faster': { receiver: changing(1000, 10_000, 50), time: 1.3, requests: 1 },
  'fails 5 % at random': { receiver: failing(0.05), time: 1.2, requests: 1.05 },
  'fails 30 % at random': { receiver: failing(0.3), time: 1.2, requests: 1.05 },
  'fails 60 % at random': { receiver: failing(0.6), time: 1.2, requests: 1.05 },
  'resets 10 %': { receiver: failing(0.1, 2), time: 1.3, requests: 1.05 },
  'stalls 2 %': { receiver: failing(0.02, 1500), time: 1.3, requests: 1.05 },
  'stalls 5 %': { receiver: failing(0.05, 1500), time: 1.3, requests: 1.05 },
  'stalls 10 %': { receiver: failing(0.1, 1500), time: 1.3, requests: 1.05 },
  'takes 1.2 s for 5 %': {
    receiver:
      (random) =>
      ({ chance }) =>
        success(chance < 0.05 ? 1200 : about(random, 30)),
    time: 1.3,
    requests: 1,
  },
  'bears 1 at once': { receiver: bearing(1), ideal: { window: 1 }, time: 1.5, requests: 1.2 },
  'bears 8 at once': { receiver: bearing(8), ideal: { window: 8 }, time: 1.5, requests: 1.2 },
  'bears 8 at once, quickly': { receiver: bearing(8, 20), ideal: { window: 8 }, time: 1.5, requests: 1.2 },
  'bears 32 at once': { receiver: bearing(32), ideal: { window: 32 }, time: 1.5, requests: 1.2 },
  'bears 2 a second': { receiver: limiting(2, { together: 2 }), ideal: { perSecond: 2 }, time: 1.5, requests: 1.2 },
  'bears 50 a second': { receiver: limiting(50), ideal: { perSecond: 50 }, time: 1.5, requests: 1.2 },
  'bears 50 a second, and says so': {
    receiver: limiting(50, { retryAfterSeconds: 1 }),
    ideal: { perSecond: 50 },
    time: 1.5,
    requests: 1.2,
  },
  'bears 200 a second': {
    receiver: limiting(200, { together: 20 }),
    ideal: { perSecond: 200 },
    time: 1.5,
    requests: 1.2,
  },
  'fails three of ten event types': {
    receiver:
      (random) =>
      ({ event }) =>
        ((event * 7 + 5) % 10 < 3 ? failure : success)(about(random, 30)),
    canSucceed: 0.7,
    time: 1.3,
    requests: 1.05,
  },
  'is up and down every 10 s': {
    receiver:
      (random) =>
      ({ now }) =>
        isUp(now) ? success(about(random, 1000)) : failure(2),
    ideal: { upAt: (now) => (isUp(now) ? now : Math.ceil((now + 1) / DOWN) * DOWN) },
    time: 1.5,
    requests: 1.2,
  },
  'is down for 10 minutes': {
    receiver:
      (random) =>
      ({ now }) =>
        now < 600_000 ? failure(2) : success(about(random, 30)),
    ideal: { upAt: (now) => Math.max(now, 600_000) },
    time: 1.5,
    requests: 1.2,
  },
  'queues what 4 workers do': {
    receiver: (random) => {
      const free = [0, 0, 0, 0];
      return ({ now }) => {
        const worker = free.indexOf(Math.min(...free));
        const ready = Math.max(now, free[worker] ?? 0) + about(random, 50);
        free[worker] = ready;
        return ready - now > 1500 ? failure(1500) : success(ready - now);
      };
    },
    ideal: { window: 5 },
    time: 1.3,
    requests: 1.05,
  },
};
