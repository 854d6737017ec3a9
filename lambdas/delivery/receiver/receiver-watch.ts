/**
 * The recent attempts of this process, by receiver: enough to react within a few requests, without a read of the table.
 *
 * Counts are per process on purpose: each process that sends to a dead receiver stops by itself, and the first one to reach a
 * threshold writes the webhook's health, which the others read.
 */
import { LRUCache } from 'lru-cache';
import type { Lane } from '../../../contract/lane.ts';
import { type AttemptOutcome, meansDown } from '../model/attempt.ts';

/** Failures in a row that open the breaker, and the longest time between two of them: rarer ones need no breaker. */
export const FAILURES_TO_OPEN = 5;
const SAME_OUTAGE_MILLISECONDS = 60_000;
/** Quick responses in a row after which a webhook moves to the fast lane. */
export const QUICK_TO_PROMOTE = 5;
/** Slow responses in a row after which it moves to the slow lane; one time-out is enough, too. */
export const SLOW_TO_DEMOTE = 3;
/** Milliseconds for which a slow response keeps a webhook in the slow lane; by then its lane is in the table. */
const SLOWNESS_KEPT_MILLISECONDS = 10_000;
/** Milliseconds up to which a response is quick, and from which it is slow. */
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
  /** Records the outcome of an attempt. */
  note(webhookId: string, outcome: AttemptOutcome): void;
  /** Whether the latest attempts all found it down, so that its breaker should open. */
  isDown(webhookId: string): boolean;
  /** The lane that fits its recent responses, or undefined while there are too few. */
  lane(webhookId: string): Lane | undefined;
}

/** `now` returns milliseconds since 1970. */
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
      if (now() - tooSlowAt < SLOWNESS_KEPT_MILLISECONDS) return 'slow';
      return quick >= QUICK_TO_PROMOTE ? 'fast' : undefined;
    },
  };
}

function after(before: Streaks, outcome: AttemptOutcome, now: number): Streaks {
  const isSameOutage = now - before.downAt <= SAME_OUTAGE_MILLISECONDS;
  const quick = outcome.class === 'delivered' && outcome.milliseconds <= QUICK_MILLISECONDS ? before.quick + 1 : 0;
  const slow = outcome.milliseconds >= SLOW_MILLISECONDS ? before.slow + 1 : 0;
  const isTooSlow = outcome.class === 'timeout' || slow >= SLOW_TO_DEMOTE;
  const isDown = meansDown(outcome);
  return {
    down: isDown ? (isSameOutage ? before.down : 0) + 1 : 0,
    downAt: isDown ? now : 0,
    quick,
    slow,
    tooSlowAt: isTooSlow ? now : before.tooSlowAt,
  };
}
