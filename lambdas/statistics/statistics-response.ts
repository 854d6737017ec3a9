/** Statistics as routes return them. */
import { PERIOD_MINUTES, PERIODS } from '../../contract/attempt-counts.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import {
  type AttemptCounts,
  durationsOf,
  failuresOf,
  ofPeriod,
  periodStarts,
  summaryOf,
  sumOf,
} from './attempt-counts.ts';
import { beginOf, type HourOfAttempts } from './attempt-hours-table.ts';

/** Hours of one webhook or of several, added up. `now` is in milliseconds since 1970. */
export function statisticsOf(hours: readonly HourOfAttempts[], now: number) {
  const grouped = Map.groupBy(hours, ({ hour }) => beginOf(hour));
  const byHour = [...grouped.keys()]
    .sort((a, b) => a - b)
    .map((begin) => ({ begin, counts: sumOf((grouped.get(begin) ?? []).map(({ counts }) => counts)) }));
  return {
    hours: byHour.map(({ begin, counts }) => ({
      hour: new Date(begin).toISOString(),
      ...summaryOf(counts),
      durations: durationsOf(counts),
    })),
    periods: byHour.flatMap(periodsOf).filter(({ at }) => Date.parse(at) > now - PERIODS * PERIOD_MS),
    ...failuresOf(sumOf(hours.map(({ counts }) => counts))),
  };
}

const PERIOD_MS = PERIOD_MINUTES * MINUTE_MS;

/** The periods of an hour that had attempts; none where they were not counted yet when the hour was. */
const periodsOf = ({ begin, counts }: { readonly begin: number; readonly counts: AttemptCounts }) =>
  periodStarts
    .map((minute) => ({ at: new Date(begin + minute * MINUTE_MS).toISOString(), ...ofPeriod(counts, minute) }))
    .filter(({ delivered, failed }) => delivered + failed > 0);
