/** A bar chart of delivered and failed attempts, stacked. */
import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import { numberText } from '../../shared/number-text.ts';
import { hourText, minuteText } from '../../shared/time-text.ts';
import type { AttemptCounts } from '../attempt-counts.ts';
import { CHART_HEIGHT, DELIVERED_COLOR, FAILED_COLOR, NO_ATTEMPTS } from './chart-style.ts';

interface AttemptsChartProps {
  readonly counts: readonly AttemptCounts[];
  /** How many hours the chart covers. */
  readonly hours: number;
  /** For example `Attempts per hour`. */
  readonly title: string;
}

export function AttemptsChart({ counts, hours, title: chartTitle }: AttemptsChartProps) {
  const series = (title: string, color: string, count: (one: AttemptCounts) => number) => ({
    title,
    type: 'bar' as const,
    color,
    data: counts.map((one) => ({ x: one.at, y: count(one) })),
  });
  const max = Math.max(...counts.map(({ delivered, failed }) => delivered + failed));
  return (
    <BarChart
      series={[
        series('Delivered', DELIVERED_COLOR, ({ delivered }) => delivered),
        series('Failed', FAILED_COLOR, ({ failed }) => failed),
      ]}
      stackedBars
      xDomain={counts.map(({ at }) => at)}
      yDomain={[0, Math.max(max, 4)]}
      i18nStrings={{ xTickFormatter: (at) => hourText(at.getTime(), hours) }}
      detailPopoverSeriesContent={({ series: { title }, y }) => ({ key: title, value: numberText(y) })}
      height={CHART_HEIGHT}
      hideFilter
      ariaLabel={chartTitle}
      ariaDescription={`From ${minuteText(counts[0]?.at.getTime() ?? 0)} until now`}
      yTitle={chartTitle}
      empty={<Box>{NO_ATTEMPTS}</Box>}
    />
  );
}
