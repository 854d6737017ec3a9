/** The blocks by and of one user, for export and erasure. Apart from `blocks-table.ts`, since no route needs them. */
import { type DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { BlockedUser } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, type UserId } from '../../contract/ids.ts';
import { batchWrite } from '../shared/table-requests.ts';

const BlockedUsers = v.array(BlockedUser);

/** About a minute with the pauses between them: an operator can wait longer than the caller of a route. */
const ERASURE_ROUNDS = 12;

/** The blocks table of the given name. */
export function blocksOfUserTable(client: DynamoDBDocumentClient, TableName: string) {
  return { blocksBy, blocksOf, remove };

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

  /** Removes blocks, also repeatedly. A write unit each. Throws UnprocessedItemsError. */
  async function remove(blocks: readonly BlockedUser[]): Promise<void> {
    const deletions = blocks.map(({ netid_uid, blocked_userId }) => ({
      DeleteRequest: { Key: { netid_uid, blocked_userId } },
    }));
    await batchWrite(client, TableName, deletions, ERASURE_ROUNDS);
  }
}
