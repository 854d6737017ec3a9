/**
 * The events table: the outbox (docs/spec/events.md#ingest). It holds every event that was accepted with 202; its
 * stream feeds everything else.
 *
 * Key: `networkId_eventId`. The index `accepted` has them in the order of acceptance. Items expire after 30 days, or as
 * the stage sets (docs/spec/delivery.md#retention).
 */
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { EventId } from '../../contract/events.ts';
import { EXPIRED, expiryAfter, expiryValues, hasExpired, hasImageExpired } from '../../contract/expiry.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../contract/tables.ts';
import { documentClient } from '../shared/clients.ts';
import { required, stageRetention } from '../shared/env.ts';
import { batchGet, conditionally, isApplied } from '../shared/table-requests.ts';
import { acceptedAttributes, acceptedReader, logMalformed } from './accepted-index.ts';
import { ERASED_TEXT, StoredEvent, StoredEventImage } from './stored-event.ts';

/** The exact text that receivers get, and the trace of the event. */
const EventText = v.pick(StoredEvent, ['body', 'trace']);
export type EventText = v.InferOutput<typeof EventText>;

export type EventsTable = ReturnType<typeof eventsTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function eventsTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('EVENTS_TABLE'),
  { eventDays } = stageRetention(),
) {
  return {
    add,
    adding,
    replaceExpired,
    erase,
    read,
    readText,
    readBody,
    readBodies,
    ...acceptedReader(client, TableName, eventDays),
  };

  /**
   * Stores an event unless there is an item with that id, which may be one that has expired. One write unit a KB, and
   * one for the index.
   */
  async function add(event: StoredEvent): Promise<'accepted' | 'duplicate' | 'expired'> {
    const put = new PutCommand({
      ...writeOf(event),
      ConditionExpression: 'attribute_not_exists(networkId_eventId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const isStored = (item: unknown): boolean => isDeepStrictEqual(v.safeParse(StoredEventImage, item).output, event);
    return await conditionally<'accepted' | 'duplicate' | 'expired'>(
      client.send(put).then(() => 'accepted'),
      ({ item, isRepeated }) => {
        if (isRepeated && isStored(item)) return 'accepted';
        return hasImageExpired(item) ? 'expired' : 'duplicate';
      },
    );
  }

  function writeOf(event: StoredEvent) {
    const expiresAt = expiryAfter(event.acceptedAt, eventDays);
    return {
      TableName,
      Item: { ...eventKey(event), ...event, ...acceptedAttributes(event), [EXPIRY_ATTRIBUTE]: expiresAt },
    };
  }

  /** Stores an event whose id is new, as a part of a transaction. Two write units a KB, and one for the index. */
  function adding(event: StoredEvent) {
    return { Put: writeOf(event) };
  }

  /**
   * Stores an event in place of one that has expired. That is deleted first, since readers of the stream see what is
   * inserted, and not what replaces something. A write unit a KB of either, and two for the index.
   */
  async function replaceExpired(event: StoredEvent): Promise<'accepted' | 'duplicate'> {
    const deletion = new DeleteCommand({
      TableName,
      Key: eventKey(event),
      ConditionExpression: EXPIRED,
      ExpressionAttributeValues: expiryValues(),
    });
    // Where somebody else was quicker, the id is a duplicate.
    await isApplied(client.send(deletion));
    return (await add(event)) === 'accepted' ? 'accepted' : 'duplicate';
  }

  /** Removes the text of an event; false where there is none. A write unit for each KB of it. */
  async function erase({ networkId, eventId }: Pick<StoredEvent, 'networkId' | 'eventId'>): Promise<boolean> {
    const update = new UpdateCommand({
      TableName,
      Key: eventKey({ networkId, eventId }),
      UpdateExpression: 'SET body = :erased',
      ConditionExpression: 'attribute_exists(networkId_eventId)',
      ExpressionAttributeValues: { ':erased': ERASED_TEXT },
    });
    return await isApplied(client.send(update));
  }

  /** An event, read consistently, or undefined where it has expired or never was. A read unit for 4 KB. */
  async function read(networkId: NetworkId, eventId: EventId): Promise<StoredEvent | undefined> {
    const Key = eventKey({ networkId, eventId });
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return hasExpired(Item) ? undefined : v.parse(v.optional(StoredEvent), Item);
  }

  /** What an attempt sends, or undefined where the event has expired. Consistent: a lag is no expiry. */
  async function readText(networkId: NetworkId, eventId: EventId): Promise<EventText | undefined> {
    const Key = eventKey({ networkId, eventId });
    const ProjectionExpression = `body, trace, ${EXPIRY_ATTRIBUTE}`;
    const { Item } = await client.send(new GetCommand({ TableName, Key, ProjectionExpression, ConsistentRead: true }));
    return Item === undefined || hasExpired(Item) ? undefined : v.parse(EventText, Item);
  }

  /** The exact text that receivers get, or undefined where the event has expired or is malformed. Consistent. */
  async function readBody(networkId: NetworkId, eventId: EventId): Promise<string | undefined> {
    const Key = eventKey({ networkId, eventId });
    const ProjectionExpression = `networkId_eventId, eventId, body, ${EXPIRY_ATTRIBUTE}`;
    const { Item } = await client.send(new GetCommand({ TableName, Key, ProjectionExpression, ConsistentRead: true }));
    const [found] = Item === undefined ? [] : bodyOf(Item);
    return found?.body;
  }

  /**
   * The texts of those of the events that are stored and not malformed. Half a read unit for each 4 KB of each one.
   * Throws UnprocessedItemsError.
   */
  async function readBodies(
    networkId: NetworkId,
    events: readonly Pick<StoredEvent, 'eventId'>[],
  ): Promise<ReadonlyMap<EventId, string>> {
    const keys = events.map(({ eventId }) => eventKey({ networkId, eventId }));
    const found = await batchGet(client, TableName, keys, false);
    return new Map(found.flatMap(bodyOf).map(({ eventId, body }) => [eventId, body]));
  }
}

const EventBody = v.pick(StoredEvent, ['eventId', 'body']);

/** The text of an event; nothing for one that has expired, and for a malformed one: see `logMalformed`. */
function bodyOf(item: Readonly<Record<string, unknown>>): readonly v.InferOutput<typeof EventBody>[] {
  if (hasExpired(item)) return [];
  const parsed = v.safeParse(EventBody, item);
  if (parsed.success) return [parsed.output];
  logMalformed(item['networkId_eventId']);
  return [];
}

/** The key of an event. */
const eventKey = ({ networkId, eventId }: Pick<StoredEvent, 'networkId' | 'eventId'>): TableKey<'events'> => ({
  networkId_eventId: `${networkId}_${eventId}`,
});
