/**
 * Who has blocked whom, with the fewest read units (docs/adr/0003-adaptive-hide-check.md): the hide check
 * (docs/spec/blocking.md#hide-check) and the audience (docs/spec/blocking.md#audience).
 */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../contract/access.ts';
import type { BlockRelation } from '../../contract/block.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { type NetworkId, type NetworkUserKey, networkUserKey, type UserId } from '../../contract/ids.ts';
import type { Block, BlocksTable } from './blocks-table.ts';

/** One more than the 40 blocks that most users stay below, so that one Query is enough for them. */
const FIRST_QUERY_ITEMS = 41;
/** Each further Query reads this many times as many items. */
const GROWTH = 3;
/** Usual blocks in a read unit. */
const ITEMS_PER_UNIT = 40;

/** With a larger share of the ids beyond it, a Query that was not worth it will not be for the next ids either. */
const WORTHLESS = 0.75;
/** Users whose blocks were not worth a Query in the last minutes: they skip it, which saves a round trip. */
const longLists = new LRUCache<NetworkUserKey, true>({ max: 10_000, ttl: 5 * MINUTE_MS });

/** What Queries say about some ids. */
interface OwnBlocks {
  /** Ids that the user has blocked, not only those asked for. */
  readonly blocked: Set<string>;
  /** Those of the ids asked for that are still to be read one by one. */
  readonly undecided: readonly UserId[];
}

/**
 * Reads the user's blocks from the smallest to the largest id. One Query decides all ids for most users; it costs one
 * read unit for up to 40 usual blocks. For others, further Queries follow while one decides so many ids that it pays
 * for itself and the next, compared with a unit for each. So Queries cost at most a unit or two more than they save.
 */
async function ownBlocks(
  blocks: Pick<BlocksTable, 'range'>,
  me: NetworkUserKey,
  ids: readonly UserId[],
): Promise<OwnBlocks> {
  const blocked = new Set<string>();
  let undecided = ids.toSorted(compareUtf8);
  if (longLists.has(me)) return { blocked, undecided };
  for (let items = FIRST_QUERY_ITEMS; ; items *= GROWTH) {
    const [first, last] = [undecided[0], undecided.at(-1)];
    if (first === undefined || last === undefined) return { blocked, undecided };
    const { blockedUserIds, readUpTo } = await blocks.range(me, first, last, items);
    for (const userId of blockedUserIds) blocked.add(userId);
    const beyond = readUpTo === undefined ? [] : undecided.filter((id) => compareUtf8(id, readUpTo) > 0);
    const decided = undecided.length - beyond.length;
    undecided = beyond;
    // Stryker disable next-line EqualityOperator: never equal, as no 164 times a power of 3 is a multiple of 40.
    if (decided * ITEMS_PER_UNIT < items * (1 + GROWTH)) break;
  }
  if (undecided.length > WORTHLESS * ids.length) longLists.set(me, true);
  return { blocked, undecided };
}

/** Compares as DynamoDB sorts keys: by UTF-8 bytes, which differs from JavaScript's order beyond U+FFFF. */
const compareUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Which of the given authors to hide for the caller; never the caller.
 *
 * Ids that the Query over the caller's blocks does not decide are read one by one, one unit each, in the same
 * BatchGetItem as the reverse blocks that `mutual` needs.
 */
export async function hiddenAuthors(
  blocks: Pick<BlocksTable, 'range' | 'existing'>,
  { networkId, userId, hideMode }: Pick<Caller, 'networkId' | 'userId' | 'hideMode'>,
  authors: readonly UserId[],
): Promise<ReadonlySet<string>> {
  const others = authors.filter((author) => author !== userId);
  const me = networkUserKey(networkId, userId);
  const { blocked: hidden, undecided } = await ownBlocks(blocks, me, others);
  const forward: Block[] = undecided.map((author) => ({ netid_uid: me, blocked_userId: author }));
  const visible = hideMode === 'mutual' ? others.filter((author) => !hidden.has(author)) : [];
  const authorOf = new Map<string, UserId>(visible.map((author) => [networkUserKey(networkId, author), author]));
  const reverse: Block[] = visible.map((author) => ({
    netid_uid: networkUserKey(networkId, author),
    blocked_userId: userId,
  }));
  for (const { netid_uid, blocked_userId } of await blocks.existing([...forward, ...reverse])) {
    hidden.add(authorOf.get(netid_uid) ?? blocked_userId);
  }
  return hidden;
}

/** Whose blocks to look up: those between the actor and each of the distinct users. */
interface Audience {
  readonly networkId: NetworkId;
  readonly actorId: UserId;
  readonly userIds: readonly UserId[];
}

/**
 * The blocks between the actor and each of the users; between the actor and itself there are none.
 *
 * Who has blocked the actor costs one read unit for each user, since each of these blocks is in a partition of its own.
 * Whom the actor has blocked is read at the same time, with one Query for most actors, and otherwise with at most one
 * unit for each user besides. Throws UnprocessedItemsError.
 */
export async function audienceOf(
  blocks: Pick<BlocksTable, 'range' | 'existing'>,
  { networkId, actorId, userIds }: Audience,
): Promise<ReadonlyMap<UserId, BlockRelation>> {
  const others = userIds.filter((userId) => userId !== actorId);
  const keyOf = (userId: UserId) => networkUserKey(networkId, userId);
  const [blocked, reverse] = await Promise.all([
    blockedByActor(),
    blocks.existing(others.map((userId) => ({ netid_uid: keyOf(userId), blocked_userId: actorId }))),
  ]);
  const blockers = new Set(reverse.map(({ netid_uid }) => netid_uid));
  return new Map(
    userIds.map((userId) => [userId, { hasBlocked: blockers.has(keyOf(userId)), isBlocked: blocked.has(userId) }]),
  );

  async function blockedByActor(): Promise<ReadonlySet<string>> {
    const actor = keyOf(actorId);
    const own = await ownBlocks(blocks, actor, others);
    const more = await blocks.existing(own.undecided.map((userId) => ({ netid_uid: actor, blocked_userId: userId })));
    return new Set([...own.blocked, ...more.map(({ blocked_userId }) => blocked_userId)]);
  }
}
