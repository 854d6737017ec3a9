/** What keeps the API from answering reads: found out here alone, for the banner, polling and countdowns. */

import { ApiError, ConnectionError } from '@social-platform-services/client';
import type { Query, QueryCache } from '@tanstack/react-query';

/** The API can't be reached, responds with errors of its own, or takes long. */
export interface Trouble {
  readonly kind: 'unreachable' | 'failing' | 'slow';
  /** Of the last error response. */
  readonly requestId?: string | undefined;
}

/** Milliseconds after which a read takes long. */
const SLOW = 8_000;
/** Milliseconds between a failed read and the next one. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** What an error of a read says about the API; undefined if the read itself was at fault, or its caller ended it. */
export function troubleOf(error: Error): Trouble | undefined {
  if (error instanceof ApiError)
    return error.status < 500 ? undefined : { kind: 'failing', requestId: error.requestId };
  if (!(error instanceof ConnectionError) || error.reason === 'aborted') return undefined;
  return { kind: error.reason === 'timed-out' ? 'slow' : 'unreachable' };
}

/** Calls `onChange` with the worst trouble of the screen's reads whenever it changes. Returns a function to stop. */
export function watchReads(cache: QueryCache, onChange: (trouble: Trouble | undefined) => void): () => void {
  const troubles = new Map<Query, Trouble>();
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();
  const note = (query: Query, trouble: Trouble | undefined): void => {
    clearTimeout(timers.get(query));
    timers.delete(query);
    if (trouble === undefined) troubles.delete(query);
    else troubles.set(query, trouble);
    const all = [...troubles.values()];
    onChange(['unreachable', 'failing', 'slow'].flatMap((kind) => all.find((one) => one.kind === kind) ?? [])[0]);
  };
  const unsubscribe = cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed' || (event.type === 'observerRemoved' && !query.isActive())) note(query, undefined);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success') note(query, undefined);
    // It may be repeated after a long wait that the API has asked for.
    if (action.type === 'failed') clearTimeout(timers.get(query));
    if (action.type === 'error') note(query, troubleOf(action.error));
    if (action.type === 'fetch') {
      clearTimeout(timers.get(query));
      timers.set(
        query,
        setTimeout(() => note(query, troubles.get(query) ?? { kind: 'slow' }), SLOW),
      );
    }
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** How a read has ended so far. `dataUpdatedAt` is its last response, in milliseconds since 1970; 0 for never. */
interface Outcome {
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
}

/**
 * Milliseconds until a read is repeated that has failed because of the API: as much time as has passed since the
 * response that was due, `interval` after the last one, so that the waits double, and at most a minute. Undefined for
 * any other read.
 */
export function backoffOf({ error, dataUpdatedAt }: Outcome, interval: number, now: number): number | undefined {
  if (error === null || troubleOf(error) === undefined) return undefined;
  const lasted = dataUpdatedAt === 0 ? 0 : now - dataUpdatedAt - interval;
  return Math.min(Math.max(lasted, FIRST_WAIT), LONGEST_WAIT_MS);
}
