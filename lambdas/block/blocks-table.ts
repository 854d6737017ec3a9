/**
 * The blocks table: one item per blocked user (docs/spec/blocking.md#block-list-entries).
 *
 * Keys: `netid_uid` (`<networkId>_<userId>` of the blocker) and `blocked_userId`. They are the pagination token. All
 * reads by routes of blocks are strongly consistent, so that a block shows at once
 * (docs/spec/blocking.md#reads-after-writes), and leave out what has ended (docs/adr/0062-blocks-that-end.md). Its index
 * of who blocked a user lags: only export and erasure use it (`block-records-table.ts`).
 */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import { BLOCKED_USERS_PER_PAGE, type BlockedUser, type BlockListPosition } from '../../contract/block-list.ts';
import { hasExpired } from '../../contract/expiry.ts';
import { type NetworkUserKey, networkUserKey, type UserId } from '../../contract/ids.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { badRequest, TemporaryError } from '../shared/errors.ts';
import { batchGet, conditionally } from '../shared/table-requests.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';
import {
  blockAfter,
  entryOf,
  type RequestedEnd,
  StoredBlock,
  storedBlockOfImage,
  unchangedSince,
} from './stored-block.ts';

/** One block: who blocked whom. */
export interface Block {
  readonly netid_uid: NetworkUserKey;
  readonly blocked_userId: UserId;
}

/** A page of a user's blocks; the token is present when another page follows. */
export interface BlockPage {
  readonly results: BlockedUser[];
  readonly paginationToken?: BlockListPosition;
}

/** The blocks of one user between two ids, as far as one read went. */
export interface BlockRange {
  readonly blockedUserIds: readonly string[];
  /** The id up to which the read is complete, inclusive; undefined when it reached the end. */
  readonly readUpTo: string | undefined;
}

/** Returns the write of the event that tells of a change of a block, as a part of its transaction. */
export type Announce = (block: StoredBlock) => NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type BlocksTable = ReturnType<typeof blocksTable>;

const StoredBlocks = v.array(StoredBlock);
const WRITTEN = 'written';
/** The first read of a page is usually the only one. Others follow where blocks have ended and are not deleted yet. */
const BLOCKS_PER_FURTHER_READ = 500;
const READS_PER_PAGE = 4;

/** The table of the given name; by default the one that the function's environment names. */
export function blocksTable(client: DynamoDBDocumentClient = documentClient(), TableName = required('BLOCKS_TABLE')) {
  return { add, remove, page, range, existing };

  /**
   * Adds a block, or changes the end of one that exists. One write unit, another one for one that exists and changes,
   * and one in the index for a new one. With `announce`, two for each of the block and the event, one for each of their
   * new entries in indexes, and a read unit for one that exists. Throws TemporaryError where others keep changing the
   * block.
   */
  async function add(block: Block, end: RequestedEnd = {}, announce?: Announce): Promise<void> {
    let seen: StoredBlock | undefined;
    await retryWhileBusy(busy(), async () => {
      const now = Date.now();
      const Item = blockAfter(seen, block, end, now);
      if (Item === undefined) return true;
      const write = { TableName, Item, ...unchangedSince(seen, now) };
      if (announce === undefined) {
        const put = new PutCommand({ ...write, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
        const found = await conditionally<StoredBlock | typeof WRITTEN | undefined>(
          client.send(put).then(() => WRITTEN),
          ({ item }) => storedBlockOfImage(item, now),
        );
        if (found === WRITTEN) return true;
        seen = found;
      } else {
        if ((await transact(client, [{ Put: write }, announce(Item)])) === 'written') return true;
        seen = await read(block);
      }
      return seen !== undefined && blockAfter(seen, block, end, now) === undefined;
    });
  }

  /**
   * Removes a block; a missing one changes nothing. One write unit, and one in the index if there was one. With
   * `announce`, a read unit, and for a block that there is the write units of `add`. Throws TemporaryError where others
   * keep changing the block.
   */
  async function remove(block: Block, announce?: Announce): Promise<void> {
    const { netid_uid, blocked_userId } = block;
    const deletion = { TableName, Key: { netid_uid, blocked_userId } };
    if (announce === undefined) {
      await client.send(new DeleteCommand(deletion));
      return;
    }
    await retryWhileBusy(busy(), async () => {
      const seen = await read(block);
      if (seen === undefined) return true;
      const Delete = { ...deletion, ...unchangedSince(seen, Date.now()) };
      return (await transact(client, [{ Delete }, announce(seen)])) === 'written';
    });
  }

  /** A block, or undefined where there is none, or it has ended. A read unit. */
  async function read({ netid_uid, blocked_userId }: Block): Promise<StoredBlock | undefined> {
    const get = new GetCommand({ TableName, Key: { netid_uid, blocked_userId }, ConsistentRead: true });
    const { Item } = await client.send(get);
    return hasExpired(Item) ? undefined : v.parse(v.optional(StoredBlock), Item);
  }

  /**
   * Up to 20 blocks of a user after the given id, in ascending order of `blocked_userId`. One read unit for 4 KB. After
   * some 1,500 blocks that have ended and are not deleted yet, a page has what was found until then, and a token.
   */
  async function page(netid_uid: NetworkUserKey, after?: UserId): Promise<BlockPage> {
    const found: StoredBlock[] = [];
    const results = () => found.slice(0, BLOCKED_USERS_PER_PAGE).map(entryOf);
    let readUpTo: string | undefined = after;
    for (let reads = 0; reads < READS_PER_PAGE; reads++) {
      const { Items, LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          // The same as an ExclusiveStartKey, which DynamoDB Local evaluates in linear time.
          KeyConditionExpression: `netid_uid = :user${readUpTo === undefined ? '' : ' AND blocked_userId > :after'}`,
          ExpressionAttributeValues: { ':user': netid_uid, ':after': readUpTo },
          // One more than the page shows whether another page follows, so that the last page is never empty.
          Limit: reads === 0 ? BLOCKED_USERS_PER_PAGE + 1 : BLOCKS_PER_FURTHER_READ,
          ConsistentRead: true,
        }),
      );
      const blocks = v.parse(StoredBlocks, Items);
      found.push(...lasting(blocks));
      const last = found[BLOCKED_USERS_PER_PAGE - 1];
      if (found.length > BLOCKED_USERS_PER_PAGE && last)
        return { results: results(), paginationToken: positionOf(last) };
      if (LastEvaluatedKey === undefined) return { results: results() };
      readUpTo = blocks.at(-1)?.blocked_userId ?? readUpTo;
    }
    return { results: results(), paginationToken: { netid_uid, blocked_userId: readUpTo ?? '' } };
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
    const blocks = v.parse(StoredBlocks, Items);
    return {
      blockedUserIds: lasting(blocks).map(({ blocked_userId }) => blocked_userId),
      readUpTo: LastEvaluatedKey === undefined ? undefined : blocks.at(-1)?.blocked_userId,
    };
  }

  /** Which of the given blocks exist. One read unit each. Throws UnprocessedItemsError. */
  async function existing(blocks: readonly BlockListPosition[]): Promise<readonly StoredBlock[]> {
    return lasting(v.parse(StoredBlocks, await batchGet(client, TableName, blocks)));
  }
}

/** Those of the blocks that have not ended. */
function lasting(blocks: readonly StoredBlock[]): readonly StoredBlock[] {
  const now = Date.now();
  return blocks.filter((block) => !hasExpired(block, now));
}

const positionOf = ({ netid_uid, blocked_userId }: StoredBlock): BlockListPosition => ({ netid_uid, blocked_userId });

/** Without ids of users, which logs don't have. */
const busy = (): Error => new TemporaryError('Other requests keep changing the block.');

/** The block to add or remove. Throws 400 for the caller's own id (docs/spec/blocking.md#the-user-to-block). */
export function requestedBlock({ networkId, userId }: Caller, blockUserId: UserId): Block {
  if (blockUserId === userId) throw badRequest('blockUserId must be the id of another user, not your own');
  return { netid_uid: networkUserKey(networkId, userId), blocked_userId: blockUserId };
}
