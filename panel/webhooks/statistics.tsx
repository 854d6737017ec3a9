/** The latest attempts, to one webhook or in the whole network: their number, charts, and failures by cause. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import * as v from 'valibot';
import { DeliveryResult } from '../../contract/delivery-classes.ts';
import type { Webhook } from '../shared/api-types.ts';
import { classTitle } from '../shared/delivery-texts.ts';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Section } from '../shared/page.tsx';
import { useStatistics } from '../shared/queries.ts';
import { numberText, percentText } from '../shared/texts.ts';
import { hourText, minuteText } from '../shared/time-texts.ts';
import { type Attempts, barsOf, everyHour, hoursOf, type Span, spans, totalOf } from './attempt-counts.ts';
import { Charts } from './charts.tsx';
import { CountBars } from './count-bars.tsx';
import { useMarks } from './use-marks.ts';

interface StatisticsProps {
  /** Undefined for all of the network. */
  readonly webhook?: Webhook;
}

export function Statistics({ webhook }: StatisticsProps) {
  const webhookId = webhook?.webhookId;
  const [span, setSpan] = useState<Span>(spans[1]);
  const query = useStatistics(webhookId, hoursOf(span, Date.now()));
  const { data, dataUpdatedAt } = query;
  const marks = useMarks(webhook);
  const bars = data && barsOf(data, span, dataUpdatedAt);
  const log = webhookId === undefined ? '#/deliveries' : `#/webhooks/${webhookId}/deliveries`;
  const hours = data && everyHour(data.hours, hoursOf(span, dataUpdatedAt), dataUpdatedAt);
  // Failures are counted by the hour, and not within it.
  const failedFrom = span.id === '1h' ? hours?.[0]?.from : undefined;
  const range = failedFrom
    ? { since: failedFrom.toISOString(), until: new Date(dataUpdatedAt).toISOString() }
    : { last: span.id };
  const linkTo = (filters: Readonly<Record<string, string>>) =>
    `${log}?${new URLSearchParams({ ...filters, ...range })}`;
  const failedSince = failedFrom ? ` since ${hourText(failedFrom.getTime(), 2)}` : '';
  return (
    <Section
      title="Attempts"
      {...(bars && { description: summaryOf(bars) })}
      actions={
        <div className="on-screen">
          <SegmentedControl
            label="Time range"
            selectedId={span.id}
            options={spans}
            onChange={({ detail }) => setSpan(spans.find(({ id }) => id === detail.selectedId) ?? spans[1])}
          />
        </div>
      }
    >
      {data === undefined || bars === undefined || hours === undefined ? (
        <NotLoaded what="the statistics" query={query} />
      ) : (
        data.hours.length > 0 && (
          <SpaceBetween size="l">
            <Charts
              bars={bars}
              bar={span.bar}
              durations={span.id === '1h' ? hours : bars}
              durationBar={span.id === '1h' ? 'hour' : span.bar}
              marks={marks}
              log={log}
            />
            <ColumnLayout columns={2} minColumnWidth={300}>
              <CountBars
                tone="failed"
                title={`Failed${failedSince}, by result`}
                counts={data.failuresByResult}
                textOf={resultText}
                linkOf={(result) => linkTo({ result })}
              />
              <CountBars
                tone="failed"
                title={`Failed${failedSince}, by event`}
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

/** Stands for all events that the catalogue does not have. */
const OTHER = 'other';

/** A status code, or the name of a class. */
const resultText = (result: string): string => (v.is(DeliveryResult, result) ? classTitle(result) : result);

function summaryOf(bars: readonly Attempts[]): string {
  const { delivered, failed } = totalOf(bars);
  const attempts = delivered + failed;
  if (attempts === 0) return 'No attempts in this period';
  const counted = attempts === 1 ? '1 attempt' : `${numberText(attempts)} attempts`;
  const since = minuteText(bars[0]?.from.getTime() ?? 0);
  return `About ${counted}, ${percentText(delivered / attempts)} successful, since ${since}. This includes retries and replays, but not test events. Counts are some seconds behind, and lack what a process that was killed had not stored yet.`;
}
