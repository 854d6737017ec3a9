/** The time range that is suggested for a recovery: since the webhook began to fail. */
import type { Webhook } from '../../shared/api-types.ts';
import type { Between } from '../../shared/time-range.ts';

const DAY = 86_400_000;
/** An event is attempted within moments after it is accepted. */
const MARGIN = 60_000;

/**
 * The range ends at `now` (milliseconds since 1970). It begins a little before the first failure, because the events that
 * failed were accepted before it. If no failure is known, it begins a day before the webhook's last change.
 */
export function recoveryRange({ failingSince, updatedAt }: Webhook, now: number): Between {
  const since = failingSince === undefined ? Date.parse(updatedAt) - DAY : Date.parse(failingSince) - MARGIN;
  return { kind: 'between', since: new Date(since).toISOString(), until: new Date(now).toISOString() };
}
