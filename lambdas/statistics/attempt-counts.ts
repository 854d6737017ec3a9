/**
 * Counts of attempts, and percentiles read from them. Pure.
 *
 * Durations are counted in bands of milliseconds, since counts can be added up over processes and hours, and
 * percentiles can't. A percentile that is computed from them is in the same band as the true one.
 */
import { DURATION_BOUNDS, PERIOD_MINUTES, percentile } from '../../contract/attempt-counts.ts';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { COUNTED_STATUSES, type HourlyCounts, OTHER_EVENTS } from '../../contract/statistics.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';

/**
 * Numbers by the names under which they are stored; one that is missing is 0. `ms5` counts attempts of at most 5 ms,
 * `result:503` and `event:poll.didVote` failed ones by how they ended, and by the event, `d0` to `d55` and `f0` to `f55`
 * those that delivered and failed by the minute of the hour at which their period began.
 */
export type AttemptCounts = Readonly<Record<string, number>>;

/** Counts as admins see them. */
type CountsSummary = Omit<HourlyCounts, 'hour' | 'durations'>;

const BEYOND = 'msBeyond';
const bands = [...DURATION_BOUNDS.map((bound) => `ms${bound}`), BEYOND];
const [OF_RESULT, OF_EVENT, DELIVERED_FROM, FAILED_FROM] = ['result:', 'event:', 'd', 'f'];
/** The minutes of an hour at which its periods begin. */
export const periodStarts = Array.from({ length: 60 / PERIOD_MINUTES }, (_, n) => n * PERIOD_MINUTES);

/**
 * One attempt to deliver an event of that name, as counts. A failed one is counted by its status code, if that is a
 * frequent one, or else by its class; and by the event, as far as the catalogue has it.
 */
export function countOf(
  {
    class: ending,
    statusCode,
    milliseconds,
    startedAt,
  }: Pick<AttemptOutcome, 'class' | 'statusCode' | 'milliseconds' | 'startedAt'>,
  event: string,
): AttemptCounts {
  const band = bands[DURATION_BOUNDS.findIndex((bound) => milliseconds <= bound)] ?? BEYOND;
  const minute = new Date(startedAt).getUTCMinutes();
  const period = minute - (minute % PERIOD_MINUTES);
  if (ending === 'delivered') return { deliveredCount: 1, [band]: 1, [`${DELIVERED_FROM}${period}`]: 1 };
  const result = statusCode !== undefined && COUNTED_STATUSES.has(statusCode) ? statusCode : ending;
  const name = eventTypes.has(event) ? event : OTHER_EVENTS;
  const of = { [`${OF_RESULT}${result}`]: 1, [`${OF_EVENT}${name}`]: 1, [`${FAILED_FROM}${period}`]: 1 };
  return { failedCount: 1, [band]: 1, ...of };
}

/** All of them together. */
export function sumOf(counts: readonly AttemptCounts[]): AttemptCounts {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(Object.entries<number>)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** How many attempts have delivered and failed. */
export const totalsOf = (counts: AttemptCounts): Pick<CountsSummary, 'delivered' | 'failed'> => ({
  delivered: counts['deliveredCount'] ?? 0,
  failed: counts['failedCount'] ?? 0,
});

/** How many attempts of the period of an hour that began at a minute have delivered and failed. */
export const ofPeriod = (counts: AttemptCounts, minute: number): Pick<CountsSummary, 'delivered' | 'failed'> => ({
  delivered: counts[`${DELIVERED_FROM}${minute}`] ?? 0,
  failed: counts[`${FAILED_FROM}${minute}`] ?? 0,
});

/** How many attempts have ended in each band. */
export const durationsOf = (counts: AttemptCounts): number[] => bands.map((name) => counts[name] ?? 0);

/** The counts as routes return them. */
export const summaryOf = (counts: AttemptCounts): CountsSummary => ({
  ...totalsOf(counts),
  p50: percentile(durationsOf(counts), 0.5),
  p95: percentile(durationsOf(counts), 0.95),
});

/** Failed attempts by result, and by event. */
export function failuresOf(counts: AttemptCounts) {
  const countsOf = (prefix: string): AttemptCounts =>
    Object.fromEntries(
      Object.entries(counts).flatMap(([name, count]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [],
      ),
    );
  return { failuresByResult: countsOf(OF_RESULT), failuresByEvent: countsOf(OF_EVENT) };
}
