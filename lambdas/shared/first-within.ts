/** Lets something happen once in a time. */
import { LRUCache } from 'lru-cache';

const MAX_REMEMBERED = 10_000;

/**
 * Returns a function that says whether something, by its key, comes for the first time within some milliseconds since
 * it last did, in this process. `now` returns milliseconds.
 */
export function firstWithin(now: () => number): (key: string, milliseconds: number) => boolean {
  const seen = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttlResolution: 0, perf: { now } });
  return (key, milliseconds) => {
    if (seen.has(key)) return false;
    // Otherwise as many expired entries would stay after an outage.
    seen.purgeStale();
    seen.set(key, true, { ttl: milliseconds });
    return true;
  };
}
