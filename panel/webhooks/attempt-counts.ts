/** The numbers of attempts that the charts show, and what the latest ones say of a receiver. */
import type { AnswerTo, HourlyCounts } from '@social-platform-services/client';
import { PERIOD_MINUTES } from '../../contract/attempt-counts.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Webhook } from '../shared/api-types.ts';
import { percentText } from '../shared/texts.ts';
import { dateTimeText, hourText } from '../shared/time-texts.ts';

/** The attempts from one time until another. `durations` are counts by band, absent where they are not known. */
export interface Attempts {
  readonly from: Date;
  readonly until: Date;
  readonly delivered: number;
  readonly failed: number;
  readonly durations?: readonly number[];
}

/** A time that charts show, and what one of their bars covers. */
export const spans = [
  { id: '1h', text: '1 hour', bar: 'five minutes' },
  { id: '24h', text: '24 hours', bar: 'hour' },
  { id: '7d', text: '7 days', bar: '8 hours' },
  { id: '30d', text: '30 days', bar: 'day' },
] as const;
export type Span = (typeof spans)[number];

const PERIOD_MS = PERIOD_MINUTES * MINUTE_MS;
/** Hours of a bar that is longer than an hour, and of which the first begins at midnight of the reader's zone. */
const barHours = { '8 hours': 8, day: 24 } as const;
const days = { '7d': 7, '30d': 30 } as const;

/**
 * How many hours of counts a span needs at `now` (milliseconds since 1970), the current one included. Spans of days
 * begin at midnight of the reader's zone. Where clocks were put back, 30 days can have more hours than the API counts:
 * in the last of these hours, it is 29 days.
 */
export function hoursOf({ id }: Span, now: number): number {
  if (id === '1h') return 2;
  if (id === '24h') return 24;
  const first = new Date(now);
  first.setHours(0, 0, 0, 0);
  first.setDate(first.getDate() - days[id] + 1);
  const hours = (): number => Math.floor(now / HOUR_MS) - Math.ceil(first.getTime() / HOUR_MS) + 1;
  if (hours() > MAX_HOURS) first.setDate(first.getDate() + 1);
  return hours();
}

/** The API's most. */
const MAX_HOURS = 720;

/** The bars of a span, the oldest first, zeros included. `now` is milliseconds since 1970. */
export function barsOf(counted: Pick<AnswerTo<'showStatistics'>, 'hours' | 'periods'>, span: Span, now: number) {
  if (span.id === '1h') return everyPeriod(counted.periods, now);
  const hours = everyHour(counted.hours, hoursOf(span, now), now);
  return span.bar === 'hour' ? hours : grouped(hours, barHours[span.bar]);
}

/** The last `count` hours with the current one, oldest first, zeros included. `now` is milliseconds since 1970. */
export function everyHour(counted: readonly HourlyCounts[], count: number, now: number): readonly Attempts[] {
  const byTime = new Map(counted.map((one) => [Date.parse(one.hour), one]));
  return everySpan(HOUR_MS, count, now, (at) => byTime.get(at));
}

type PeriodCounts = AnswerTo<'showStatistics'>['periods'][number];

/** The periods of the last hour, the current one included. */
function everyPeriod(counted: readonly PeriodCounts[], now: number): readonly Attempts[] {
  const byTime = new Map(counted.map((one) => [Date.parse(one.at), one]));
  return everySpan(PERIOD_MS, HOUR_MS / PERIOD_MS, now, (at) => byTime.get(at));
}

const everySpan = (
  milliseconds: number,
  count: number,
  now: number,
  countsAt: (at: number) => Pick<Attempts, 'delivered' | 'failed' | 'durations'> | undefined,
): readonly Attempts[] =>
  Array.from({ length: count }, (_, index) => {
    const from = (Math.floor(now / milliseconds) - (count - 1 - index)) * milliseconds;
    const { delivered = 0, failed = 0, durations } = countsAt(from) ?? {};
    const ends = { from: new Date(from), until: new Date(from + milliseconds) };
    return { ...ends, delivered, failed, ...(durations && { durations }) };
  });

/** Hours by the part of the reader's day in which they begin; `size` hours are a part, as clocks show them. */
function grouped(hours: readonly Attempts[], size: number): readonly Attempts[] {
  const groups = Map.groupBy(hours, ({ from }) => {
    const part = Math.floor(from.getHours() / size);
    return `${from.getFullYear()}-${from.getMonth()}-${from.getDate()} ${part}`;
  });
  return [...groups.values()].map((group) => ({
    from: group[0]?.from ?? new Date(0),
    until: group.at(-1)?.until ?? new Date(0),
    ...totalOf(group),
    durations: sumOf(group.flatMap(({ durations }) => (durations ? [durations] : []))),
  }));
}

/** Lists added up, place by place. */
const sumOf = (lists: readonly (readonly number[])[]): readonly number[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, at) =>
    lists.reduce((sum, list) => sum + (list[at] ?? 0), 0),
  );

export function totalOf(counts: readonly Attempts[]): Pick<Attempts, 'delivered' | 'failed'> {
  const sum = (value: (one: Attempts) => number) => counts.reduce((total, one) => total + value(one), 0);
  return { delivered: sum(({ delivered }) => delivered), failed: sum(({ failed }) => failed) };
}

/** How a webhook does: its state, in which a receiver is `failing` and not just struggling if nothing succeeds. */
export type ShownState = Webhook['state'] | 'failing';
/** Milliseconds; a receiver that fails now and then has no success for a moment. */
const FAILING_AFTER_MS = MINUTE_MS;

/** How a webhook does at `now` (milliseconds since 1970). */
export const shownStateOf = (
  { state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>,
  now = Date.now(),
): ShownState =>
  state === 'struggling' && failingSince !== undefined && now - Date.parse(failingSince) > FAILING_AFTER_MS
    ? 'failing'
    : state;

/** Attempts are counted by the hour, so the last hour is the current one and the one before. */
const RECENT_HOURS = 2;

/**
 * For example `About 67% of the attempts since 11:00 succeeded.` `failingSince` is ISO 8601, `now` milliseconds since 1970.
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
    const since = hourText(hours[0]?.from.getTime() ?? 0, RECENT_HOURS);
    return `About ${percentText(delivered / (delivered + failed))} of the attempts since ${since} succeeded.`;
  }
  if (failingSince === undefined) return 'Recent attempts failed.';
  return failed > 0 ? `Every attempt has failed since ${dateTimeText(failingSince)}.` : 'The latest attempt failed.';
}
