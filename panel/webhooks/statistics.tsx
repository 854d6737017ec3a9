/** The latest attempts, to one webhook or in the whole network: their number, charts, and failures by cause. */
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import * as v from 'valibot';
import { DeliveryStanding } from '../../contract/delivery-classes.ts';
import { classTitle } from '../shared/delivery-texts.ts';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page, Section } from '../shared/page.tsx';
import { DAY_HOURS, useStatistics } from '../shared/queries.ts';
import { numberText, percentText } from '../shared/texts.ts';
import { minuteText } from '../shared/time-texts.ts';
import { everyHour, type HourCounts, totalOf } from './attempt-counts.ts';
import { Charts } from './charts.tsx';
import { FailureBars } from './failure-bars.tsx';

/** `last` is the same time in the log's address. Attempts are counted by the hour: the last hour is in two of them. */
const spans = [
  { id: '2', text: '1 hour', hours: 2, barHours: 1, last: '1h' },
  { id: '24', text: '24 hours', hours: DAY_HOURS, barHours: 1, last: '24h' },
  { id: '168', text: '7 days', hours: 168, barHours: 8, last: '7d' },
  { id: '720', text: '30 days', hours: 720, barHours: 24, last: '30d' },
] as const;

interface StatisticsProps {
  /** Undefined for all of the network. */
  readonly webhookId?: string;
}

export function Statistics({ webhookId }: StatisticsProps) {
  const [span, setSpan] = useState<(typeof spans)[number]>(spans[1]);
  const query = useStatistics(webhookId, span.hours);
  const { data, dataUpdatedAt } = query;
  const hours = data && everyHour(data.hours, span.hours, dataUpdatedAt);
  const log = webhookId === undefined ? '#/deliveries' : `#/webhooks/${webhookId}/deliveries`;
  const linkTo = (filters: Readonly<Record<string, string>>) =>
    `${log}?${new URLSearchParams({ ...filters, last: span.last })}`;
  return (
    <Section
      title="Attempts"
      {...(hours && { description: summaryOf(hours) })}
      actions={
        <SegmentedControl
          label="Time range"
          selectedId={span.id}
          options={spans}
          onChange={({ detail }) => setSpan(spans.find(({ id }) => id === detail.selectedId) ?? spans[1])}
        />
      }
    >
      {data === undefined || hours === undefined ? (
        <NotLoaded what="the statistics" query={query} />
      ) : (
        data.hours.length > 0 && (
          <SpaceBetween size="l">
            <Charts hours={hours} barHours={span.barHours} log={log} />
            <ColumnLayout columns={2}>
              <FailureBars
                title="Failed, by result"
                counts={data.failuresByResult}
                textOf={resultText}
                linkOf={(result) => linkTo({ result })}
              />
              <FailureBars
                title="Failed, by event"
                counts={data.failuresByEvent}
                textOf={(event) => (event === OTHER ? 'Events that are not in the catalogue' : event)}
                linkOf={(event) => (event === OTHER ? undefined : linkTo({ state: 'failed', event }))}
              />
            </ColumnLayout>
          </SpaceBetween>
        )
      )}
    </Section>
  );
}

/** The network at a glance: what became of its deliveries, and the way to those that failed. */
export const NetworkScreen = () => (
  <Page
    title="Overview"
    description="Deliveries to all webhooks of the network."
    actions={<Button href="#/deliveries?state=failed">View failed deliveries</Button>}
  >
    <Statistics />
  </Page>
);

/** Stands for all events that the catalogue does not have. */
const OTHER = 'other';

/** A status code, or the name of a class. */
const resultText = (result: string): string => (v.is(DeliveryStanding, result) ? classTitle(result) : result);

function summaryOf(hours: readonly HourCounts[]): string {
  const { delivered, failed } = totalOf(hours);
  const attempts = delivered + failed;
  if (attempts === 0) return 'No attempts in this period';
  const counted = attempts === 1 ? '1 attempt' : `${numberText(attempts)} attempts`;
  const since = minuteText(hours[0]?.at.getTime() ?? 0);
  return `${counted}, ${percentText(delivered / attempts)} delivered, since ${since}. This includes retries and replays, but not test events.`;
}
