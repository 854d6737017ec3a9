/** An event, and its result at each webhook. */

import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { AnswerTo, DeliveryOfWebhook } from '@social-platform-services/client';
import { useParams } from 'react-router';
import { isFinal } from '../../contract/delivery-states.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { useRead } from '../api/api-provider.tsx';
import { type Columns, DataTable } from '../shared/data-table.tsx';
import { deliveryColumns, WebhookLink } from '../shared/delivery.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page, Section } from '../shared/page.tsx';
import { ReplayEvents } from '../shared/replay-events.tsx';
import { failedOf } from '../shared/replay-texts.ts';
import { useStageSettings } from '../shared/stage-settings.ts';
import { Copyable, ID_FIELD } from '../shared/text-view.tsx';
import { counted, numberText } from '../shared/texts.ts';
import { Time } from '../shared/time.tsx';
import { Payload } from './detail/payload.tsx';
import { EraseEvent } from './erase-event.tsx';

export function Screen() {
  const { eventId = '' } = useParams();
  const { eventDays } = useStageSettings().retention;
  const query = useEvent(eventId);
  const { data } = query;
  return (
    <Page
      title="Event"
      description={`An event of the last ${counted(eventDays, 'day', 'days')}, and its result at each webhook.`}
      actions={data && <EraseEvent eventId={eventId} hasPayload={data.payload !== undefined} />}
    >
      {data === undefined && <NotLoaded what="the event" query={query} />}
      {data && <EventSummary event={data} />}
      {data && <Payload payload={data.payload} />}
    </Page>
  );
}

/** When an event happened, and its delivery to each webhook. */
const EventSummary = ({ event }: { readonly event: EventAnswer }) => (
  <SpaceBetween size="l">
    <Section title="At each webhook" actions={<SendToFailed event={event} />}>
      <Chips event={event} />
    </Section>
    <Container>
      <KeyValuePairs
        columns={3}
        minColumnWidth={ID_FIELD}
        items={[
          { label: 'Event', value: event.event },
          { label: 'Event ID', value: <Copyable text={event.eventId} what="event ID" /> },
          { label: 'Occurred', value: <Time at={event.occurredAt} /> },
          { label: 'Accepted', value: <Time at={event.acceptedAt} /> },
          ...(event.traceId === undefined
            ? []
            : [{ label: 'Trace ID', value: <Copyable text={event.traceId} what="trace ID" /> }]),
        ]}
      />
    </Container>
    <DataTable
      title="Deliveries of the event"
      row="Delivery"
      items={event.deliveries}
      columns={columns}
      trackBy="deliveryId"
      empty={<Box>No webhook has subscribed to this event, or no first attempt has ended yet.</Box>}
      contentDensity="compact"
    />
  </SpaceBetween>
);

const chipOf = {
  delivered: { type: 'success', text: 'Delivered' },
  retrying: { type: 'pending', text: 'Retrying' },
  failed: { type: 'error', text: 'Failed' },
  filtered_out: { type: 'stopped', text: 'Left out by a filter' },
  event_erased: { type: 'stopped', text: 'Not known: payload erased' },
  not_asked: { type: 'stopped', text: 'Not subscribed to it' },
  pulled: { type: 'info', text: 'Read by its receiver' },
  no_delivery: { type: 'info', text: 'No delivery yet, or disabled then' },
} as const;

/** A chip for each webhook with what came of the event there; where it was sent, it leads to the delivery. */
function Chips({ event: { webhooks, deliveries } }: { readonly event: EventAnswer }) {
  const notAsked = webhooks.filter(({ outcome }) => outcome === 'not_asked');
  const isFolded = notAsked.length > MOST_NOT_ASKED;
  const chipsOf = (shown: EventAnswer['webhooks']) =>
    shown.map(({ webhookId, outcome }) =>
      outcome === 'delivery' ? null : <Chip key={webhookId} {...chipOf[outcome]} webhookId={webhookId} />,
    );
  return (
    <SpaceBetween size="xs">
      <ul className="chips" aria-label="Webhooks">
        {deliveries.map(({ webhookId, deliveryId, state }) => (
          <Chip
            key={deliveryId}
            {...chipOf[state]}
            webhookId={webhookId}
            href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}
          />
        ))}
        {chipsOf(isFolded ? webhooks.filter(({ outcome }) => outcome !== 'not_asked') : webhooks)}
      </ul>
      {isFolded && (
        <ExpandableSection headerText={`${numberText(notAsked.length)} webhooks are not subscribed to it`}>
          <ul className="chips" aria-label="Webhooks that are not subscribed to it">
            {chipsOf(notAsked)}
          </ul>
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}

/** Webhooks without interest in the event that are shown beside the others; there may be fifty. */
const MOST_NOT_ASKED = 3;

interface ChipProps {
  readonly type: StatusIndicatorProps.Type;
  readonly text: string;
  readonly webhookId: string;
  readonly href?: string;
}

const Chip = ({ type, text, webhookId, href }: ChipProps) => (
  <li>
    <StatusIndicator type={type}>{text}</StatusIndicator> <WebhookLink webhookId={webhookId} {...(href && { href })} />
  </li>
);

/** Sends the event again to every webhook where its delivery has failed. */
function SendToFailed({ event }: { readonly event: EventAnswer }) {
  const failed = failedOf(event).length;
  const text = failed === 0 ? undefined : `Send again where it failed (${numberText(failed)})`;
  return <ReplayEvents eventIds={[event.eventId]} text={text} />;
}

type EventAnswer = AnswerTo<'showEvent'>;

/** Pixels of a column in which an ID of 26 characters is one line, whichever letters it has. */
const ID_COLUMN = 290;

const columns: Columns<DeliveryOfWebhook> = [
  deliveryColumns.state,
  {
    id: 'delivery',
    header: 'Delivery',
    cell: ({ webhookId, deliveryId }) => (
      <Link href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}>
        <span className="id">{deliveryId}</span>
      </Link>
    ),
    isRowHeader: true,
    minWidth: ID_COLUMN,
  },
  deliveryColumns.webhook,
  deliveryColumns.attempts,
];

const REFRESH_MS = 5_000;
/** The first attempts of an event end within so many milliseconds of its acceptance. */
const FIRST_ATTEMPTS_MS = MINUTE_MS;

/** It is refreshed while one of its deliveries may change, or come. */
const useEvent = (eventId: string) =>
  useRead(['events', eventId], (client, options) => client.showEvent({ parameters: { eventId } }, options), {
    refetchInterval: (data) => data !== undefined && mayChange(data, Date.now()) && REFRESH_MS,
  });

const mayChange = ({ acceptedAt, webhooks, deliveries }: AnswerTo<'showEvent'>, now: number): boolean =>
  deliveries.some(({ state }) => !isFinal(state)) ||
  (webhooks.some(({ outcome }) => outcome === 'no_delivery') && now - Date.parse(acceptedAt) < FIRST_ATTEMPTS_MS);
