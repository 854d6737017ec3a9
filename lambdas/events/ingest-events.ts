import { setTimeout as sleep } from 'node:timers/promises';
import { type EventId, ingestEvents } from '../../contract/events.ts';
import { TRACEPARENT } from '../../contract/traceparent.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { route } from '../shared/route.ts';
import { acceptedEvents, refuseLargeEvents } from './accepted-events.ts';
import { eventSourceTexts } from './event-source-text.ts';
import { eventsTable } from './events-table.ts';
import type { StoredEvent } from './stored-event.ts';

const outbox = eventsTable();
/** Each needs a connection. A new process with little processor time takes long to open more, and calls time out. */
const WRITES_AT_ONCE = 16;

/** POST /events: the platform posts what happened (docs/spec/events.md#ingest). An accepted event is in the outbox. */
export const handler = route(ingestEvents, async ({ caller, spend, body: { events }, headers, bodyText }) => {
  const sourceTexts = eventSourceTexts(bodyText);
  refuseLargeEvents(sourceTexts);
  await spend({ events: events.length, deliveries: events.length * caller.webhooks });
  const [now, began] = [Date.now(), performance.now()];
  const results = await addAll(acceptedEvents(caller.networkId, events, sourceTexts, now, headers[TRACEPARENT]));
  await until(began + events.length - 1);
  return { results };
});

/** Waits until the process has run so long (ms): what is posted after the response is accepted after all of this. */
async function until(milliseconds: number): Promise<void> {
  for (let left = milliseconds - performance.now(); left > 0; left = milliseconds - performance.now())
    await sleep(left);
}

/** Adds the events. Of an id that is repeated within the request, the first counts. */
async function addAll(events: readonly StoredEvent[]) {
  const seen = new Set<EventId>();
  return await mapConcurrently(events, WRITES_AT_ONCE, async (event) => {
    const repeated = seen.has(event.eventId);
    seen.add(event.eventId);
    return { id: event.eventId, status: repeated ? ('duplicate' as const) : await addOne(event) };
  });
}

/** Adds an event, also under the id of one that has expired and is not deleted yet. */
async function addOne(event: StoredEvent) {
  const status = await outbox.add(event);
  return status === 'expired' ? await outbox.replaceExpired(event) : status;
}
