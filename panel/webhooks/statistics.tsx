/** The latest attempts, to one webhook or in the whole network: their number, charts, and failures by cause. */
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AnswerTo } from '@social-platform-services/client';
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
import type { Mark } from './marks.ts';
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
      {data === undefined || bars === undefined ? (
        <NotLoaded what="the statistics" query={query} />
      ) : (
        data.hours.length > 0 && (
          <Counted
            counted={data}
            span={span}
            bars={bars}
            now={dataUpdatedAt}
            marks={marks}
            log={webhookId === undefined ? '#/deliveries' : `#/webhooks/${webhookId}/deliveries`}
          />
        )
      )}
    </Section>
  );
}

interface CountedProps {
  readonly counted: AnswerTo<'showStatistics'>;
  readonly span: Span;
  readonly bars: readonly Attempts[];
  /** When it was counted, in milliseconds since 1970. */
  readonly now: number;
  readonly marks: readonly Mark[];
  /** The address of the log. */
  readonly log: string;
}

/** The charts, and what has failed; each leads to its deliveries. */
function Counted({ counted, span, bars, now, marks, log }: CountedProps) {
  const hours = everyHour(counted.hours, hoursOf(span, now), now);
  // Failures and durations are counted by the hour, and not within it.
  const isWithinHours = span.id === '1h';
  const since = hours[0]?.from ?? new Date(now);
  const time = isWithinHours ? { since: since.toISOString(), until: new Date(now).toISOString() } : { last: span.id };
  const linkTo = (filters: Readonly<Record<string, string>>) =>
    `${log}?${new URLSearchParams({ ...filters, ...time })}`;
  const failed = isWithinHours ? `Failed since ${hourText(since.getTime(), hours.length)}` : 'Failed';
  return (
    <SpaceBetween size="l">
      <Charts
        bars={bars}
        bar={span.bar}
        durations={isWithinHours ? hours : bars}
        durationBar={isWithinHours ? 'hour' : span.bar}
        marks={marks}
        log={log}
      />
      <ColumnLayout columns={2} minColumnWidth={300}>
        <CountBars
          tone="failed"
          title={`${failed}, by result`}
          counts={counted.failuresByResult}
          textOf={resultText}
          linkOf={(result) => linkTo({ result })}
        />
        <CountBars
          tone="failed"
          title={`${failed}, by event`}
          counts={counted.failuresByEvent}
          textOf={(event) => (event === OTHER ? 'Events that are not in the catalogue' : event)}
          linkOf={(event) => (event === OTHER ? undefined : linkTo({ state: 'failed', event }))}
        />
      </ColumnLayout>
    </SpaceBetween>
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
  return `About ${counted}, ${percentText(delivered / attempts)} successful, since ${since}. This includes retries and replays, but not test events. The counts are a few seconds behind. If a process of the service crashes, its latest attempts are not counted.`;
}
