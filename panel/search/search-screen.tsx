/** What one text finds: a delivery or an event by its ID, webhooks by their URL, and the events that name a user. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type AnswerTo, ApiError, type Client } from '@social-platform-services/client';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useRead, useReadPages } from '../api/api-provider.tsx';
import { type Columns, DataTable } from '../shared/data-table.tsx';
import { WebhookLink } from '../shared/delivery.tsx';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Page, Section } from '../shared/page.tsx';
import { useWebhooks } from '../shared/queries.ts';
import { ReplayEvents } from '../shared/replay-events.tsx';
import { Breakable, TypedText, Words } from '../shared/text-view.tsx';
import { destinationOf, visibleText } from '../shared/texts.ts';
import { Time } from '../shared/time.tsx';
import { boundsOf, LAST_DAY, type TimeRange } from '../shared/time-range.ts';
import { TimeRangeField } from '../shared/time-range-field.tsx';

export function Screen() {
  const [params] = useSearchParams();
  const text = params.get('q')?.trim() ?? '';
  return (
    <Page
      title={text === '' ? 'Search' : `Search for “${visibleText(text)}”`}
      description="Finds an event or a delivery by its ID, a webhook by its URL, and events that name a user."
    >
      {text !== '' && <Found key={text} text={text} />}
    </Page>
  );
}

function Found({ text }: { readonly text: string }) {
  const query = useRead(['search', text], (client, { signal }) => findId(client, text, signal));
  const webhooks = (useWebhooks(false).data?.results ?? []).filter(
    (one) => one.webhookId === text || destinationOf(one).toLowerCase().includes(text.toLowerCase()),
  );
  const { data } = query;
  if (data?.kind === 'delivery') return <Navigate to={`/webhooks/${data.webhookId}/deliveries/${data.id}`} replace />;
  if (data?.kind === 'event') return <Navigate to={`/events/${encodeURIComponent(data.id)}`} replace />;
  return (
    <SpaceBetween size="l">
      {data === undefined && <NotLoaded what="what has this ID" query={query} />}
      {data?.kind === 'nothing' && <Box>No event and no delivery has this ID.</Box>}
      {webhooks.length > 0 && (
        <Section title="Webhooks">
          {webhooks.map(({ webhookId, description }) => (
            <div key={webhookId}>
              <WebhookLink webhookId={webhookId} /> <TypedText text={description} />
            </div>
          ))}
        </Section>
      )}
      {new TextEncoder().encode(text).length <= MAX_USER_ID_BYTES && <EventsOfUser userId={text} />}
    </SpaceBetween>
  );
}

/** The shape of a delivery's ID. An event's own ID may look like that, too. */
const DELIVERY_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** No event has a longer ID, and one with these characters can't be looked up. */
const EVENT_ID = /^[^/?#%]{1,64}$/;

/** No user has a longer ID, and the API looks for no longer text: a webhook's URL may be one. */
const MAX_USER_ID_BYTES = 128;

type FoundId =
  | { readonly kind: 'delivery'; readonly webhookId: string; readonly id: string }
  | { readonly kind: 'event'; readonly id: string }
  | { readonly kind: 'nothing' };

async function findId(client: Client, id: string, signal: AbortSignal): Promise<FoundId> {
  const delivery =
    DELIVERY_ID.test(id) && (await orNothing(client.findDelivery({ parameters: { deliveryId: id } }, { signal })));
  if (delivery) return { kind: 'delivery', webhookId: delivery.webhookId, id };
  const event = EVENT_ID.test(id) && (await orNothing(client.showEvent({ parameters: { eventId: id } }, { signal })));
  return event ? { kind: 'event', id } : { kind: 'nothing' };
}

/** The response, or nothing where the API says that there is none. */
const orNothing = <T,>(response: Promise<T>): Promise<T | undefined> =>
  response.catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  });

const columns: Columns<AnswerTo<'listEvents'>['results'][number]> = [
  { id: 'event', header: 'Event', cell: ({ event }) => <Breakable>{event}</Breakable>, minWidth: 130 },
  {
    id: 'id',
    header: 'Event ID',
    cell: ({ id }) => (
      <Breakable>
        <Link href={`#/events/${encodeURIComponent(id)}`}>
          <Words text={id} />
        </Link>
      </Breakable>
    ),
    isRowHeader: true,
    minWidth: 340,
  },
  { id: 'accepted', header: 'Accepted', cell: ({ acceptedAt }) => <Time at={acceptedAt} />, minWidth: 130 },
];

/** Events in which a user is named. They are read one after the other, so the search goes on only if asked. */
function EventsOfUser({ userId }: { readonly userId: string }) {
  const [range, setRange] = useState<TimeRange>(LAST_DAY);
  const query = useEventsOfUser(userId, range);
  const { results, error, isFetching, hasNextPage, fetchNextPage } = query;
  return (
    <DataTable
      title="Events that name it"
      row="Event"
      description="Events in which some value is this text, such as a user’s ID."
      actions={
        <SpaceBetween direction="horizontal" size="xs" alignItems="center">
          <ReplayEvents eventIds={results.map(({ id }) => id)} text="Send again where they failed" />
          <TimeRangeField
            range={range}
            label="When the event was accepted"
            placeholder="Choose a time"
            isOptional={false}
            onChange={(chosen) => setRange(chosen ?? LAST_DAY)}
          />
        </SpaceBetween>
      }
      items={results}
      columns={columns}
      trackBy="id"
      empty={
        error === null ? (
          isFetching ? (
            'Looking at events'
          ) : (
            'No events found'
          )
        ) : (
          <NotLoaded what="the events" query={query} />
        )
      }
      footer={
        <SpaceBetween direction="horizontal" size="xs" alignItems="center">
          {isFetching && <StatusIndicator type="loading">Looking at events</StatusIndicator>}
          {!isFetching && hasNextPage && <Button onClick={() => void fetchNextPage()}>Look at older events</Button>}
          {!isFetching && !hasNextPage && error === null && <Box>No older events in this time range.</Box>}
        </SpaceBetween>
      }
      contentDensity="compact"
    />
  );
}

/** Requests for one page. Each looks at 100 events. */
const REQUESTS_PER_PAGE = 10;

const useEventsOfUser = (userId: string, range: TimeRange) =>
  useReadPages(['events-of-user', userId, range], async (client, pageStart, options) => {
    const query = { ...boundsOf(range, Date.now()), userId, limit: 100 };
    const results = [];
    let start = pageStart;
    for (let requests = 0; requests < REQUESTS_PER_PAGE; requests++) {
      const page = await client.listEvents({ query: { ...query, start } }, options);
      results.push(...page.results);
      start = page.start;
      if (start === undefined) break;
    }
    return { results, start };
  });
