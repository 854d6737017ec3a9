/** Charts of the latest attempts: how many were delivered, and how long they took. */
import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import LineChart from '@cloudscape-design/components/line-chart';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useMemo, useState } from 'react';
import { NotLoaded } from '../../shared/error-alert.tsx';
import { DAY_HOURS, useStatistics } from '../../shared/queries.ts';
import { durationText, numberText, percentText } from '../../shared/texts.ts';
import { hourText, minuteText } from '../../shared/time-texts.ts';
import { type AttemptCounts, everyHour, groupHours, type HourCounts, totalOf } from '../attempt-counts.ts';

const spans = [
  { id: '24', text: '24 hours', hours: DAY_HOURS, barHours: 1, bars: 'Attempts per hour' },
  { id: '168', text: '7 days', hours: 168, barHours: 8, bars: 'Attempts per 8 hours' },
] as const;

export function Statistics({ webhookId }: { readonly webhookId: string }) {
  const [span, setSpan] = useState<(typeof spans)[number]>(spans[0]);
  const query = useStatistics(webhookId, span.hours);
  const { data, dataUpdatedAt } = query;
  const hours = useMemo(
    () => data && everyHour(data.hours, span.hours, dataUpdatedAt),
    [data, span.hours, dataUpdatedAt],
  );
  const total = hours && totalOf(hours);
  const counts = total !== undefined && total.delivered + total.failed > 0 ? total : undefined;
  return (
    <Container
      header={
        <Header
          variant="h2"
          {...(counts && { description: summaryOf(counts) })}
          actions={
            <SegmentedControl
              label="Time range"
              selectedId={span.id}
              options={[...spans]}
              onChange={({ detail }) => setSpan(spans.find(({ id }) => id === detail.selectedId) ?? spans[0])}
            />
          }
        >
          Attempts
        </Header>
      }
    >
      {hours === undefined && <NotLoaded what="the statistics" query={query} />}
      {hours !== undefined && counts === undefined && <Box>{NO_ATTEMPTS}</Box>}
      {hours !== undefined && counts !== undefined && (
        <ColumnLayout columns={2}>
          <AttemptsChart counts={groupHours(hours, span.barHours)} title={span.bars} hours={span.hours} />
          <LatencyChart hours={hours} />
        </ColumnLayout>
      )}
    </Container>
  );
}

function summaryOf({ delivered, failed }: Omit<AttemptCounts, 'at'>): string {
  const attempts = delivered + failed;
  const counted = attempts === 1 ? '1 attempt' : `${numberText(attempts)} attempts`;
  return `${counted}, ${percentText(delivered / attempts)} delivered. This includes retries and replays, but not test events.`;
}

interface AttemptsChartProps {
  readonly counts: readonly AttemptCounts[];
  /** How many hours the chart covers. */
  readonly hours: number;
  /** For example `Attempts per hour`. */
  readonly title: string;
}

/** A bar chart of delivered and failed attempts, stacked. */
function AttemptsChart({ counts, hours, title: chartTitle }: AttemptsChartProps) {
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

/** Milliseconds. An hour is drawn as a line, so that a single one is visible too. */
const WIDTH = 59 * 60_000;
const HOUR = 60 * 60_000;

/** The start of the hour whose line ends `at`; any other time unchanged. */
const hourStart = (at: Date): number => at.getTime() - (at.getTime() % HOUR === WIDTH ? WIDTH : 0);

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
      empty={<Box>{NO_ATTEMPTS}</Box>}
    />
  );
}

/** Pixels. */
const CHART_HEIGHT = 220;
const DELIVERED_COLOR = 'var(--chart-delivered)';
const FAILED_COLOR = 'var(--chart-failed)';
const NO_ATTEMPTS = 'No attempts in this period';
