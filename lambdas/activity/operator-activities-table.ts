/**
 * What the operator's command line does with the activities table: everything held about one user, and its removal.
 *
 * It stands apart from `activities-table.ts` so that no route's bundle carries it.
 */
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type ActivityPosition, ActivityRecord } from '../../contract/activity.ts';
import { type NetworkId, networkUserKey, type UserId } from '../../contract/ids.ts';
import { deleteItems } from '../shared/batch-delete.ts';

/** A record as it is kept: what a route answers, the event that it came from, and its expiry in seconds since 1970. */
export const StoredActivity = v.object({
  ...ActivityRecord.entries,
  eventId: v.string(),
  expiresAt: v.optional(v.number()),
});
export type StoredActivity = v.InferOutput<typeof StoredActivity>;

const StoredActivities = v.array(StoredActivity);

/** The activities table of the given name. */
export function operatorActivitiesTable(client: DynamoDBDocumentClient, TableName: string) {
  return { recordsOf, remove };

  /** The user's records, oldest first, in pages of at most 1 MB; expired ones that are still there too. A read unit for 4 KB. */
  async function* recordsOf(networkId: NetworkId, userId: UserId): AsyncGenerator<StoredActivity[]> {
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'networkId_userId = :user',
        ExpressionAttributeValues: { ':user': networkUserKey(networkId, userId) },
      },
    );
    for await (const { Items } of pages) yield v.parse(StoredActivities, Items);
  }

  /** Removes records; one that is not there is no error. A write unit per KB each. Throws DeletionUnfinishedError. */
  async function remove(records: readonly ActivityPosition[]): Promise<void> {
    const keys = records.map(({ networkId_userId, createdAt }) => ({ networkId_userId, createdAt }));
    await deleteItems(client, TableName, keys);
  }
}
