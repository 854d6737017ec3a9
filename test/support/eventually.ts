/** Waiting for results that arrive later. In bad weather (`SPS_WEATHER`) they arrive much later. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the local clouds of this run inject no faults. */
export const isCalm = (process.env['SPS_WEATHER'] ?? 'calm') === 'calm';

const PATIENCE = isCalm ? 1 : 5;

/** Repeats `check` until it no longer throws. Rejects with its last error after `withinMs`; in bad weather, after five times that. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 5_000): Promise<T> {
  const until = Date.now() + withinMs * PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(20);
    }
  }
}
