/** The activity records of one user, for export and erasure. Apart from `activities-table.ts`, since no route needs them. */
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type ActivityPosition, ActivityRecord } from '../../contract/activity.ts';
import { type NetworkId, networkUserKey, type UserId } from '../../contract/ids.ts';
import { batchWrite } from '../shared/table-requests.ts';

/** A record as it is stored: its fields, the event that it came from, and its expiry in seconds since 1970. */
export const StoredActivity = v.object({
  ...ActivityRecord.entries,
  eventId: v.string(),
  expiresAt: v.optional(v.number()),
});
export type StoredActivity = v.InferOutput<typeof StoredActivity>;

const StoredActivities = v.array(StoredActivity);

/** About a minute with the pauses between them: an operator can wait longer than the caller of a route. */
const ERASURE_ROUNDS = 12;

/** The activities table of the given name. */
export function activitiesOfUserTable(client: DynamoDBDocumentClient, TableName: string) {
  return { recordsOf, remove };

  /** The user's records, oldest first, in pages of at most 1 MB; including expired ones that are not deleted yet. A read unit for 4 KB. */
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

  /** Removes records, also repeatedly. A write unit per KB each. Throws UnprocessedItemsError. */
  async function remove(records: readonly ActivityPosition[]): Promise<void> {
    const deletions = records.map(({ networkId_userId, createdAt }) => ({
      DeleteRequest: { Key: { networkId_userId, createdAt } },
    }));
    await batchWrite(client, TableName, deletions, ERASURE_ROUNDS);
  }
}
