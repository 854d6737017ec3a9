/**
 * Counts of attempts, and percentiles read from them. Pure.
 *
 * Durations are counted in bands of milliseconds, since counts can be added up over processes and hours, and
 * percentiles can't. A percentile that is computed from them is in the same band as the true one.
 */
import { eventTypes } from '../../../contract/event-catalogue.ts';
import { COUNTED_STATUSES, OTHER_EVENTS } from '../../../contract/statistics.ts';
import type { AttemptOutcome } from './attempt.ts';

/** The upper bounds of the bands, inclusive; one more band holds what took longer. */
export const BAND_BOUNDS: readonly number[] = [5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500];

/** Numbers by name. */
export type CountsByName = Readonly<Record<string, number>>;

/** Attempts by outcome and by band: as many bands as bounds, and the one beyond. */
export interface AttemptCounts {
  readonly delivered: number;
  readonly failed: number;
  readonly bands: readonly number[];
  /** Failed ones by how they ended: a status code that is counted by itself, or else a class. */
  readonly failuresByResult: CountsByName;
  /** Failed ones by the name of the event, as far as the catalogue has it. */
  readonly failuresByEvent: CountsByName;
}

/** Counts as admins see them. Percentiles are milliseconds, absent where nothing was attempted. */
export interface CountsSummary {
  readonly delivered: number;
  readonly failed: number;
  readonly p50?: number;
  readonly p95?: number;
}

const none: CountsByName = {};

export const noAttempts: AttemptCounts = {
  delivered: 0,
  failed: 0,
  bands: [...BAND_BOUNDS, 0].map(() => 0),
  failuresByResult: none,
  failuresByEvent: none,
};

/** One attempt to deliver an event of that name, as counts. */
export function countOf(
  { class: ending, statusCode, milliseconds }: Pick<AttemptOutcome, 'class' | 'statusCode' | 'milliseconds'>,
  event: string,
): AttemptCounts {
  const isDelivered = ending === 'delivered';
  const isOfStatus = statusCode !== undefined && COUNTED_STATUSES.has(statusCode);
  const found = BAND_BOUNDS.findIndex((bound) => milliseconds <= bound);
  const band = found < 0 ? BAND_BOUNDS.length : found;
  return {
    delivered: isDelivered ? 1 : 0,
    failed: isDelivered ? 0 : 1,
    bands: noAttempts.bands.map((_, index) => (index === band ? 1 : 0)),
    failuresByResult: isDelivered ? none : { [isOfStatus ? `${statusCode}` : ending]: 1 },
    failuresByEvent: isDelivered ? none : { [eventTypes.has(event) ? event : OTHER_EVENTS]: 1 },
  };
}

/** All of them together. */
export const sumOf = (counts: readonly AttemptCounts[]): AttemptCounts =>
  counts.reduce(
    (sum, { delivered, failed, bands, failuresByResult, failuresByEvent }) => ({
      delivered: sum.delivered + delivered,
      failed: sum.failed + failed,
      bands: sum.bands.map((count, index) => count + (bands[index] ?? 0)),
      failuresByResult: added(sum.failuresByResult, failuresByResult),
      failuresByEvent: added(sum.failuresByEvent, failuresByEvent),
    }),
    noAttempts,
  );

/** Healthy receivers have no names. */
function added(sum: CountsByName, counts: CountsByName): CountsByName {
  const names = Object.keys(counts);
  if (names.length === 0) return sum;
  return { ...sum, ...Object.fromEntries(names.map((name) => [name, (sum[name] ?? 0) + (counts[name] ?? 0)])) };
}

/** The counts as routes return them. */
export function summaryOf({ delivered, failed, bands }: AttemptCounts): CountsSummary {
  const [p50, p95] = [percentile(bands, 0.5), percentile(bands, 0.95)];
  return { delivered, failed, ...(p50 !== undefined && { p50 }), ...(p95 !== undefined && { p95 }) };
}

/**
 * The milliseconds within which that share of attempts ended (`share` is above 0, at most 1), as if those of a band
 * were spread evenly over it; of what is beyond the last bound, that bound. Undefined where there are none.
 */
export function percentile(bands: readonly number[], share: number): number | undefined {
  const rank = Math.ceil(share * bands.reduce((sum, count) => sum + count, 0));
  let below = 0;
  for (const [band, count] of bands.entries()) {
    if (count > 0 && below + count >= rank) {
      const lower = BAND_BOUNDS[band - 1] ?? 0;
      const upper = BAND_BOUNDS[band] ?? lower;
      return Math.round(lower + ((upper - lower) * (rank - below)) / count);
    }
    below += count;
  }
  return undefined;
}
