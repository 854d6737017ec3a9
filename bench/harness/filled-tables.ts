/** Users with many rows in the tables of a local cloud. */
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';

/** The table and the user to write for, and the number of rows. */
export interface Fill {
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

/** An id directly after the `n`th, which is in no block. */
export const behindNthUser = (n: number): UserId => v.parse(UserId, `${nthUser(n)}-`);

/** Makes the user block the first `rows` users. */
export const fillBlocks = (fill: Fill): Promise<void> =>
  putAll(fill, (n) => ({ netid_uid: networkUserKey(fill.networkId, fill.userId), blocked_userId: nthUser(n) }));

/** Gives the user `rows` reactions, one a second. */
export const fillActivities = (fill: Fill): Promise<void> =>
  putAll(fill, (n) => nthReaction(networkUserKey(fill.networkId, fill.userId), n, n * 1_000));

/** The activity of a user's `n`th reaction; `at` is in milliseconds since 1970. */
export const nthReaction = (networkUser: string, n: number, at: number) => ({
  networkId_userId: networkUser,
  createdAt: new Date(at).toISOString().replace('Z', '000Z'),
  eventId: `event-${n}`,
  targetId: `post-${n}`,
  targetType: 'post',
  objectId: `reaction-${n}`,
  objectType: 'reaction_like',
  parentType: 'post',
  parentId: `post-${n}`,
});

async function putAll({ client, table, rows }: Fill, itemOf: (n: number) => Record<string, unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < rows) {
      const first = next;
      next += ITEMS_PER_BATCH;
      const numbers = Array.from({ length: Math.min(ITEMS_PER_BATCH, rows - first) }, (_, i) => first + i);
      await putBatch(numbers.map((n) => ({ PutRequest: { Item: itemOf(n) } })));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, worker));

  async function putBatch(requests: { readonly PutRequest: { readonly Item: Record<string, unknown> } }[]) {
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    if (Object.keys(UnprocessedItems).length > 0)
      throw new Error(`DynamoDB Local did not write all items of ${table}.`);
  }
}
