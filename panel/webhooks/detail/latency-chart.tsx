/** A line chart of the attempts' response time by hour: the median and the 95th percentile. */
import Box from '@cloudscape-design/components/box';
import LineChart from '@cloudscape-design/components/line-chart';
import { durationText } from '../../shared/number-text.ts';
import { hourText } from '../../shared/time-text.ts';
import type { HourCounts } from '../attempt-counts.ts';
import { CHART_HEIGHT, NO_ATTEMPTS } from './chart-style.ts';

/** Milliseconds. An hour is drawn as a line, so that a single one is visible too. */
const WIDTH = 59 * 60_000;
const HOUR = 60 * 60_000;

/** The start of the hour whose line ends `at`; any other time unchanged. */
const hourStart = (at: Date): number => at.getTime() - (at.getTime() % HOUR === WIDTH ? WIDTH : 0);

export function LatencyChart({ hours }: { readonly hours: readonly HourCounts[] }) {
  const series = (title: string, percentile: (hour: HourCounts) => number | undefined) => ({
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
      series={[series('Median', ({ p50 }) => p50), series('95th percentile', ({ p95 }) => p95)]}
      xDomain={[first.at, new Date(last.at.getTime() + WIDTH)]}
      xScaleType="time"
      i18nStrings={{
        xTickFormatter: (at) => hourText(hourStart(at), hours.length),
        yTickFormatter: durationText,
      }}
      height={CHART_HEIGHT}
      hideFilter
      yTitle="Response time"
      ariaLabel="Response time by hour"
      empty={<Box>{NO_ATTEMPTS}</Box>}
    />
  );
}
