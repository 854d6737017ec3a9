/** The numbers of attempts that the charts show, and what the latest ones say of a receiver. */
import type { HourlyCounts } from '../../client/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Webhook } from '../shared/api-types.ts';
import { percentText } from '../shared/texts.ts';
import { dateTimeText, hourText } from '../shared/time-texts.ts';

/** The attempts in a period that began `at`. */
export interface AttemptCounts {
  readonly at: Date;
  readonly delivered: number;
  readonly failed: number;
}

/** The attempts in an hour. `p50` and `p95` are milliseconds, absent without attempts. */
export type HourCounts = AttemptCounts & Pick<HourlyCounts, 'p50' | 'p95'>;

/** The last `count` hours with the current one, oldest first, zeros included. `now` is milliseconds since 1970. */
export function everyHour(counted: readonly HourlyCounts[], count: number, now: number): readonly HourCounts[] {
  const byTime = new Map(counted.map(({ hour, ...counts }) => [Date.parse(hour), counts]));
  const currentHour = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: count }, (_, index) => {
    const at = currentHour - (count - 1 - index) * HOUR_MS;
    return { delivered: 0, failed: 0, ...byTime.get(at), at: new Date(at) };
  });
}

/** Groups of `size` hours, in the same order. The first group is shorter if the hours don't divide evenly. */
export function groupHours(hours: readonly AttemptCounts[], size: number): readonly AttemptCounts[] {
  const shorter = hours.length % size;
  return Array.from({ length: Math.ceil(hours.length / size) }, (_, index) => {
    const end = (index + 1) * size - (shorter === 0 ? 0 : size - shorter);
    const part = hours.slice(Math.max(0, end - size), end);
    return { at: part[0]?.at ?? new Date(0), ...totalOf(part) };
  });
}

export function totalOf(counts: readonly AttemptCounts[]): Omit<AttemptCounts, 'at'> {
  const sum = (value: (one: AttemptCounts) => number) => counts.reduce((total, one) => total + value(one), 0);
  return { delivered: sum(({ delivered }) => delivered), failed: sum(({ failed }) => failed) };
}

/** How a webhook does: its state, in which a receiver is `failing` and not just struggling if nothing succeeds. */
export type Standing = Webhook['state'] | 'failing';
/** Milliseconds; a receiver that fails now and then has no success for a moment. */
const FAILING_AFTER_MS = MINUTE_MS;

/** How a webhook does at `now` (milliseconds since 1970). */
export const standingOf = (
  { state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>,
  now = Date.now(),
): Standing =>
  state === 'struggling' && failingSince !== undefined && now - Date.parse(failingSince) > FAILING_AFTER_MS
    ? 'failing'
    : state;

/** Attempts are counted by the hour, so the last hour is the current one and the one before. */
const RECENT_HOURS = 2;

/**
 * For example `67% of the attempts since 11:00 succeeded.` `failingSince` is ISO 8601, `now` milliseconds since 1970.
 * The counts lag by some seconds, so there may be none yet.
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
