/**
 * One sender and one receiver in virtual time: many events at once, each failure again after its delay in the retry
 * schedule. Without tables, queues and processes, so that it shows what the decisions of a sender cost, and nothing
 * else.
 */
import * as v from 'valibot';
import { DeliverySettings } from '../../../contract/delivery-settings.ts';
import { retryDelay } from '../../../lambdas/deliveries/delivery.ts';
import { afterRequest, atOnce, MAX_WINDOW, nextStart } from '../../../lambdas/pacing/control.ts';
import { newControl } from '../../../lambdas/pacing/state.ts';
import { seededRandom } from './seeded-random.ts';

/** What a receiver makes of a request, and after how many milliseconds. */
export interface Answer {
  readonly hasSucceeded: boolean;
  readonly milliseconds: number;
  readonly retryAfterSeconds?: number;
}

/** A receiver: its answer at `now` (milliseconds since the beginning) to an event, with `inFlight` requests, this one included. */
export type OneReceiver = (request: {
  readonly now: number;
  readonly inFlight: number;
  readonly event: number;
  /** From 0 to 1: the fate of this attempt of this event, whoever sends it. */
  readonly chance: number;
}) => Answer;

/** Decides when the next request may begin. Times are milliseconds since the beginning. */
export interface Sender {
  /** When it may, with `inFlight` requests; undefined: not before one of them has ended. */
  next(now: number, inFlight: number): number | undefined;
  started(now: number): void;
  ended(
    answer: Answer & {
      readonly startedAt: number;
      readonly endedAt: number;
      readonly inFlight: readonly number[];
      readonly isFull: boolean;
    },
  ): void;
}

const settings = v.parse(DeliverySettings, {});

/** The service's own sender (lambdas/pacing/control.ts). */
export function controlledSender(): Sender {
  let control = newControl();
  let nextAt = 0;
  return {
    next(now, inFlight) {
      const notBefore = Math.max(now, nextAt, Date.parse(control.notBefore ?? '') || 0);
      return inFlight < atOnce(control) ? notBefore : undefined;
    },
    started(now) {
      nextAt = nextStart(nextAt, now, control);
    },
    ended(seen) {
      control = afterRequest(control, seen, settings);
    },
  };
}

/** What an ideal sender knows of a receiver. */
export interface IdealKnowledge {
  /** The requests that it bears at once. */
  readonly window?: number;
  readonly perSecond?: number;
  /** When it is up again: at `now` (milliseconds) or later. */
  readonly upAt?: (now: number) => number;
}

/** A sender that knows what the receiver bears, and when it is up, but nothing of chance: what others are compared with. */
export function idealSender({
  window = MAX_WINDOW,
  perSecond = Number.POSITIVE_INFINITY,
  upAt = (now) => now,
}: IdealKnowledge): Sender {
  let nextAt = 0;
  return {
    next: (now, inFlight) => (inFlight < window ? upAt(Math.max(now, nextAt)) : undefined),
    started(now) {
      nextAt = Math.max(now, nextAt) + 1000 / perSecond;
    },
    ended() {},
  };
}

/**
 * Sends `events` to a receiver until nine tenths of those that can succeed have. Returns when that was (milliseconds),
 * and the requests for each success. `canSucceed`: the share of events that the receiver takes at all.
 */
export function sendAll(
  sender: Sender,
  receiver: OneReceiver,
  { events, seed, canSucceed = 1 }: { readonly events: number; readonly seed: number; readonly canSucceed?: number },
): { readonly milliseconds: number; readonly requestsEach: number } {
  const needed = Math.ceil(0.9 * events * canSucceed);
  const waiting = Array.from({ length: events }, (_, event) => ({ event, attempts: 0, at: 0 }));
  const inFlight: { event: number; attempts: number; startedAt: number; endedAt: number; answer: Answer }[] = [];
  let [now, requests, successes] = [0, 0, 0];

  while (successes < needed) {
    const [first] = waiting;
    const allowed = first && sender.next(Math.max(now, first.at), inFlight.length);
    const startsAt = first && allowed !== undefined ? Math.max(allowed, first.at) : Number.POSITIVE_INFINITY;
    const endsAt = inFlight[0]?.endedAt ?? Number.POSITIVE_INFINITY;
    if (startsAt === Number.POSITIVE_INFINITY && endsAt === Number.POSITIVE_INFINITY) break;
    if (first !== undefined && startsAt <= endsAt) {
      now = startsAt;
      waiting.shift();
      sender.started(now);
      const chance = chanceOf(seed, first.event, first.attempts);
      const answer = receiver({ now, inFlight: inFlight.length + 1, event: first.event, chance });
      insert(
        inFlight,
        { ...first, startedAt: now, endedAt: now + answer.milliseconds, answer },
        ({ endedAt }) => endedAt,
      );
      continue;
    }
    const ended = inFlight.shift();
    if (ended === undefined) break;
    now = ended.endedAt;
    requests += 1;
    sender.ended({
      ...ended.answer,
      startedAt: ended.startedAt,
      endedAt: now,
      inFlight: inFlight.map((one) => one.startedAt),
      isFull: waiting[0] !== undefined && waiting[0].at <= now,
    });
    if (ended.answer.hasSucceeded) {
      successes += 1;
      continue;
    }
    const attempts = ended.attempts + 1;
    const delay = retryDelay(settings, attempts, ended.answer.retryAfterSeconds, chanceOf(seed, ended.event, attempts));
    if (delay !== undefined) insert(waiting, { event: ended.event, attempts, at: now + delay }, ({ at }) => at);
  }
  return { milliseconds: successes < needed ? Number.POSITIVE_INFINITY : now, requestsEach: requests / successes };
}

/** The fate of an attempt, from 0 to 1; `attempts`: of that event before. */
export const chanceOf = (seed: number, event: number, attempts: number): number =>
  seededRandom(seed + 1000 * event + attempts)();

/** Keeps a list in the order of a number. */
function insert<T>(list: T[], item: T, order: (item: T) => number): void {
  list.splice(list.findLastIndex((other) => order(other) <= order(item)) + 1, 0, item);
}
