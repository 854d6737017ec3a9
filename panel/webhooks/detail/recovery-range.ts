/** The time range that is suggested for a recovery: since the webhook began to fail. */
import type { DeliverySummary } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import type { Between } from '../../shared/time-range.ts';

const DAY = 86_400_000;
/** An event is attempted within moments after it is accepted. */
const MARGIN = 60_000;

/**
 * The range ends at `now` (milliseconds since 1970). It begins a little before the first failure, because the events that
 * failed were accepted before it, and covers the `failed` deliveries. If no failure is known, it begins a day before the
 * webhook's last change.
 */
export function recoveryRange(
  { failingSince, updatedAt }: Webhook,
  now: number,
  failed: readonly DeliverySummary[] = [],
): Between {
  const failures = failed.map(({ createdAt }) => Date.parse(createdAt));
  if (failingSince !== undefined) failures.push(Date.parse(failingSince) - MARGIN);
  const since = failures.length > 0 ? Math.min(...failures) : Date.parse(updatedAt) - DAY;
  return { kind: 'between', since: new Date(since).toISOString(), until: new Date(now).toISOString() };
}
