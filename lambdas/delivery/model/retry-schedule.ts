/** When a failed delivery is attempted again (docs/spec/delivery.md#retry-schedule). */
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';

/** The share by which a delay varies in either direction, so that retries don't reach a recovered receiver all at once. */
const JITTER = 0.2;
/** The longest delay that a receiver may ask for, as a multiple of the planned one. */
const MAX_RETRY_AFTER = 2;

/**
 * Milliseconds until the next attempt, or undefined after the last one. `attempts` is the number already made on the
 * current schedule; `retryAfterSeconds` is what the receiver asked for; `random` is from 0 to 1.
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
