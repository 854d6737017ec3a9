/**
 * The events table: the outbox (decision 18). An event that was answered with 202 is in it; its stream feeds everything else.
 *
 * Key: `networkId_eventId`. Items expire after 30 days (decision 30).
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';

/** An event as it is kept. */
export const StoredEvent = v.object({
  networkId: NetworkId,
  eventId: EventId,
  event: v.string(),
  /** The exact text that receivers get: `{"event":…,"data":…}`. */
  body: v.string(),
  /** ISO 8601 with milliseconds: when it happened, as the platform says, or else when it was accepted. */
  occurredAt: v.string(),
  /** ISO 8601 with milliseconds: when it was accepted. */
  acceptedAt: v.string(),
});
export type StoredEvent = v.InferOutput<typeof StoredEvent>;

const RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** The table of the given name; by default the one that the function's environment names. */
export function eventsTable(client: DynamoDBDocumentClient = documentClient(), TableName = required('EVENTS_TABLE')) {
  return { add, readBody };

  /** Keeps an event unless the network has one of that id. One write unit a KB. */
  async function add(event: StoredEvent): Promise<'accepted' | 'duplicate'> {
    const networkId_eventId = `${event.networkId}_${event.eventId}`;
    const expiresAt = Math.floor(Date.parse(event.acceptedAt) / 1000) + RETENTION_SECONDS;
    try {
      await client.send(
        new PutCommand({
          TableName,
          Item: { networkId_eventId, ...event, expiresAt },
          ConditionExpression: 'attribute_not_exists(networkId_eventId)',
        }),
      );
      return 'accepted';
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return 'duplicate';
      throw error;
    }
  }

  /** The exact text that receivers get, or undefined where the event has expired. */
  async function readBody(networkId: NetworkId, eventId: EventId): Promise<string | undefined> {
    const Key = { networkId_eventId: `${networkId}_${eventId}` };
    const { Item } = await client.send(new GetCommand({ TableName, Key, ProjectionExpression: 'body' }));
    return Item === undefined ? undefined : v.parse(v.string(), Item['body']);
  }
}

/** A string attribute, as DynamoDB writes it in a stream. */
const Text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const StoredEventImage = v.pipe(
  v.object({ networkId: Text, eventId: Text, event: Text, body: Text, occurredAt: Text, acceptedAt: Text }),
  StoredEvent,
);

/** The event in a new image of the table's stream. Throws a ValiError for anything else. */
export function eventOfImage(image: unknown): StoredEvent {
  return v.parse(StoredEventImage, image);
}
