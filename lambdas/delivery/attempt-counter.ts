/**
 * Counts attempts in the process, and writes a webhook's counts seldom: a delivery costs one write, its own.
 *
 * What was counted is written at the end of a batch where the webhook's counts were last written 5 s ago, so that a rare
 * delivery is seen at once, or where 20 attempts have come together, so that little is at stake; otherwise within 5 s. A
 * process that ends before loses what it still holds. Charts may miss a count, and no batch fails for one.
 */
import { LRUCache } from 'lru-cache';
import type { AttemptOutcome } from './attempt.ts';
import { type AttemptCounts, countOf, sumOf } from './attempt-counts.ts';
import { type AttemptCountsTable, hourOf } from './attempt-counts-table.ts';

/** Milliseconds between two writes of a webhook's counts, unless there are many. */
export const QUIET_MILLISECONDS = 5000;
/** Attempts that are written at the end of a batch, however short the time. */
export const MANY_ATTEMPTS = 20;
/** Webhooks whose last write is remembered; only theirs can be held back, so this bounds those as well. */
const MAX_WEBHOOKS = 1000;

export interface AttemptCounter {
  /** Counts an attempt. */
  note(webhookId: string, outcome: AttemptOutcome): void;
  /** Writes what is due, for the end of a batch. Never rejects; resolves when no write is under way. */
  settle(): Promise<void>;
}

/** What one webhook's attempts of one hour have come to since they were last written. */
interface Gathered {
  readonly webhookId: string;
  readonly hour: string;
  readonly counts: AttemptCounts;
}

/** `now` answers milliseconds. `later` calls back after so many milliseconds, if the process is still there. */
export function attemptCounter(
  table: Pick<AttemptCountsTable, 'add'>,
  now: () => number = Date.now,
  later: (callBack: () => void, milliseconds: number) => void = (callBack, milliseconds) => {
    setTimeout(callBack, milliseconds).unref();
  },
): AttemptCounter {
  const gathered = new Map<string, Gathered>();
  const writing = new Set<Promise<void>>();
  const writtenLately = new LRUCache<string, true>({
    max: MAX_WEBHOOKS,
    ttl: QUIET_MILLISECONDS,
    ttlResolution: 0,
    perf: { now },
  });
  let isWaiting = false;

  return {
    note(webhookId, outcome) {
      const hour = hourOf(outcome.startedAt);
      const key = `${webhookId} ${hour}`;
      const before = gathered.get(key)?.counts;
      const counts = before === undefined ? countOf(outcome) : sumOf([before, countOf(outcome)]);
      gathered.set(key, { webhookId, hour, counts });
    },
    async settle() {
      for (const one of gathered.values()) {
        if (!writtenLately.has(one.webhookId) || attemptsIn(one) >= MANY_ATTEMPTS) write(one);
      }
      if (gathered.size > 0) writeLater();
      await Promise.all(writing);
    },
  };

  function writeLater(): void {
    if (isWaiting) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      for (const one of gathered.values()) write(one);
    }, QUIET_MILLISECONDS);
  }

  function write(one: Gathered): void {
    const { webhookId, hour, counts } = one;
    gathered.delete(`${webhookId} ${hour}`);
    writtenLately.set(webhookId, true);
    const written = table
      .add(webhookId, { hour, counts })
      .catch((error: unknown) => console.warn({ message: 'Attempts were not counted.', webhookId, error }))
      .finally(() => writing.delete(written));
    writing.add(written);
  }
}

const attemptsIn = ({ counts: { delivered, failed } }: Gathered): number => delivered + failed;
