/** In which periods and bands of durations attempts are counted, and percentiles of the counts. */

/** Minutes of the periods in which the attempts of the latest hours are counted as well. */
export const PERIOD_MINUTES = 5;
/** The latest periods that are returned, the current one included. */
export const PERIODS = 24;
/** The upper bounds of the bands in which durations are counted, in milliseconds, inclusive; one more band is beyond. */
export const DURATION_BOUNDS: readonly number[] = [5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500];

/**
 * The milliseconds within which that share of attempts ended (`share` is above 0, at most 1), as if those of a band
 * were spread evenly over it; of what is beyond the last bound, that bound. `durations` has the attempts of each band.
 * Undefined where there are none.
 */
export function percentile(durations: readonly number[], share: number): number | undefined {
  const rank = Math.ceil(share * durations.reduce((sum, count) => sum + count, 0));
  let below = 0;
  for (const [band, count] of durations.entries()) {
    if (count > 0 && below + count >= rank) {
      const lower = DURATION_BOUNDS[band - 1] ?? 0;
      const upper = DURATION_BOUNDS[band] ?? lower;
      return Math.round(lower + ((upper - lower) * (rank - below)) / count);
    }
    below += count;
  }
  return undefined;
}
