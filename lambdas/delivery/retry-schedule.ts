/** When a failed delivery is tried again (decision 23). */
import type { DeliverySettings } from './delivery-settings.ts';

/** Each delay is spread by so much in either direction, so that a receiver that comes back isn't met by everything at once. */
const JITTER = 0.2;
/** A receiver may ask for at most so many times the planned delay. */
const MAX_RETRY_AFTER = 2;

/**
 * Milliseconds until the next attempt, or undefined after the last one. `attempts` counts those made on the present
 * schedule; `retryAfterSeconds` is what the receiver asked for; `random` is from 0 to 1.
 */
export function retryDelay(
  { retryDelaysSeconds }: Pick<DeliverySettings, 'retryDelaysSeconds'>,
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | undefined {
  const planned = retryDelaysSeconds[attempts - 1];
  if (planned === undefined) return undefined;
  const spread = planned * (1 + JITTER * (2 * random - 1));
  const asked = Math.min(retryAfterSeconds ?? 0, planned * MAX_RETRY_AFTER);
  return Math.round(Math.max(spread, asked) * 1000);
}
