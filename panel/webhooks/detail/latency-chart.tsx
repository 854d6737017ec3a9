/** How long attempts took, by the hour: half of them at most so long, and 95 in 100. */
import Box from '@cloudscape-design/components/box';
import LineChart from '@cloudscape-design/components/line-chart';
import { durationText } from '../../shared/figures.ts';
import { hourText } from '../../shared/times.ts';
import { CHART_HEIGHT } from './chart-look.ts';
import type { Hour } from './hours.ts';

/** Milliseconds: an hour is drawn as long as it lasts, so that a single one is seen, too. */
const WIDTH = 59 * 60_000;
const HOUR = 60 * 60_000;

/** The beginning of the hour that is drawn until `at`; any other time as it is. */
const beginOf = (at: Date): number => at.getTime() - (at.getTime() % HOUR === WIDTH ? WIDTH : 0);

export function LatencyChart({ hours }: { readonly hours: readonly Hour[] }) {
  const series = (title: string, percentile: (hour: Hour) => number | undefined) => ({
    title,
    type: 'line' as const,
    data: hours.flatMap((hour) => {
      const y = percentile(hour);
      return y === undefined
        ? []
        : [
            { x: hour.at, y },
            { x: new Date(hour.at.getTime() + WIDTH), y },
          ];
    }),
    valueFormatter: durationText,
  });
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <LineChart
      series={[series('Half of the attempts', ({ p50 }) => p50), series('95 in 100', ({ p95 }) => p95)]}
      xDomain={[first.at, new Date(last.at.getTime() + WIDTH)]}
      xScaleType="time"
      i18nStrings={{
        xTickFormatter: (at) => hourText(beginOf(at), hours.length),
        yTickFormatter: durationText,
      }}
      height={CHART_HEIGHT}
      hideFilter
      yTitle="Time until the answer"
      ariaLabel="Time until the answer, by the hour"
      empty={<Box>Nothing was attempted in this time.</Box>}
    />
  );
}
