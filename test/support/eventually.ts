/** Waiting for what happens behind the scenes. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `check` again and again until it no longer throws; rejects with its last error when the time is over. */
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
