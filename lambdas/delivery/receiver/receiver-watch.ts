/**
 * The recent attempts of this process, by receiver: enough to react within a few requests, without a read of the table.
 *
 * Counts are per process on purpose: each process that sends to a receiver in trouble notices it by itself, and the first one
 * writes it to the webhook's flow, which the others read.
 */
import { LRUCache } from 'lru-cache';
import { type AttemptOutcome, meansDown, meansRefused, SLOW_MILLISECONDS } from '../model/attempt.ts';

/** Failures, and slow responses, in a row that mean trouble, and the longest time between two failures of a row. */
export const FAILURES_IN_A_ROW = 10;
export const SLOW_IN_A_ROW = 3;
const SAME_OUTAGE_MILLISECONDS = 60_000;
/** The attempts that are remembered, and how many time-outs, or responses with 429, among them mean trouble. */
const REMEMBERED = 20;
export const TIMEOUTS = 2;
const REFUSALS = 2;
/** The share of failures among them from which a receiver is said to struggle. */
const STRUGGLING_SHARE = 0.2;

const MAX_RECEIVERS = 10_000;

interface Seen {
  readonly latest: readonly AttemptOutcome[];
  /** Failures and slow responses in a row. */
  readonly failures: number;
  readonly slow: number;
  /** When it last failed: milliseconds since 1970. */
  readonly failedAt: number;
}
const nothingSeen: Seen = { latest: [], failures: 0, slow: 0, failedAt: 0 };

/** Watches receivers by webhook id. */
export interface ReceiverWatch {
  /** Records the outcome of an attempt. */
  note(webhookId: string, outcome: AttemptOutcome): void;
  /** Whether every process should stop to send to the receiver at will. Forgets what it has seen if so. */
  isInTrouble(webhookId: string): boolean;
  /** Whether a notable share of the latest attempts has failed. */
  isStruggling(webhookId: string): boolean;
}

/** `now` returns milliseconds since 1970. */
export function receiverWatch(now: () => number): ReceiverWatch {
  const receivers = new LRUCache<string, Seen>({ max: MAX_RECEIVERS });
  const seen = (webhookId: string): Seen => receivers.get(webhookId) ?? nothingSeen;
  return {
    note(webhookId, outcome) {
      receivers.set(webhookId, after(seen(webhookId), outcome, now()));
    },
    isInTrouble(webhookId) {
      const isInTrouble = hasTrouble(seen(webhookId));
      if (isInTrouble) receivers.delete(webhookId);
      return isInTrouble;
    },
    isStruggling(webhookId) {
      const { latest } = seen(webhookId);
      return latest.filter(meansDown).length >= Math.max(1, latest.length * STRUGGLING_SHARE);
    },
  };
}

function after({ latest, ...before }: Seen, outcome: AttemptOutcome, now: number): Seen {
  const isSameOutage = now - before.failedAt <= SAME_OUTAGE_MILLISECONDS;
  const hasFailed = meansDown(outcome);
  return {
    latest: [...latest, outcome].slice(-REMEMBERED),
    failures: hasFailed ? (isSameOutage ? before.failures : 0) + 1 : 0,
    slow: outcome.milliseconds >= SLOW_MILLISECONDS ? before.slow + 1 : 0,
    failedAt: hasFailed ? now : before.failedAt,
  };
}

const hasTrouble = ({ latest, failures, slow }: Seen): boolean =>
  failures >= FAILURES_IN_A_ROW ||
  slow >= SLOW_IN_A_ROW ||
  latest.filter((outcome) => outcome.class === 'timeout').length >= TIMEOUTS ||
  latest.filter(meansRefused).length >= REFUSALS;
