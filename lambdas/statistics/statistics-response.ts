/** Statistics as routes return them. */
import { failuresOf, summaryOf, sumOf } from './attempt-counts.ts';
import { beginOf, type HourOfAttempts } from './attempt-hours-table.ts';

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
