/**
 * What this process has lately seen of each receiver: enough to react within a few requests, before the table is asked.
 *
 * Counts are per process on purpose: each process that meets a dead receiver stops on its own, and the first of them to
 * reach a threshold tells the others through the webhook's health.
 */
import { LRUCache } from 'lru-cache';
import { type AttemptOutcome, meansDown } from './attempt.ts';

/** Failures in a row that open the breaker, each within so many milliseconds of the one before: rarer ones need no breaker. */
export const FAILURES_TO_OPEN = 5;
const SAME_OUTAGE_MILLISECONDS = 60_000;
/** Quick answers in a row that earn the fast lane. */
export const QUICK_ANSWERS_TO_PROMOTE = 5;
/** Slow answers in a row that cost it; one time-out costs it at once. */
export const SLOW_ANSWERS_TO_DEMOTE = 3;
/** Milliseconds after which a slow answer no longer speaks against a receiver: by then its lane in the table does. */
const SLOWNESS_REMEMBERED_MILLISECONDS = 10_000;
/** Milliseconds up to which an answer is quick, and from which it is slow. */
export const QUICK_MILLISECONDS = 250;
export const SLOW_MILLISECONDS = 500;

const MAX_RECEIVERS = 10_000;

interface Streaks {
  readonly down: number;
  /** When it was last found down: milliseconds since 1970. */
  readonly downAt: number;
  readonly quick: number;
  readonly slow: number;
  /** When it last was too slow for the fast lane: milliseconds since 1970. */
  readonly tooSlowAt: number;
}
const nothingSeen: Streaks = { down: 0, downAt: 0, quick: 0, slow: 0, tooSlowAt: Number.NEGATIVE_INFINITY };

/** Watches receivers by webhook id. */
export interface ReceiverWatch {
  /** Notes how an attempt went. */
  note(webhookId: string, outcome: AttemptOutcome): void;
  /** Whether so many attempts in a row found it down that it should be left alone. */
  isDown(webhookId: string): boolean;
  /** The lane that its recent answers call for, or undefined while they don't tell. */
  lane(webhookId: string): 'fast' | 'slow' | undefined;
}

/** `now` answers milliseconds since 1970. */
export function receiverWatch(now: () => number): ReceiverWatch {
  const seen = new LRUCache<string, Streaks>({ max: MAX_RECEIVERS });
  const streaks = (webhookId: string): Streaks => seen.get(webhookId) ?? nothingSeen;
  return {
    note(webhookId, outcome) {
      seen.set(webhookId, after(streaks(webhookId), outcome, now()));
    },
    isDown: (webhookId) => streaks(webhookId).down >= FAILURES_TO_OPEN,
    lane(webhookId) {
      const { quick, tooSlowAt } = streaks(webhookId);
      if (now() - tooSlowAt < SLOWNESS_REMEMBERED_MILLISECONDS) return 'slow';
      return quick >= QUICK_ANSWERS_TO_PROMOTE ? 'fast' : undefined;
    },
  };
}

function after(before: Streaks, outcome: AttemptOutcome, now: number): Streaks {
  const isSameOutage = now - before.downAt <= SAME_OUTAGE_MILLISECONDS;
  const quick = outcome.class === 'delivered' && outcome.milliseconds <= QUICK_MILLISECONDS ? before.quick + 1 : 0;
  const slow = outcome.milliseconds >= SLOW_MILLISECONDS ? before.slow + 1 : 0;
  const isTooSlow = outcome.class === 'timeout' || slow >= SLOW_ANSWERS_TO_DEMOTE;
  const isDown = meansDown(outcome);
  return {
    down: isDown ? (isSameOutage ? before.down : 0) + 1 : 0,
    downAt: isDown ? now : 0,
    quick,
    slow,
    tooSlowAt: isTooSlow ? now : before.tooSlowAt,
  };
}
