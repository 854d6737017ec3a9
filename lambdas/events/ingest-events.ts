import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { EventId, ingestEvents, MAX_EVENT_BYTES } from '../../contract/events.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { ServiceError } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { type EventSourceText, eventSourceTexts } from './event-source-text.ts';
import { eventsTable, type StoredEvent } from './events-table.ts';

const outbox = eventsTable();
/** Each needs a connection. A new process with little processor time takes long to open more at once, and calls time out. */
const WRITES_AT_ONCE = 16;

/** POST /events: the platform posts what happened (docs/spec/events.md#ingest). An accepted event is in the outbox. */
export const handler = route(ingestEvents, async ({ caller, spend, body: { events }, bodyText }) => {
  const sourceTexts = eventSourceTexts(bodyText);
  refuseLargeEvents(sourceTexts);
  await spend({ events: events.length });
  const acceptedAt = new Date().toISOString();
  const stored = events.map(({ id, event, occurredAt }, index) => ({
    networkId: caller.networkId,
    eventId: id ?? v.parse(EventId, uuidv7()),
    event,
    body: sourceTexts[index]?.body ?? '',
    occurredAt: occurredAt === undefined ? acceptedAt : new Date(occurredAt).toISOString(),
    acceptedAt,
  }));
  return { results: await addAll(stored) };
});

/** Adds the events. Of an id that is repeated within the request, the first counts. */
async function addAll(events: readonly StoredEvent[]) {
  const seen = new Set<EventId>();
  return await mapConcurrently(events, WRITES_AT_ONCE, async (event) => {
    const repeated = seen.has(event.eventId);
    seen.add(event.eventId);
    return { id: event.eventId, status: repeated ? ('duplicate' as const) : await outbox.add(event) };
  });
}

function refuseLargeEvents(sourceTexts: readonly EventSourceText[]): void {
  const complaints = sourceTexts.flatMap(({ bytes }, index) =>
    bytes > MAX_EVENT_BYTES ? [`events[${index}] must be at most ${MAX_EVENT_BYTES} bytes of JSON, not ${bytes}`] : [],
  );
  const [first] = complaints;
  if (first !== undefined) throw new ServiceError('payloadTooLarge', first, complaints);
}
