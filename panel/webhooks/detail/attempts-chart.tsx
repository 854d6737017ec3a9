/** Attempts, delivered and failed on top of each other. */
import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import { hourText, minuteText } from '../../shared/times.ts';
import { CHART_HEIGHT, DELIVERED_COLOR, FAILED_COLOR } from './chart-look.ts';
import type { Counts } from './hours.ts';

interface AttemptsChartProps {
  readonly counts: readonly Counts[];
  /** The hours of all of them. */
  readonly hours: number;
  /** Such as `Attempts per hour`. */
  readonly title: string;
}

export function AttemptsChart({ counts, hours, title: chartTitle }: AttemptsChartProps) {
  const series = (title: string, color: string, count: (one: Counts) => number) => ({
    title,
    type: 'bar' as const,
    color,
    data: counts.map((one) => ({ x: one.at, y: count(one) })),
  });
  const most = Math.max(...counts.map(({ delivered, failed }) => delivered + failed));
  return (
    <BarChart
      series={[
        series('Delivered', DELIVERED_COLOR, ({ delivered }) => delivered),
        series('Failed', FAILED_COLOR, ({ failed }) => failed),
      ]}
      stackedBars
      xDomain={counts.map(({ at }) => at)}
      yDomain={[0, Math.max(most, 4)]}
      i18nStrings={{ xTickFormatter: (at) => hourText(at.getTime(), hours) }}
      detailPopoverSeriesContent={({ series: { title }, y }) => ({ key: title, value: y.toLocaleString('en') })}
      height={CHART_HEIGHT}
      hideFilter
      ariaLabel={chartTitle}
      ariaDescription={`From ${minuteText(counts[0]?.at.getTime() ?? 0)} until now`}
      yTitle={chartTitle}
      empty={<Box>Nothing was attempted in this time.</Box>}
    />
  );
}
