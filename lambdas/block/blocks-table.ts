/**
 * The blocks table: one item per blocked user (docs/spec/blocking.md#block-list-entries).
 *
 * Keys: `netid_uid` (`<networkId>_<userId>` of the blocker) and `blocked_userId`. They are the pagination token. All
 * reads by routes of blocks are strongly consistent, so that a block shows at once
 * (docs/spec/blocking.md#reads-after-writes). Its index of who blocked a user lags: only export and erasure use it.
 */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import { BLOCKED_USERS_PER_PAGE, BlockedUser } from '../../contract/block.ts';
import { type NetworkUser, type NetworkUserKey, networkUserKey, type UserId } from '../../contract/ids.ts';
import { blockedUserIndex } from '../../contract/tables.ts';
import { documentClient } from '../shared/clients.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { required } from '../shared/env.ts';
import { badRequest } from '../shared/errors.ts';
import { batchGet, batchWrite } from '../shared/table-requests.ts';

/** One block: who blocked whom. */
export interface Block {
  readonly netid_uid: NetworkUserKey;
  readonly blocked_userId: UserId;
}

/** A page of a user's blocks; the token is present when another page follows. */
export interface BlockPage {
  readonly results: BlockedUser[];
  readonly paginationToken?: BlockedUser;
}

/** The blocks of one user between two ids, as far as one read went. */
export interface BlockRange {
  readonly blockedUserIds: readonly string[];
  /** The id up to which the read is complete, inclusive; undefined when it reached the end. */
  readonly readUpTo: string | undefined;
}

export type BlocksTable = ReturnType<typeof blocksTable>;

const BlockedUsers = v.array(BlockedUser);

/** The table of the given name; by default the one that the function's environment names. */
export function blocksTable(client: DynamoDBDocumentClient = documentClient(), TableName = required('BLOCKS_TABLE')) {
  return { add, remove, page, range, existing };

  /** Adds a block; adding it again changes nothing. One write unit, and another one in the index for a new one. */
  async function add(block: Block): Promise<void> {
    await client.send(new PutCommand({ TableName, Item: block }));
  }

  /** Removes a block; a missing one changes nothing. One write unit, and one in the index if there was one. */
  async function remove(block: Block): Promise<void> {
    await client.send(new DeleteCommand({ TableName, Key: block }));
  }

  /** Up to 20 blocks of a user after the given id, in ascending order of `blocked_userId`. One read unit for 4 KB. */
  async function page(netid_uid: NetworkUserKey, after?: UserId): Promise<BlockPage> {
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        // The same as an ExclusiveStartKey, which DynamoDB Local evaluates in linear time.
        KeyConditionExpression: `netid_uid = :user${after === undefined ? '' : ' AND blocked_userId > :after'}`,
        ExpressionAttributeValues: { ':user': netid_uid, ':after': after },
        // One more than the page shows whether another page follows, so that the last page is never empty.
        Limit: BLOCKED_USERS_PER_PAGE + 1,
        ConsistentRead: true,
      }),
    );
    const blocks = v.parse(BlockedUsers, Items);
    const results = blocks.slice(0, BLOCKED_USERS_PER_PAGE);
    const last = results.at(-1);
    return blocks.length > results.length && last ? { results, paginationToken: last } : { results };
  }

  /** Whom a user has blocked, of the ids from `first` to `last`: one read of at most `Limit` items, a unit for 4 KB. */
  async function range(netid_uid: NetworkUserKey, first: UserId, last: UserId, Limit: number): Promise<BlockRange> {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'netid_uid = :user AND blocked_userId BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':user': netid_uid, ':first': first, ':last': last },
        Limit,
        ConsistentRead: true,
      }),
    );
    const blockedUserIds = v.parse(BlockedUsers, Items).map((block) => block.blocked_userId);
    return { blockedUserIds, readUpTo: LastEvaluatedKey === undefined ? undefined : blockedUserIds.at(-1) };
  }

  /** Which of the given blocks exist. One read unit each. Throws UnprocessedItemsError. */
  async function existing(blocks: readonly Block[]): Promise<readonly BlockedUser[]> {
    return v.parse(BlockedUsers, await batchGet(client, TableName, blocks));
  }
}

/** Finds the blocks that the user made, for export and erasure. A read unit for 4 KB. */
export const blocksBy = (TableName: string, { networkId, userId }: NetworkUser): QueryCommandInput => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'netid_uid = :user',
  ExpressionAttributeValues: { ':user': networkUserKey(networkId, userId) },
});

/**
 * Finds the blocks of the user by others of the network, for export and erasure. It lags: a block may show later, and a
 * removed one for a while. Half a read unit for 4 KB.
 */
export const blocksOf = (TableName: string, { networkId, userId }: NetworkUser): QueryCommandInput => ({
  TableName,
  IndexName: blockedUserIndex.indexName,
  // Network ids have no `_`, so no other network's keys begin like this.
  KeyConditionExpression: 'blocked_userId = :user AND begins_with(netid_uid, :network)',
  ExpressionAttributeValues: { ':user': userId, ':network': `${networkId}_` },
});

/** Ten minutes with the pauses between them: an operator can wait longer than the caller of a route. */
const OPERATORS_ROUNDS = 85;
/** Requests of 25 blocks in flight at once. */
const CONCURRENT_REQUESTS = 8;
const BLOCKS_PER_REQUEST = 25;

/** Adds any number of blocks, also repeatedly. Two write units each. Throws UnprocessedItemsError. */
export async function importBlocks(
  client: DynamoDBDocumentClient,
  TableName: string,
  blocks: readonly Block[],
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

/** The block to add or remove. Throws 400 for the caller's own id (docs/spec/blocking.md#the-user-to-block). */
export function requestedBlock({ networkId, userId }: Caller, blockUserId: UserId): Block {
  if (blockUserId === userId) throw badRequest('blockUserId must be the id of another user, not your own');
  return { netid_uid: networkUserKey(networkId, userId), blocked_userId: blockUserId };
}
