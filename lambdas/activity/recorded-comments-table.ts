/**
 * Which event recorded a comment (docs/spec/activity.md#one-record-for-a-comment): a marker for each comment of a user
 * and action.
 *
 * Markers are in the activities table, in a partition of their own for each user, `<networkId>#comments_<userId>`,
 * which no page of the list reads. The sort key, `createdAt`, is the comment's id and the action.
 */
import { type DynamoDBDocumentClient, PutCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Action } from '../../contract/activity.ts';
import type { EventId } from '../../contract/events.ts';
import { EXPIRED, expiryValues } from '../../contract/expiry.ts';
import { type NetworkUser, type NetworkUserKey, networkUserKey } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../contract/tables.ts';
import { isApplied } from '../shared/table-requests.ts';

/** An event that would record a comment. `occurredAt` is in milliseconds, `expiresAt` in seconds, since 1970. */
interface CommentEvent {
  readonly networkId_userId: NetworkUserKey;
  readonly action: Action;
  readonly eventId: EventId;
  readonly occurredAt: number;
  readonly expiresAt: number | undefined;
}

/** The markers in the activities table of the given name. */
export function recordedCommentsTable(client: DynamoDBDocumentClient, TableName: string) {
  return { claim };

  /**
   * Whether this event is the one that records the comment: the first that asks, the same one again, and the first after
   * the record has expired. A write unit, whatever the outcome.
   */
  async function claim(event: CommentEvent): Promise<boolean> {
    const { eventId, occurredAt, expiresAt } = event;
    const put = new PutCommand({
      TableName,
      Item: {
        ...markerKey(event),
        eventId,
        occurredAt,
        ...(expiresAt !== undefined && { [EXPIRY_ATTRIBUTE]: expiresAt }),
      },
      ConditionExpression: `attribute_not_exists(createdAt) OR ${EXPIRED} OR (eventId = :eventId AND occurredAt = :occurredAt)`,
      ExpressionAttributeValues: { ':eventId': eventId, ':occurredAt': occurredAt, ...expiryValues() },
    });
    return await isApplied(client.send(put));
  }
}

/** Network ids have no `_`, so the first one separates the network from the user. */
const partitionKey = (user: NetworkUserKey): string => user.replace('_', '#comments_');

const markerKey = ({ networkId_userId, action: { objectId, action } }: CommentEvent): TableKey<'activities'> => ({
  networkId_userId: partitionKey(networkId_userId),
  createdAt: `${objectId}#${action ?? 'added'}`,
});

/** Finds a user's markers, for erasure. A read unit for 4 KB. */
export const commentMarkersOf = (TableName: string, { networkId, userId }: NetworkUser): QueryCommandInput => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'networkId_userId = :user',
  ExpressionAttributeValues: { ':user': partitionKey(networkUserKey(networkId, userId)) },
});
