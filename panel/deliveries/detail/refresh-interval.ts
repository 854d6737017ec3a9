/** How often a delivery's screen is refreshed. */
import type { DeliverySummary } from '../../../client/index.ts';

const SOON = 10_000;
const FAST = 1_500;
const MEDIUM = 3_000;
const SLOW = 10_000;

/** Milliseconds until the next refresh, or false if the delivery won't change. `now` and `followUntil` are milliseconds since 1970. */
export function refreshInterval(
  delivery: Pick<DeliverySummary, 'state' | 'nextAttemptAt'> | undefined,
  now: number,
  followUntil: number,
): number | false {
  if (now < followUntil) return FAST;
  if (delivery?.state !== 'retrying') return false;
  const { nextAttemptAt } = delivery;
  const isSoon = nextAttemptAt === undefined || Date.parse(nextAttemptAt) - now < SOON;
  return isSoon ? MEDIUM : SLOW;
}
