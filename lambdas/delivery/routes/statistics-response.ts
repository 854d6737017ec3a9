/** Statistics as routes return them. */
import { beginOf, type HourOfAttempts } from '../deliveries-table/attempt-hours.ts';
import { failuresOf, summaryOf, sumOf } from '../model/attempt-counts.ts';

/** Hours of one webhook or of several, added up. */
export function statisticsOf(hours: readonly HourOfAttempts[]) {
  const byHour = Map.groupBy(hours, ({ hour }) => hour);
  return {
    hours: [...byHour.keys()].sort().map((hour) => ({
      hour: new Date(beginOf(hour)).toISOString(),
      ...summaryOf(sumOf((byHour.get(hour) ?? []).map(({ counts }) => counts))),
    })),
    ...failuresOf(sumOf(hours.map(({ counts }) => counts))),
  };
}
