/** Users with many rows in the tables of a local cloud. */
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';

/** The table and the user to write for, and the number of rows. */
interface Fill {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly networkId: NetworkId;
  readonly userId: UserId;
  readonly rows: number;
}

const ITEMS_PER_BATCH = 25;
const BATCHES_AT_ONCE = 4;

/** The `n`th id in order: 24 characters, as in many systems. */
export const nthUser = (n: number): UserId => v.parse(UserId, `user-${`${n}`.padStart(19, '0')}`);

/** Makes the user block the first `rows` users. */
export const fillBlocks = (fill: Fill): Promise<void> =>
  putAll(fill, (n) => ({ netid_uid: networkUserKey(fill.networkId, fill.userId), blocked_userId: nthUser(n) }));

/** Gives the user `rows` reactions, one a second. */
export const fillActivities = (fill: Fill): Promise<void> =>
  putAll(fill, (n) => ({
    networkId_userId: networkUserKey(fill.networkId, fill.userId),
    createdAt: new Date(n * 1_000).toISOString().replace('Z', '000Z'),
    eventId: `event-${n}`,
    targetId: `post-${n}`,
    targetType: 'post',
    objectId: `reaction-${n}`,
    objectType: 'reaction_like',
    parentType: 'post',
    parentId: `post-${n}`,
  }));

async function putAll({ client, table, rows }: Fill, itemOf: (n: number) => Record<string, unknown>): Promise<void> {
  const batches = Array.from({ length: Math.ceil(rows / ITEMS_PER_BATCH) }, (_, batch) => batch * ITEMS_PER_BATCH);
  await mapConcurrently(batches, BATCHES_AT_ONCE, async (first) => {
    const numbers = Array.from({ length: Math.min(ITEMS_PER_BATCH, rows - first) }, (_, i) => first + i);
    const requests = numbers.map((n) => ({ PutRequest: { Item: itemOf(n) } }));
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    if (UnprocessedItems?.[table] !== undefined) throw new Error(`DynamoDB Local did not write all of ${table}.`);
  });
}
