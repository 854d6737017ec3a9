/** Waiting for results that arrive later. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `check` until it no longer throws. Rejects with its last error after `withinMs`. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 5_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(20);
    }
  }
}
