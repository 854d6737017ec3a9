/** Charts of attempts: how many were delivered, and how long they took. */
import BarChart from '@cloudscape-design/components/bar-chart';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import LineChart from '@cloudscape-design/components/line-chart';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { durationText, numberText } from '../shared/texts.ts';
import { hourText, minuteText } from '../shared/time-texts.ts';
import { type AttemptCounts, groupHours, type HourCounts } from './attempt-counts.ts';

interface ChartsProps {
  /** Every hour of the time, the oldest first. */
  readonly hours: readonly HourCounts[];
  /** Hours of one bar. */
  readonly barHours: number;
  /** The address of the log. */
  readonly log: string;
}

export function Charts({ hours, barHours, log }: ChartsProps) {
  const title = barHours === 1 ? 'Attempts per hour' : `Attempts per ${barHours} hours`;
  return (
    <ColumnLayout columns={2}>
      <AttemptsChart
        counts={groupHours(hours, barHours)}
        title={title}
        hours={hours.length}
        linksOf={(at) => <BarLinks log={log} from={at} until={new Date(at.getTime() + barHours * HOUR_MS)} />}
      />
      <LatencyChart hours={hours} />
    </ColumnLayout>
  );
}

interface BarLinksProps {
  readonly log: string;
  readonly from: Date;
  readonly until: Date;
}

/** Where the rows behind a bar are. A delivery is there by the time at which its event was accepted. */
function BarLinks({ log, from, until }: BarLinksProps) {
  const between = new URLSearchParams({ since: from.toISOString(), until: until.toISOString() });
  return (
    <SpaceBetween size="xxs">
      <Link href={`${log}?${between}`}>Deliveries of this time</Link>
      <Link href={`${log}?state=failed&${between}`}>Failed ones</Link>
    </SpaceBetween>
  );
}

interface AttemptsChartProps {
  readonly counts: readonly AttemptCounts[];
  /** How many hours the chart covers. */
  readonly hours: number;
  /** For example `Attempts per hour`. */
  readonly title: string;
  /** What leads from the bar that begins at a time to its deliveries. */
  readonly linksOf: (at: Date) => React.ReactNode;
}

/** A bar chart of delivered and failed attempts, stacked. */
function AttemptsChart({ counts, hours, title: chartTitle, linksOf }: AttemptsChartProps) {
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
      detailPopoverFooter={linksOf}
      height={CHART_HEIGHT}
      hideFilter
      ariaLabel={chartTitle}
      ariaDescription={`From ${minuteText(counts[0]?.at.getTime() ?? 0)} until now`}
      yTitle={chartTitle}
    />
  );
}

/** Milliseconds. An hour is drawn as a line, so that a single one is visible too. */
const WIDTH = 59 * MINUTE_MS;

/** The start of the hour whose line ends `at`; any other time unchanged. */
const hourStart = (at: Date): number => at.getTime() - (at.getTime() % HOUR_MS === WIDTH ? WIDTH : 0);

/** A line chart of the attempts' response time by hour: the median and the 95th percentile. */
function LatencyChart({ hours }: { readonly hours: readonly HourCounts[] }) {
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
    />
  );
}

/** Pixels. */
const CHART_HEIGHT = 220;
const DELIVERED_COLOR = 'var(--chart-delivered)';
const FAILED_COLOR = 'var(--chart-failed)';
