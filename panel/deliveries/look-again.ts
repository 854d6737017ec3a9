/** When a delivery that is shown is worth another look. */
import type { DeliverySummary } from '../../client/index.ts';

const SOON = 10_000;
const OFTEN = 1_500;
const NOW_AND_THEN = 10_000;

/** Milliseconds to wait, or false where nothing will happen by itself. `now` and `followUntil` are milliseconds since 1970. */
export function lookAgainAfter(
  delivery: Pick<DeliverySummary, 'state' | 'nextAttemptAt'> | undefined,
  now: number,
  followUntil: number,
): number | false {
  if (now < followUntil) return OFTEN;
  if (delivery?.state !== 'retrying') return false;
  const { nextAttemptAt } = delivery;
  const isNear = nextAttemptAt === undefined || Date.parse(nextAttemptAt) - now < SOON;
  return isNear ? OFTEN * 2 : NOW_AND_THEN;
}
