/** An event, and what came of it at each webhook. */
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from 'react-router';
import type { AnswerTo, DeliveryOfWebhook } from '../../client/index.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { useRead } from '../api/api-provider.tsx';
import { type Columns, DataTable } from '../shared/data-table.tsx';
import { deliveryColumns, WebhookLink } from '../shared/delivery.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page } from '../shared/page.tsx';
import { Breakable, Copyable } from '../shared/text-view.tsx';
import { Time } from '../shared/time.tsx';
import { Payload } from './detail/payload.tsx';

export function Screen() {
  const { eventId = '' } = useParams();
  const query = useEvent(eventId);
  const { data } = query;
  return (
    <Page title="Event" description="An event of the last 30 days, and what came of it at each webhook.">
      {data === undefined && <NotLoaded what="the event" query={query} />}
      {data && <EventSummary event={data} />}
      {data && <Payload payload={data.payload} />}
    </Page>
  );
}

const withoutDelivery = {
  filtered_out: 'Left out by a filter',
  not_asked: 'Not subscribed to it',
  pulled: 'Read by the receiver',
  no_delivery: 'No delivery yet, or disabled then',
};

/** When an event happened, and its delivery to each webhook. */
const EventSummary = ({ event }: { readonly event: AnswerTo<'showEvent'> }) => (
  <SpaceBetween size="l">
    <Container>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Event', value: event.event },
          { label: 'Event ID', value: <Copyable text={event.eventId} what="event ID" /> },
          { label: 'Occurred', value: <Time at={event.occurredAt} /> },
          { label: 'Accepted', value: <Time at={event.acceptedAt} /> },
          ...(['filtered_out', 'not_asked', 'pulled', 'no_delivery'] as const).flatMap((outcome) => {
            const own = event.webhooks.filter((webhook) => webhook.outcome === outcome);
            if (own.length === 0) return [];
            const value = own.map(({ webhookId }) => (
              <div key={webhookId}>
                <WebhookLink webhookId={webhookId} />
              </div>
            ));
            return { label: withoutDelivery[outcome], value };
          }),
        ]}
      />
    </Container>
    <DataTable
      title="Deliveries of the event"
      row="Delivery"
      items={event.deliveries}
      columns={columns}
      trackBy="deliveryId"
      empty={<Box>No webhook has asked for it, or its first attempt has not ended yet.</Box>}
      contentDensity="compact"
    />
  </SpaceBetween>
);

const columns: Columns<DeliveryOfWebhook> = [
  deliveryColumns.state,
  {
    id: 'delivery',
    header: 'Delivery',
    cell: ({ webhookId, deliveryId }) => (
      <Breakable>
        <Link href={`#/webhooks/${webhookId}/deliveries/${deliveryId}`}>{deliveryId}</Link>
      </Breakable>
    ),
    isRowHeader: true,
    minWidth: 130,
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
  deliveries.some(({ state }) => state === 'retrying') ||
  (webhooks.some(({ outcome }) => outcome === 'no_delivery') && now - Date.parse(acceptedAt) < FIRST_ATTEMPTS_MS);
