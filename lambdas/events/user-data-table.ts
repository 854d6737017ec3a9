/** The events that name users, for export and erasure. Apart from `events-table.ts`, since only erasure changes an event. */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkUser, UserId } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE } from '../../contract/tables.ts';
import { oneOf, type ScanPage, type ScanPosition, scanPage } from '../shared/scan.ts';
import { isApplied } from '../shared/table-requests.ts';
import { ERASED_AT, eventKey, StoredEvent } from './events-table.ts';
import { namedUsers } from './named-users.ts';

const ExpiringEvent = v.object({
  ...StoredEvent.entries,
  /** Seconds since 1970. */
  [EXPIRY_ATTRIBUTE]: v.number(),
});
type ExpiringEvent = v.InferOutput<typeof ExpiringEvent>;

/** An event, and those of the users whom it names; at least one. */
export interface NamingEvent {
  readonly event: ExpiringEvent;
  readonly users: readonly NetworkUser[];
}

/** Events of one page of a scan that name users. */
export interface NamingEventsPage extends Omit<ScanPage, 'items'> {
  readonly events: readonly NamingEvent[];
}

/** The events table of the given name. */
export function eventsOfUsersTable(client: DynamoDBDocumentClient, TableName: string) {
  return { page, erase };

  /** The events that name users of their network in the next 1 MB of the table: a read unit for 4 KB. */
  async function page(users: readonly NetworkUser[], start?: ScanPosition): Promise<NamingEventsPage> {
    const byNetwork = new Map(
      [...Map.groupBy(users, ({ networkId }) => networkId)].map(([networkId, own]) => [
        networkId,
        new Map<string, UserId>(own.map(({ userId }) => [userId, userId])),
      ]),
    );
    const { items, ...rest } = await scanPage(client, TableName, filterOf(users), start);
    const events = items.flatMap((item): NamingEvent[] => {
      const parsed = v.safeParse(ExpiringEvent, item);
      if (!parsed.success) return [];
      const { networkId, body } = parsed.output;
      const named = namedUsers(body, byNetwork.get(networkId) ?? new Map());
      return named.length === 0
        ? []
        : [{ event: parsed.output, users: named.map((userId) => ({ networkId, userId })) }];
    });
    return { events, ...rest };
  }

  /**
   * Removes the text of an event, and leaves the rest: its id still refuses the same event, and its deliveries still have their
   * origin. `at` is ISO 8601. Also repeatedly. A write unit a KB of the event as it was.
   */
  async function erase(event: Pick<StoredEvent, 'networkId' | 'eventId'>, at: string): Promise<void> {
    const update = new UpdateCommand({
      TableName,
      Key: eventKey(event),
      UpdateExpression: 'SET #erasedAt = :at REMOVE body',
      // An event that has expired meanwhile must not come back as an item without an expiry.
      ConditionExpression: 'attribute_exists(networkId_eventId)',
      ExpressionAttributeNames: { '#erasedAt': ERASED_AT },
      ExpressionAttributeValues: { ':at': at },
    });
    await isApplied(client.send(update));
  }
}

/** For one user DynamoDB can tell most events apart: a text without any escape has the id as it is. */
function filterOf(users: readonly NetworkUser[]) {
  const [first, second] = users;
  const ofNetworks = oneOf('networkId', new Set(users.map(({ networkId }) => networkId)));
  if (first === undefined || second !== undefined || ofNetworks.FilterExpression === undefined) return ofNetworks;
  return {
    FilterExpression: `${ofNetworks.FilterExpression} AND (contains(body, :user) OR contains(body, :escape))`,
    ExpressionAttributeValues: { ...ofNetworks.ExpressionAttributeValues, ':user': first.userId, ':escape': '\\' },
  };
}
