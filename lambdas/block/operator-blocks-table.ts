/**
 * What the operator's command line does with the blocks table: everything held about one user, and its removal.
 *
 * It stands apart from `blocks-table.ts` so that no route's bundle carries it.
 */
import { type DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { BlockedUser } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, type UserId } from '../../contract/ids.ts';
import { deleteItems } from '../shared/batch-delete.ts';

const BlockedUsers = v.array(BlockedUser);

/** The blocks table of the given name. */
export function operatorBlocksTable(client: DynamoDBDocumentClient, TableName: string) {
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
   * The blocks that others in the network made of the user, in pages. No index leads there, since no route asks: this reads
   * the whole table, a read unit for 4 KB.
   */
  async function* blocksOf(networkId: NetworkId, userId: UserId): AsyncGenerator<BlockedUser[]> {
    const pages = paginateScan(
      { client },
      {
        TableName,
        ConsistentRead: true,
        // Network ids hold no `_`, so this prefix is of one network (decision 1).
        FilterExpression: 'blocked_userId = :user AND begins_with(netid_uid, :network)',
        ExpressionAttributeValues: { ':user': userId, ':network': `${networkId}_` },
      },
    );
    for await (const { Items } of pages) yield v.parse(BlockedUsers, Items);
  }

  /** Removes blocks; one that is not there is no error. A write unit each. Throws DeletionUnfinishedError. */
  async function remove(blocks: readonly BlockedUser[]): Promise<void> {
    const keys = blocks.map(({ netid_uid, blocked_userId }) => ({ netid_uid, blocked_userId }));
    await deleteItems(client, TableName, keys);
  }
}
