/**
 * The recent attempts of this process, by receiver: enough to react within a few requests, without a read of the table.
 *
 * Counts are per process on purpose: each process that sends to such a receiver notices it by itself, and the
 * first one writes it to the webhook's flow, which the others read.
 */
import { LRUCache } from 'lru-cache';
import { type AttemptOutcome, SLOW_MS, showsDown } from '../deliveries/attempt.ts';

/** The attempts that are remembered, and how many failures and slow responses among them mean trouble. */
const REMEMBERED = 20;
export const PACED_FROM = 3;
/** The share of failures among them from which a receiver is said to struggle. */
const STRUGGLING_SHARE = 0.2;

const MAX_RECEIVERS = 10_000;

export type ReceiverWatch = ReturnType<typeof receiverWatch>;

/** Watches receivers by webhook id, in one process. */
export function receiverWatch() {
  const receivers = new LRUCache<string, readonly AttemptOutcome[]>({ max: MAX_RECEIVERS });
  const latest = (webhookId: string) => receivers.get(webhookId) ?? [];
  return {
    /** Records the outcome of an attempt. */
    note(webhookId: string, outcome: AttemptOutcome): void {
      receivers.set(webhookId, [...latest(webhookId), outcome].slice(-REMEMBERED));
    },
    /** Whether every process should stop to send to the receiver at will. Forgets what it has seen if so. */
    mustBePaced(webhookId: string): boolean {
      const mustBePaced = latest(webhookId).filter(isBad).length >= PACED_FROM;
      if (mustBePaced) receivers.delete(webhookId);
      return mustBePaced;
    },
    /** Whether a notable share of the latest attempts has failed. */
    isStruggling(webhookId: string): boolean {
      const seen = latest(webhookId);
      return seen.filter(showsDown).length >= Math.max(1, seen.length * STRUGGLING_SHARE);
    },
  };
}

const isBad = (outcome: AttemptOutcome): boolean => showsDown(outcome) || outcome.milliseconds >= SLOW_MS;
