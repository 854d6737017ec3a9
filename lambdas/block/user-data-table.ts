/** What the operator needs of blocks: those by and of one user, and many at once. Apart from `blocks-table.ts`, since no route does. */
import { type DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { BlockedUser } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, type UserId } from '../../contract/ids.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { batchWrite } from '../shared/table-requests.ts';
import type { Block } from './blocks-table.ts';

const BlockedUsers = v.array(BlockedUser);

/** About a minute with the pauses between them: an operator can wait longer than the caller of a route. */
const OPERATORS_ROUNDS = 12;
/** Requests of 25 blocks under way at once. */
const CONCURRENT_REQUESTS = 8;
const BLOCKS_PER_REQUEST = 25;

/** The blocks table of the given name. */
export function blocksOfUserTable(client: DynamoDBDocumentClient, TableName: string) {
  return { blocksBy, blocksOf, add, remove };

  /** The blocks that the user made, in pages of at most 1 MB. A read unit for 4 KB. */
  async function* blocksBy(networkId: NetworkId, userId: UserId): AsyncGenerator<BlockedUser[]> {
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'netid_uid = :user',
        ExpressionAttributeValues: { ':user': networkUserKey(networkId, userId) },
      },
    );
    for await (const { Items } of pages) yield v.parse(BlockedUsers, Items);
  }

  /**
   * The blocks of the user by others in the network, in pages. There is no index for it, since no route needs one: this reads
   * the whole table, a read unit for 4 KB.
   */
  async function* blocksOf(networkId: NetworkId, userId: UserId): AsyncGenerator<BlockedUser[]> {
    const pages = paginateScan(
      { client },
      {
        TableName,
        ConsistentRead: true,
        // Network ids have no `_`, so this is the prefix of one network.
        FilterExpression: 'blocked_userId = :user AND begins_with(netid_uid, :network)',
        ExpressionAttributeValues: { ':user': userId, ':network': `${networkId}_` },
      },
    );
    for await (const { Items } of pages) yield v.parse(BlockedUsers, Items);
  }

  /** Adds blocks, also repeatedly. A write unit each. Throws UnprocessedItemsError. */
  async function add(blocks: readonly Block[]): Promise<void> {
    const distinct = new Map(blocks.map((block) => [`${block.netid_uid}\n${block.blocked_userId}`, block]));
    const puts = [...distinct.values()].map((block) => ({ PutRequest: { Item: { ...block } } }));
    const requests = Array.from({ length: Math.ceil(puts.length / BLOCKS_PER_REQUEST) }, (_, n) =>
      puts.slice(n * BLOCKS_PER_REQUEST, (n + 1) * BLOCKS_PER_REQUEST),
    );
    await mapConcurrently(requests, CONCURRENT_REQUESTS, (request) =>
      batchWrite(client, TableName, request, OPERATORS_ROUNDS),
    );
  }

  /** Removes blocks, also repeatedly. A write unit each. Throws UnprocessedItemsError. */
  async function remove(blocks: readonly BlockedUser[]): Promise<void> {
    const deletions = blocks.map(({ netid_uid, blocked_userId }) => ({
      DeleteRequest: { Key: { netid_uid, blocked_userId } },
    }));
    await batchWrite(client, TableName, deletions, OPERATORS_ROUNDS);
  }
}
