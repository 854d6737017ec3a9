/** Waiting for results that arrive later. With injected faults (`SPS_FAULTS`) they arrive much later. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the local clouds of this run inject no faults. */
export const isFaultless = (process.env['SPS_FAULTS'] ?? 'off') === 'off';

/**
 * Milliseconds to wait for what comes within `faultlessMs` without faults, on a machine that may be busy. With faults it may
 * need a message that could not be handled, which its queue shows again after 60 s.
 */
export const patience = (faultlessMs: number): number =>
  isFaultless ? Math.max(2 * faultlessMs, 60_000) : Math.max(5 * faultlessMs, 90_000);

/** Milliseconds between two checks, at first and at most: what has not come soon is looked for less often. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** Repeats `check` until it no longer throws. Rejects with its last error after `patience(withinMs)`. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 5_000): Promise<T> {
  const until = Date.now() + patience(withinMs);
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(1.2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(pause);
    }
  }
}
