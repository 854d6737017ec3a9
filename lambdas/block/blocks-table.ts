/**
 * The blocks table: one item per blocked user (service.md 2.1).
 *
 * Keys: `netid_uid` (`<networkId>_<userId>` of the blocker) and `blocked_userId`. The keys are the pagination token.
 */
import { setTimeout } from 'node:timers/promises';
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { BLOCKED_USERS_PER_PAGE, BlockedUser } from '../../contract/block.ts';
import type { NetworkUserKey, UserId } from '../../contract/ids.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';

/** One block: who blocked whom. */
export interface Block {
  readonly netid_uid: NetworkUserKey;
  readonly blocked_userId: UserId;
}

/** A page of a user's blocks; the token is there when another page follows. */
export interface BlockPage {
  readonly results: BlockedUser[];
  readonly paginationToken?: BlockedUser;
}

/** Blocks of one user between two ids, as far as one read went. */
export interface BlockRange {
  readonly blockedUserIds: readonly string[];
  /** The id up to which the read answers for the user, inclusive; undefined when it reached the end. */
  readonly readUpTo: string | undefined;
}

/** DynamoDB kept answering UnprocessedKeys: it is throttling. */
export class BlocksUnavailableError extends Error {}

const BlockedUsers = v.array(BlockedUser);
const RANGE_READ_ITEMS = 41;
const MAX_BATCH_ROUNDS = 5;

/** The table of the given name; by default the one that the function's environment names. */
export function blocksTable(client: DynamoDBDocumentClient = documentClient(), TableName = required('BLOCKS_TABLE')) {
  return { add, remove, page, range, existing };

  /** Adds a block; adding it again changes nothing. One write unit. */
  async function add(block: Block): Promise<void> {
    await client.send(new PutCommand({ TableName, Item: block }));
  }

  /** Removes a block; removing one that is not there changes nothing. One write unit. */
  async function remove(block: Block): Promise<void> {
    await client.send(new DeleteCommand({ TableName, Key: block }));
  }

  /** Up to 20 blocks of a user after the given id, in ascending order of `blocked_userId` (decision 12). */
  async function page(netid_uid: NetworkUserKey, after?: UserId): Promise<BlockPage> {
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        // The same as an ExclusiveStartKey, for which DynamoDB Local takes longer the more there is behind it.
        KeyConditionExpression: `netid_uid = :user${after === undefined ? '' : ' AND blocked_userId > :after'}`,
        ExpressionAttributeValues: { ':user': netid_uid, ':after': after },
        // One more than the page tells whether there is another page, so that no empty one follows a full one.
        Limit: BLOCKED_USERS_PER_PAGE + 1,
      }),
    );
    const blocks = v.parse(BlockedUsers, Items);
    const results = blocks.slice(0, BLOCKED_USERS_PER_PAGE);
    const last = results.at(-1);
    return blocks.length > results.length && last ? { results, paginationToken: last } : { results };
  }

  /**
   * Whom a user has blocked among the ids from `first` to `last`, in one read of at most 41 items: one more than the 40
   * blocks that most users stay below, so that their whole answer comes at the price of one Query.
   */
  async function range(netid_uid: NetworkUserKey, first: UserId, last: UserId): Promise<BlockRange> {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'netid_uid = :user AND blocked_userId BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':user': netid_uid, ':first': first, ':last': last },
        Limit: RANGE_READ_ITEMS,
      }),
    );
    const blockedUserIds = v.parse(BlockedUsers, Items).map((block) => block.blocked_userId);
    return { blockedUserIds, readUpTo: LastEvaluatedKey === undefined ? undefined : blockedUserIds.at(-1) };
  }

  /** Which of the given blocks exist. At most 100; half a read unit each. Throws BlocksUnavailableError. */
  async function existing(blocks: readonly Block[]): Promise<readonly BlockedUser[]> {
    const found: BlockedUser[] = [];
    let keys: Record<string, unknown>[] = blocks.map((block) => ({ ...block }));
    for (let round = 0; keys.length > 0; round++) {
      if (round === MAX_BATCH_ROUNDS) throw new BlocksUnavailableError(`${keys.length} keys stayed unprocessed.`);
      if (round > 0) await setTimeout(2 ** round * 10 * (1 + Math.random()));
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys } } }),
      );
      found.push(...v.parse(BlockedUsers, Responses?.[TableName]));
      keys = UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return found;
  }
}
