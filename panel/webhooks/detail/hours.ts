/** A chart's hours: every one of them, also those in which nothing was attempted. */
import type { AnswerTo } from '../../../client/index.ts';

type HourlyCounts = AnswerTo<'showWebhookStatistics'>['hours'][number];

/** Attempts in a stretch of time that began `at`. */
export interface Counts {
  readonly at: Date;
  readonly delivered: number;
  readonly failed: number;
}

/** An hour. `p50` and `p95` are milliseconds, and absent where nothing was attempted. */
export type Hour = Counts & Pick<HourlyCounts, 'p50' | 'p95'>;

const HOUR = 3_600_000;

/** The last `count` hours, the running one included, the oldest first. `now` is milliseconds since 1970. */
export function hoursOf(counted: readonly HourlyCounts[], count: number, now: number): readonly Hour[] {
  const byTime = new Map(counted.map(({ hour, ...counts }) => [Date.parse(hour), counts]));
  const running = Math.floor(now / HOUR) * HOUR;
  return Array.from({ length: count }, (_, index) => {
    const at = running - (count - 1 - index) * HOUR;
    return { delivered: 0, failed: 0, ...byTime.get(at), at: new Date(at) };
  });
}

/** Stretches of `size` hours each, in the same order; the last one ends with the last hour. */
export function stretchesOf(hours: readonly Counts[], size: number): readonly Counts[] {
  const shorter = hours.length % size;
  return Array.from({ length: Math.ceil(hours.length / size) }, (_, index) => {
    const end = (index + 1) * size - (shorter === 0 ? 0 : size - shorter);
    const part = hours.slice(Math.max(0, end - size), end);
    return { at: part[0]?.at ?? new Date(0), ...totalsOf(part) };
  });
}

/** All attempts together. */
export function totalsOf(counts: readonly Counts[]): Omit<Counts, 'at'> {
  const sum = (value: (one: Counts) => number) => counts.reduce((total, one) => total + value(one), 0);
  return { delivered: sum(({ delivered }) => delivered), failed: sum(({ failed }) => failed) };
}
