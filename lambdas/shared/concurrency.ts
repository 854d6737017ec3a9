/** Concurrent work with a limit. */
import { setImmediate } from 'node:timers/promises';

/**
 * The results of `work`, in the order of the items, with at most `limit` of them in flight. After a failure no further
 * item is begun; the error is thrown when those in flight have ended.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = remaining(items);
  const worker = async (_: unknown, turn: number): Promise<void> => {
    // One begins in each turn of the event loop: if all began at once, those of a slow process would time out.
    for (let earlier = 0; earlier < turn; earlier++) await setImmediate();
    for (const [index, item] of rest) results[index] = await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}

/** A generator, unlike an array's own iterator, ends for all workers when an error leaves the loop of one. */
function* remaining<T>(items: readonly T[]): Generator<[number, T]> {
  yield* items.entries();
}
