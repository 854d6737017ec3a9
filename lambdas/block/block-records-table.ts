/** The blocks table as exports, erasures and imports use it: all blocks by a user, and of one. */
import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { BlockedUser } from '../../contract/block-list.ts';
import { hasExpired } from '../../contract/expiry.ts';
import { type NetworkUser, networkUserKey } from '../../contract/ids.ts';
import { blockedUserIndex } from '../../contract/tables.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { batchWrite, queryPages } from '../shared/table-requests.ts';
import { blocksTable } from './blocks-table.ts';
import { entryOf, StoredBlock } from './stored-block.ts';

export { StoredBlock, timesOf } from './stored-block.ts';

/** Finds the blocks that the user made, ended ones included, for export and erasure. A read unit for 4 KB. */
export const blocksBy = (TableName: string, { networkId, userId }: NetworkUser): QueryCommandInput => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'netid_uid = :user',
  ExpressionAttributeValues: { ':user': networkUserKey(networkId, userId) },
});

/**
 * Finds the keys of the blocks that other users of the network made of this user, ended ones included, for export and
 * erasure. The index lags: a block may show later, and a removed one for a while. Half a read unit for 4 KB.
 */
export const blocksOf = (TableName: string, { networkId, userId }: NetworkUser): QueryCommandInput => ({
  TableName,
  IndexName: blockedUserIndex.indexName,
  // Network ids have no `_`, so no other network's keys begin like this.
  KeyConditionExpression: 'blocked_userId = :user AND begins_with(netid_uid, :network)',
  ExpressionAttributeValues: { ':user': userId, ':network': `${networkId}_` },
});

/** The blocks that the user made and that have not ended, as the block list has them. */
export async function* entriesBy(
  client: DynamoDBDocumentClient,
  TableName: string,
  user: NetworkUser,
): AsyncGenerator<readonly BlockedUser[]> {
  for await (const blocks of queryPages(client, blocksBy(TableName, user), StoredBlock))
    yield blocks.filter((block) => !hasExpired(block)).map(entryOf);
}

const BlockKey = v.object({ netid_uid: v.string(), blocked_userId: v.string() });

/**
 * The blocks that others made of this user and that have not ended. The index has only their keys, so each block takes a
 * read unit besides.
 */
export async function* entriesOf(
  client: DynamoDBDocumentClient,
  TableName: string,
  user: NetworkUser,
): AsyncGenerator<readonly BlockedUser[]> {
  const blocks = blocksTable(client, TableName);
  for await (const keys of queryPages(client, blocksOf(TableName, user), BlockKey))
    yield (await blocks.existing(keys)).map(entryOf);
}

/** Ten minutes with the pauses between them: an operator can wait longer than the caller of a route. */
const OPERATORS_ROUNDS = 85;
/** Requests of 25 blocks in flight at once. */
const CONCURRENT_REQUESTS = 8;
const BLOCKS_PER_REQUEST = 25;

/** Adds or replaces any number of blocks, also repeatedly. Two write units each. Throws UnprocessedItemsError. */
export async function importBlocks(
  client: DynamoDBDocumentClient,
  TableName: string,
  blocks: readonly StoredBlock[],
): Promise<void> {
  const distinct = new Map(blocks.map((block) => [`${block.netid_uid}\n${block.blocked_userId}`, block]));
  const puts = [...distinct.values()].map((block) => ({ PutRequest: { Item: { ...block } } }));
  const requests = Array.from({ length: Math.ceil(puts.length / BLOCKS_PER_REQUEST) }, (_, n) =>
    puts.slice(n * BLOCKS_PER_REQUEST, (n + 1) * BLOCKS_PER_REQUEST),
  );
  await mapConcurrently(requests, CONCURRENT_REQUESTS, (request) =>
    batchWrite(client, TableName, request, OPERATORS_ROUNDS),
  );
}
