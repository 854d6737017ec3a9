/** What the operator needs of blocks: those by and of one user, and many at once. Apart from `blocks-table.ts`, since no route does. */
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { BlockedUser } from '../../contract/block.ts';
import { type NetworkId, type NetworkUser, networkUserKey, type UserId } from '../../contract/ids.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { oneOf, type ScanPage, type ScanPosition, scanPage } from '../shared/scan.ts';
import { batchWrite } from '../shared/table-requests.ts';
import type { Block } from './blocks-table.ts';

/** Blocks of some users by others, each with the user who is blocked. */
export interface BlocksOfPage extends Omit<ScanPage, 'items'> {
  readonly blocks: readonly { readonly user: NetworkUser; readonly block: BlockedUser }[];
}

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
   * One page of the blocks of users by others in their networks. There is no index for it, since no route needs one: all pages
   * together are the whole table, a read unit for 4 KB.
   */
  async function blocksOf(users: readonly NetworkUser[], start?: ScanPosition): Promise<BlocksOfPage> {
    const filter = oneOf('blocked_userId', new Set(users.map(({ userId }) => userId)));
    const wanted = new Map<string, NetworkUser>(
      users.map((user) => [networkUserKey(user.networkId, user.userId), user]),
    );
    const { items, ...rest } = await scanPage(client, TableName, filter, start);
    const blocks = v.parse(BlockedUsers, items).flatMap((block) => {
      // Network ids have no `_`, so the first one ends the network.
      const network = block.netid_uid.slice(0, block.netid_uid.indexOf('_'));
      const user = wanted.get(`${network}_${block.blocked_userId}`);
      return user === undefined ? [] : [{ user, block }];
    });
    return { blocks, ...rest };
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
