/** What is stored of the events of a request (docs/spec/events.md#ingest). */

import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { EventId, MAX_EVENT_BYTES } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { traceOf } from '../../contract/traceparent.ts';
import { ServiceError } from '../shared/errors.ts';
import type { EventSourceText } from './event-source-text.ts';
import type { StoredEvent } from './stored-event.ts';

/** An event of a request body that was checked. `occurredAt` is a time stamp with any offset. */
export interface PostedEvent {
  readonly id?: EventId | undefined;
  readonly event: string;
  readonly occurredAt?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** Throws 413 where the JSON of an event is too large. */
export function refuseLargeEvents(sourceTexts: readonly EventSourceText[]): void {
  const complaints = sourceTexts.flatMap(({ bytes }, index) =>
    bytes > MAX_EVENT_BYTES ? [`events[${index}] must be at most ${MAX_EVENT_BYTES} bytes of JSON, not ${bytes}`] : [],
  );
  const [first] = complaints;
  if (first !== undefined) throw new ServiceError('payloadTooLarge', first, complaints);
}

/**
 * The events to store, in the order of their texts. An event without an id gets a new one. The first is accepted at
 * `now` (milliseconds since 1970), each other one a millisecond after the one before: so their times have their order,
 * too. `traceparent` is the header of the request, for events that have none of their own.
 */
export const acceptedEvents = (
  networkId: NetworkId,
  events: readonly PostedEvent[],
  sourceTexts: readonly EventSourceText[],
  now: number,
  traceparent?: string,
): readonly StoredEvent[] =>
  events.map(({ id, event, occurredAt, traceparent: own }, index) => {
    const trace = traceOf(own ?? traceparent);
    const acceptedAt = new Date(now + index).toISOString();
    return {
      networkId,
      eventId: id ?? v.parse(EventId, uuidv7()),
      event,
      body: sourceTexts[index]?.body ?? '',
      occurredAt: occurredAt === undefined ? acceptedAt : new Date(occurredAt).toISOString(),
      acceptedAt,
      ...(trace !== undefined && { trace }),
    };
  });
