/** Charts of the latest attempts: how many were delivered, and how long they took. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Spinner from '@cloudscape-design/components/spinner';
import { useMemo, useState } from 'react';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { numberText, percentText } from '../../shared/number-text.ts';
import { everyHour, groupHours, type HourCounts, totalOf } from '../attempt-counts.ts';
import { DAY_HOURS, useStatistics } from '../webhook-queries.ts';
import { AttemptsChart } from './attempts-chart.tsx';
import { NO_ATTEMPTS } from './chart-style.ts';
import { LatencyChart } from './latency-chart.tsx';

const spans = [
  { id: '24', text: '24 hours', hours: DAY_HOURS, barHours: 1, bars: 'Attempts per hour' },
  { id: '168', text: '7 days', hours: 168, barHours: 8, bars: 'Attempts per 8 hours' },
] as const;

export function Statistics({ webhookId }: { readonly webhookId: string }) {
  const [span, setSpan] = useState<(typeof spans)[number]>(spans[0]);
  const { data, error, dataUpdatedAt, refetch } = useStatistics(webhookId, span.hours);
  const hours = useMemo(
    () => data && everyHour(data.hours, span.hours, dataUpdatedAt),
    [data, span.hours, dataUpdatedAt],
  );
  return (
    <Container
      header={
        <Header
          variant="h2"
          {...(hours && { description: summaryOf(hours) })}
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
      {hours !== undefined && (
        <ColumnLayout columns={2}>
          <AttemptsChart counts={groupHours(hours, span.barHours)} title={span.bars} hours={span.hours} />
          <LatencyChart hours={hours} />
        </ColumnLayout>
      )}
      {hours === undefined && error !== null && (
        <ErrorAlert error={error} header="The statistics could not be loaded" onRetry={() => void refetch()} />
      )}
      {hours === undefined && error === null && <Spinner />}
    </Container>
  );
}

function summaryOf(hours: readonly HourCounts[]): string {
  const { delivered, failed } = totalOf(hours);
  const attempts = delivered + failed;
  if (attempts === 0) return NO_ATTEMPTS;
  const counted = attempts === 1 ? '1 attempt' : `${numberText(attempts)} attempts`;
  return `${counted}, ${percentText(delivered / attempts)} delivered. This includes retries and replays, but not test events.`;
}
