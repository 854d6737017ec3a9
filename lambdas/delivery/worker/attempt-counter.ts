/**
 * Counts attempts in memory and writes a webhook's counts rarely, so that a delivery costs one write, its own.
 *
 * Counts are written at the end of a batch if the webhook's last write was at least 5 s ago, so that a rare delivery
 * shows at once, or if there are 20 attempts, so that little can be lost; otherwise within 5 s. A process that ends
 * earlier loses what is not written yet: charts may miss a few attempts, and no batch fails for them.
 */
import { LRUCache } from 'lru-cache';
import type { AttemptOutcome } from '../../deliveries/attempt.ts';
import { type AttemptCountsTable, hourOf } from '../deliveries-table/attempt-hours.ts';
import { type AttemptCounts, countOf, sumOf, totalsOf } from '../model/attempt-counts.ts';

/** Milliseconds between two writes of a webhook's counts, unless there are many attempts. */
export const QUIET_MILLISECONDS = 5000;
/** Attempts that are written at the end of a batch, however short the time. */
export const MANY_ATTEMPTS = 20;
/** Webhooks whose last write is remembered; only their counts can be delayed, so this bounds those as well. */
const MAX_WEBHOOKS = 1000;

export type AttemptCounter = ReturnType<typeof attemptCounter>;

/** One webhook's attempts of one hour since they were last written. */
interface Unwritten {
  readonly webhookId: string;
  readonly hour: string;
  readonly counts: AttemptCounts;
}

/** `now` returns milliseconds. `later` calls back after a number of milliseconds, if the process still runs. */
export function attemptCounter(
  table: Pick<AttemptCountsTable, 'add'>,
  now: () => number = Date.now,
  later: (callBack: () => void, milliseconds: number) => void = (callBack, milliseconds) => {
    setTimeout(callBack, milliseconds).unref();
  },
) {
  const unwritten = new Map<string, Unwritten>();
  const writing = new Set<Promise<void>>();
  const writtenRecently = new LRUCache<string, true>({
    max: MAX_WEBHOOKS,
    ttl: QUIET_MILLISECONDS,
    ttlResolution: 0,
    perf: { now },
  });
  let isWaiting = false;

  return {
    /** Counts an attempt to deliver an event of that name. */
    note(webhookId: string, event: string, outcome: AttemptOutcome): void {
      const hour = hourOf(outcome.startedAt);
      const key = `${webhookId} ${hour}`;
      const before = unwritten.get(key)?.counts ?? {};
      unwritten.set(key, { webhookId, hour, counts: sumOf([before, countOf(outcome, event)]) });
    },
    /** Writes what is due, at the end of a batch. Never rejects; resolves when no write is pending. */
    async settle(): Promise<void> {
      for (const one of unwritten.values()) {
        if (!writtenRecently.has(one.webhookId) || attemptsIn(one) >= MANY_ATTEMPTS) write(one);
      }
      if (unwritten.size > 0) writeLater();
      await Promise.all(writing);
    },
  };

  function writeLater(): void {
    if (isWaiting) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      for (const one of unwritten.values()) write(one);
    }, QUIET_MILLISECONDS);
  }

  function write(one: Unwritten): void {
    const { webhookId, hour, counts } = one;
    unwritten.delete(`${webhookId} ${hour}`);
    writtenRecently.set(webhookId, true);
    const written = table
      .add(webhookId, { hour, counts })
      .catch((error: unknown) => console.warn({ message: 'Attempts were not counted.', webhookId, error }))
      .finally(() => writing.delete(written));
    writing.add(written);
  }
}

function attemptsIn({ counts }: Unwritten): number {
  const { delivered, failed } = totalsOf(counts);
  return delivered + failed;
}
