/** An event as the outbox stores it, and as the table's stream has it. */
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { Trace } from '../../contract/traceparent.ts';

/** The text of an event whose payload was erased; the text of no other. */
export const ERASED_TEXT = '';

/** An event as it is stored. */
export const StoredEvent = v.object({
  networkId: NetworkId,
  eventId: EventId,
  event: v.string(),
  /** The exact text that receivers get: `{"event":…,"data":…}`; `ERASED_TEXT` where the payload was erased. */
  body: v.string(),
  /** ISO 8601 with milliseconds: when it happened according to the platform, or else when it was accepted. */
  occurredAt: v.string(),
  /** ISO 8601 with milliseconds: when it was accepted. */
  acceptedAt: v.string(),
  /** The trace that it was posted with. */
  trace: v.optional(Trace),
  /** Whether an admin sent it to one webhook as a test: no reader of the stream does anything with it. */
  isTest: v.optional(v.literal(true)),
});
export type StoredEvent = v.InferOutput<typeof StoredEvent>;

/** A string attribute in DynamoDB's own form. */
const Text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const IsTest = v.pipe(
  v.object({ BOOL: v.literal(true) }),
  v.transform(({ BOOL }) => BOOL),
);

/** An event in DynamoDB's own form. */
export const StoredEventImage = v.pipe(
  v.object({
    networkId: Text,
    eventId: Text,
    event: Text,
    body: Text,
    occurredAt: Text,
    acceptedAt: Text,
    trace: v.optional(Text),
    isTest: v.optional(IsTest),
  }),
  StoredEvent,
);

/** The event in an item in DynamoDB's own form, such as an image of the stream. Throws a ValiError otherwise. */
export const eventOfImage = (image: unknown): StoredEvent => v.parse(StoredEventImage, image);
