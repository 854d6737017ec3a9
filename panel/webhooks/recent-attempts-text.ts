/** How the latest attempts to a struggling receiver ended, in a sentence. */
import type { HourlyCounts } from '../../client/index.ts';
import { percentText } from '../shared/number-text.ts';
import { dateTimeText, hourText } from '../shared/time-text.ts';
import { everyHour, totalOf } from './attempt-counts.ts';

/** Attempts are counted by the hour, so the last hour is the current one and the one before. */
const RECENT_HOURS = 2;

/**
 * For example `67% of the attempts since 11:00 succeeded.` `failingSince` is ISO 8601, `now` milliseconds since 1970. The
 * counts lag by some seconds, so there may be none yet.
 */
export function recentAttemptsText(
  counted: readonly HourlyCounts[],
  failingSince: string | undefined,
  now: number,
): string {
  const hours = everyHour(counted, RECENT_HOURS, now);
  const { delivered, failed } = totalOf(hours);
  if (delivered > 0) {
    const since = hourText(hours[0]?.at.getTime() ?? 0, RECENT_HOURS);
    return `${percentText(delivered / (delivered + failed))} of the attempts since ${since} succeeded.`;
  }
  if (failingSince === undefined) return 'Recent attempts failed.';
  return failed > 0 ? `Every attempt has failed since ${dateTimeText(failingSince)}.` : 'The latest attempt failed.';
}
