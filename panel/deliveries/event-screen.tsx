/** Finds an event, and shows what came of it at each webhook; or a delivery, whose screen it opens. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { type AnswerTo, ApiError, type Client } from '../../client/index.ts';
import { useRead } from '../api/api-provider.tsx';
import { AppLink, useBreadcrumbs } from '../shared/app-link.tsx';
import { AttemptsText, StateAndResult, WebhookLink } from '../shared/delivery.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Breakable } from '../shared/text-view.tsx';
import { Time } from '../shared/time.tsx';
import { Payload } from './detail/payload.tsx';

export function Screen() {
  const { eventId } = useParams();
  useBreadcrumbs({ text: 'Find an event', to: '/events' });
  return (
    <SpaceBetween size="l">
      <Header variant="h1" description="An event of the last 30 days, and what came of it at each webhook.">
        Find an event
      </Header>
      <EventSearch key={eventId} eventId={eventId} />
      {eventId !== undefined && <FoundEvent eventId={eventId} />}
    </SpaceBetween>
  );
}

function EventSearch({ eventId = '' }: { readonly eventId: string | undefined }) {
  const [typed, setTyped] = useState(eventId);
  const navigate = useNavigate();
  const find = () => {
    const wanted = typed.trim();
    if (wanted !== '') void navigate(`/events/${encodeURIComponent(wanted)}`);
  };
  return (
    <form
      onSubmit={(submission) => {
        submission.preventDefault();
        find();
      }}
    >
      <FormField
        label="Event or delivery ID"
        description="The platform's own ID of the event, the one in the response to it, or the receiver’s header webhook-id."
        secondaryControl={<Button iconName="search">Find</Button>}
      >
        <Input value={typed} onChange={({ detail }) => setTyped(detail.value)} spellcheck={false} />
      </FormField>
    </form>
  );
}

function FoundEvent({ eventId }: { readonly eventId: string }) {
  const query = useFound(eventId);
  const { data } = query;
  if (data === undefined) return <NotLoaded what="the event" query={query} />;
  if (data.kind === 'delivery') {
    const { webhookId, deliveryId } = data.delivery;
    return <Navigate to={`/webhooks/${webhookId}/deliveries/${deliveryId}`} replace />;
  }
  const { event } = data;
  return (
    <SpaceBetween size="l">
      <EventSummary event={event} />
      <Payload payload={event.payload} />
    </SpaceBetween>
  );
}

const withoutDelivery = {
  filtered_out: 'Left out by a filter',
  not_asked: 'Did not ask for its name',
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
          { label: 'Occurred', value: <Time at={event.occurredAt} /> },
          { label: 'Accepted', value: <Time at={event.acceptedAt} /> },
          ...(['filtered_out', 'not_asked', 'no_delivery'] as const).flatMap((outcome) => {
            const own = event.webhooks.filter((webhook) => webhook.outcome === outcome);
            if (own.length === 0) return [];
            const value = own.map(({ webhookId }) => <WebhookLink key={webhookId} webhookId={webhookId} />);
            return { label: withoutDelivery[outcome], value };
          }),
        ]}
      />
    </Container>
    <Table
      items={event.deliveries}
      trackBy="deliveryId"
      columnDefinitions={[
        { id: 'state', header: 'State', cell: (delivery) => <StateAndResult delivery={delivery} />, minWidth: 130 },
        {
          id: 'delivery',
          header: 'Delivery',
          cell: ({ webhookId, deliveryId }) => (
            <Breakable>
              <AppLink to={`/webhooks/${webhookId}/deliveries/${deliveryId}`}>{deliveryId}</AppLink>
            </Breakable>
          ),
          isRowHeader: true,
          minWidth: 130,
        },
        {
          id: 'webhook',
          header: 'Webhook',
          cell: ({ webhookId }) => <WebhookLink webhookId={webhookId} />,
          minWidth: 130,
        },
        { id: 'attempts', header: 'Attempts', cell: (delivery) => <AttemptsText delivery={delivery} />, minWidth: 110 },
      ]}
      ariaLabels={{ tableLabel: 'Deliveries of the event' }}
      empty={<Box>No webhook has asked for it, or its first attempt has not ended yet.</Box>}
      contentDensity="compact"
      wrapLines
    />
  </SpaceBetween>
);

const REFRESH_MILLISECONDS = 5_000;

/** The shape of a delivery's ID. An event's own ID may look like that, too. */
const DELIVERY_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** What has an ID: a delivery, or an event with its deliveries. */
type Found =
  | { readonly kind: 'delivery'; readonly delivery: AnswerTo<'findDelivery'> }
  | { readonly kind: 'event'; readonly event: AnswerTo<'showEvent'> };

/** What has an ID. An event is refreshed while one of its deliveries may change. */
const useFound = (id: string) =>
  useRead(['events', id], (client, { signal }) => find(client, id, signal), {
    refetchInterval: (data) =>
      data?.kind === 'event' && data.event.deliveries.some(({ state }) => state === 'retrying') && REFRESH_MILLISECONDS,
  });

async function find(client: Client, id: string, signal: AbortSignal): Promise<Found> {
  if (DELIVERY_ID.test(id)) {
    try {
      return { kind: 'delivery', delivery: await client.findDelivery({ parameters: { deliveryId: id } }, { signal }) };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  return { kind: 'event', event: await client.showEvent({ parameters: { eventId: id } }, { signal }) };
}
