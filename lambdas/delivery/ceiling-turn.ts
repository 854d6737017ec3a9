/**
 * The requests of one turn under the ceilings of its webhook (docs/adr/0065-ceilings.md): each begins when it may, in
 * the order in which they are made. Times are milliseconds since 1970.
 */
import { firstDue, hasCeiling, nextDue, spacingOf } from '../pacing/ceiling.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** So long what is not a delivery waits for its turn; after more, the function could time out. */
const SOON_MS = 250;

/** What it needs. */
export interface CeilingTurnPorts {
  readonly now: () => number;
  /** Waits for milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export type CeilingTurn = NonNullable<ReturnType<typeof ceilingTurn>>;

/** Undefined if the webhook has no ceiling. `webhook` is as it was before this turn's lease. */
export function ceilingTurn({ now, pause }: CeilingTurnPorts, webhook: Webhook) {
  if (!hasCeiling(webhook)) return undefined;
  const { maxConcurrentRequests = Number.POSITIVE_INFINITY, legacySignature } = webhook;
  const requestsEach = legacySignature ? 2 : 1;
  const spacing = spacingOf(webhook);
  let dueAt = firstDue(webhook, now());
  let plannedAt = dueAt;
  let free = maxConcurrentRequests;
  let latest: Promise<void> = Promise.resolve();
  const waiting: (() => void)[] = [];

  return {
    spacing: spacing * requestsEach,
    /** How many attempts may be in flight at once. */
    atMost: Math.max(1, Math.floor(maxConcurrentRequests / requestsEach)),
    /** When the next attempt may begin. */
    nextAt: (): number => Math.max(plannedAt, dueAt),
    /** Notes that an attempt begins, whose requests follow. */
    plan(): void {
      plannedAt = nextDue(Math.max(plannedAt, dueAt), now(), spacing * requestsEach);
    },
    /** When the next request may begin, once none is waiting. */
    dueAt: (): number => dueAt,
    /** Whether a request that is not a delivery's would wait only for a moment. */
    isSoon: (): boolean => dueAt - now() <= SOON_MS,
    inTurn,
  };

  async function inTurn<T>(request: () => Promise<T>): Promise<T> {
    const turn = latest.then(begin);
    latest = turn;
    await turn;
    try {
      return await request();
    } finally {
      free += 1;
      waiting.shift()?.();
    }
  }

  async function begin(): Promise<void> {
    while (free <= 0) await new Promise<void>((resolve) => waiting.push(resolve));
    free -= 1;
    // Timers may be early by a part of a millisecond.
    for (let left = dueAt - now(); left > 0; left = dueAt - now()) await pause(Math.ceil(left));
    dueAt = nextDue(dueAt, now(), spacing);
  }
}
