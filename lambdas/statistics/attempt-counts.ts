/**
 * Counts of attempts, and percentiles read from them. Pure.
 *
 * Durations are counted in bands of milliseconds, since counts can be added up over processes and hours, and
 * percentiles can't. A percentile that is computed from them is in the same band as the true one.
 */
import { eventTypes } from '../../contract/event-catalogue.ts';
import { COUNTED_STATUSES, type HourlyCounts, OTHER_EVENTS } from '../../contract/statistics.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';

/** The upper bounds of the bands, inclusive; one more band holds what took longer. */
export const BAND_BOUNDS: readonly number[] = [5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500];

/**
 * Numbers by the names under which they are stored; one that is missing is 0. `ms5` counts attempts of at most 5 ms,
 * `result:503` and `event:poll.didVote` failed ones by how they ended, and by the event.
 */
export type AttemptCounts = Readonly<Record<string, number>>;

/** Counts as admins see them. */
type CountsSummary = Omit<HourlyCounts, 'hour'>;

const BEYOND = 'msBeyond';
const bands = [...BAND_BOUNDS.map((bound) => `ms${bound}`), BEYOND];
const [OF_RESULT, OF_EVENT] = ['result:', 'event:'];

/**
 * One attempt to deliver an event of that name, as counts. A failed one is counted by its status code, if that is a
 * frequent one, or else by its class; and by the event, as far as the catalogue has it.
 */
export function countOf(
  { class: ending, statusCode, milliseconds }: Pick<AttemptOutcome, 'class' | 'statusCode' | 'milliseconds'>,
  event: string,
): AttemptCounts {
  const band = bands[BAND_BOUNDS.findIndex((bound) => milliseconds <= bound)] ?? BEYOND;
  if (ending === 'delivered') return { deliveredCount: 1, [band]: 1 };
  const result = statusCode !== undefined && COUNTED_STATUSES.has(statusCode) ? statusCode : ending;
  const name = eventTypes.has(event) ? event : OTHER_EVENTS;
  return { failedCount: 1, [band]: 1, [`${OF_RESULT}${result}`]: 1, [`${OF_EVENT}${name}`]: 1 };
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

/** The counts as routes return them. */
export const summaryOf = (counts: AttemptCounts): CountsSummary => ({
  ...totalsOf(counts),
  p50: percentile(counts, 0.5),
  p95: percentile(counts, 0.95),
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

/**
 * The milliseconds within which that share of attempts ended (`share` is above 0, at most 1), as if those of a band
 * were spread evenly over it; of what is beyond the last bound, that bound. Undefined where there are none.
 */
export function percentile(counts: AttemptCounts, share: number): number | undefined {
  const inBands = bands.map((name) => counts[name] ?? 0);
  const rank = Math.ceil(share * inBands.reduce((sum, count) => sum + count, 0));
  let below = 0;
  for (const [band, count] of inBands.entries()) {
    if (count > 0 && below + count >= rank) {
      const lower = BAND_BOUNDS[band - 1] ?? 0;
      const upper = BAND_BOUNDS[band] ?? lower;
      return Math.round(lower + ((upper - lower) * (rank - below)) / count);
    }
    below += count;
  }
  return undefined;
}
