/** The stretch of time that is worth recovering, as a suggestion: since the webhook began to fail. */
import type { WebhookAnswer } from '../../../client/index.ts';
import type { Between } from '../../shared/time-range.ts';

export type RecoveryRange = Between;

const DAY = 86_400_000;

/**
 * Up to `now` (milliseconds since 1970). What was accepted before the first failure may have failed with it, so the range
 * begins a little earlier; where no failure is known, a day before the last change.
 */
export function recoveryRange({ failingSince, updatedAt }: WebhookAnswer, now: number): RecoveryRange {
  const since = failingSince === undefined ? Date.parse(updatedAt) - DAY : Date.parse(failingSince) - MARGIN;
  return { kind: 'between', since: new Date(since).toISOString(), until: new Date(now).toISOString() };
}

/** An event is attempted within moments of its acceptance. */
const MARGIN = 60_000;
