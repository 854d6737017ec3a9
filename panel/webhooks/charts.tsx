/** Charts of attempts: how many were delivered, how long they took, and what happened to the webhook meanwhile. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Link from '@cloudscape-design/components/link';
import MixedLineBarChart, { type MixedLineBarChartProps } from '@cloudscape-design/components/mixed-line-bar-chart';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { percentile } from '../../contract/attempt-counts.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { durationText, numberText } from '../shared/texts.ts';
import { hourText, minuteText } from '../shared/time-texts.ts';
import type { Attempts } from './attempt-counts.ts';
import type { Mark } from './marks.ts';

interface ChartsProps {
  readonly bars: readonly Attempts[];
  /** What a bar covers: `hour`. */
  readonly bar: string;
  /** The bars of response times: durations are counted by the hour, and not within it. */
  readonly durations: readonly Attempts[];
  readonly durationBar: string;
  readonly marks: readonly Mark[];
  /** The address of the log. */
  readonly log: string;
}

export const Charts = ({ bars, bar, durations, durationBar, marks, log }: ChartsProps) => (
  <ColumnLayout columns={2} minColumnWidth={300}>
    <AttemptsChart bars={bars} title={`Attempts per ${bar}`} marks={marks} log={log} />
    <DurationChart bars={durations} title={`Response time per ${durationBar}, about`} marks={marks} />
  </ColumnLayout>
);

/** Bars of a chart: where they stand, what their axis is called, and the time that each covers. */
function axisOf(bars: readonly Attempts[]) {
  const hours = ((bars.at(-1)?.until.getTime() ?? 0) - (bars[0]?.from.getTime() ?? 0)) / HOUR_MS;
  return {
    xScaleType: 'categorical',
    xDomain: bars.map(({ from }) => from),
    xTickFormatter: (at: Date) => hourText(at.getTime(), hours),
    height: CHART_HEIGHT,
    hideFilter: true,
    ariaDescription: `From ${minuteText(bars[0]?.from.getTime() ?? 0)} until now`,
  } as const;
}

/** The marks within a chart's time, each at the bar that covers it; of many the latest. */
const marksOf = (marks: readonly Mark[], bars: readonly Attempts[]) =>
  marks
    .flatMap(({ at, text }) => {
      const bar = bars.find(({ from, until }) => from <= at && at < until);
      return bar === undefined ? [] : [{ x: bar.from, title: `${text}, ${minuteText(at.getTime())}` }];
    })
    .slice(-MOST_MARKS)
    .map((mark) => ({ ...mark, type: 'threshold', color: MARK_COLOR }) as const);

const MOST_MARKS = 8;

interface ChartProps {
  readonly bars: readonly Attempts[];
  readonly title: string;
  readonly marks: readonly Mark[];
}

/** A bar chart of delivered and failed attempts, stacked. */
function AttemptsChart({ bars, title: chartTitle, marks, log }: ChartProps & { readonly log: string }) {
  const series = (title: string, color: string, count: (one: Attempts) => number) => ({
    title,
    type: 'bar' as const,
    color,
    data: bars.map((one) => ({ x: one.from, y: count(one) })),
    valueFormatter: numberText,
  });
  const most = Math.max(...bars.map(({ delivered, failed }) => delivered + failed));
  return (
    <MixedLineBarChart<Date>
      {...axisOf(bars)}
      series={[
        series('Delivered', DELIVERED_COLOR, ({ delivered }) => delivered),
        series('Failed', FAILED_COLOR, ({ failed }) => failed),
        ...marksOf(marks, bars),
      ]}
      stackedBars
      yDomain={[0, Math.max(most, 4)]}
      yTickFormatter={numberText}
      detailPopoverFooter={(at) => <BarFooter bar={barAt(bars, at)} log={log} />}
      ariaLabel={chartTitle}
      yTitle={chartTitle}
    />
  );
}

const barAt = (bars: readonly Attempts[], at: Date) => bars.find(({ from }) => from.getTime() === at.getTime());

interface BarFooterProps {
  readonly bar: Attempts | undefined;
  /** Absent where nothing leads to the bar's deliveries. */
  readonly log?: string;
}

/** Both ends of a bar's time, and where its rows are: a delivery is there by the time its event was accepted. */
function BarFooter({ bar, log }: BarFooterProps) {
  if (bar === undefined) return null;
  const { from, until } = bar;
  const between = new URLSearchParams({ since: from.toISOString(), until: until.toISOString() });
  return (
    <SpaceBetween size="xxs">
      <div>{barText(bar)}</div>
      {log !== undefined && <Link href={`${log}?${between}`}>Deliveries of this time</Link>}
      {log !== undefined && <Link href={`${log}?state=failed&${between}`}>Failed ones</Link>}
    </SpaceBetween>
  );
}

/** `21 Nov 2026, 00:00 UTC – 22 Nov 2026, 00:00 UTC`. */
const barText = ({ from, until }: Pick<Attempts, 'from' | 'until'>): string =>
  `${minuteText(from.getTime())} – ${minuteText(until.getTime())}`;

/**
 * How long attempts took: half of them ended within the lower part of a bar, 95 % within all of it. There is no bar
 * where there were no attempts.
 */
function DurationChart({ bars, title, marks }: ChartProps) {
  const withDurations = bars.flatMap(({ from, durations = [] }) => {
    const [p50, p95] = [percentile(durations, 0.5), percentile(durations, 0.95)];
    return p50 === undefined || p95 === undefined ? [] : [{ from, p50, p95 }];
  });
  const most = Math.max(100, ...withDurations.map(({ p95 }) => p95));
  const footer = (at: Date) => <BarFooter bar={barAt(bars, at)} />;
  const content: MixedLineBarChartProps<Date>['detailPopoverSeriesContent'] = ({ series: { title: key }, x }) => {
    const own = withDurations.find(({ from }) => from.getTime() === x.getTime());
    return { key, value: durationText((key === MEDIAN ? own?.p50 : own?.p95) ?? 0) };
  };
  return (
    <MixedLineBarChart<Date>
      {...axisOf(bars)}
      series={[
        {
          type: 'bar',
          title: MEDIAN,
          color: MEDIAN_COLOR,
          data: withDurations.map(({ from, p50 }) => ({ x: from, y: p50 })),
        },
        {
          type: 'bar',
          title: MOST,
          color: MOST_COLOR,
          data: withDurations.map(({ from, p50, p95 }) => ({ x: from, y: p95 - p50 })),
        },
        ...marksOf(marks, bars),
      ]}
      stackedBars
      yDomain={[0, most]}
      yTickFormatter={durationText}
      detailPopoverSeriesContent={content}
      detailPopoverFooter={footer}
      ariaLabel={title}
      yTitle={title}
    />
  );
}

const MEDIAN = 'Half of the attempts within';
const MOST = '95% within';

/** Pixels. */
const CHART_HEIGHT = 220;
const DELIVERED_COLOR = 'var(--chart-delivered)';
const FAILED_COLOR = 'var(--chart-failed)';
const MEDIAN_COLOR = 'var(--chart-median)';
const MOST_COLOR = 'var(--chart-most)';
const MARK_COLOR = 'var(--chart-mark)';
