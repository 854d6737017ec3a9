/** Finds an event, and shows what came of it at each webhook; or a delivery, whose screen it opens. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useBreadcrumbs } from '../../shared/breadcrumbs.tsx';
import { ErrorAlert } from '../../shared/error-alert.tsx';
import { Payload } from '../detail/payload.tsx';
import { useFound } from './event-query.ts';
import { EventSummary } from './event-summary.tsx';

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
  const { data, error, refetch } = useFound(eventId);
  if (data === undefined) {
    if (error === null) return <StatusIndicator type="loading">Looking for the event</StatusIndicator>;
    return <ErrorAlert error={error} header="The event could not be shown" onRetry={() => void refetch()} />;
  }
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
