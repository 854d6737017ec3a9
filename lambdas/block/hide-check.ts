/** The hide check: whose content to hide from a user (docs/spec/blocking.md#hide-check), with the fewest read units. */
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../contract/access.ts';
import { type NetworkUserKey, networkUserKey, type UserId } from '../../contract/ids.ts';
import type { Block, BlockRange, blocksTable } from './blocks-table.ts';

/** Users whose range was not worth reading in the last minutes: they skip it, which saves a round trip. */
const longLists = new LRUCache<NetworkUserKey, true>({ max: 10_000, ttl: 5 * 60_000 });
/** With a larger share of the ids beyond the range, it was not worth reading. */
const WORTHLESS = 0.75;
const notRead: BlockRange = { blockedUserIds: [], readUpTo: '' };

/**
 * The ids, out of those given, whose content is to be hidden from the caller. One's own is never.
 *
 * For most users, one Query over the caller's blocks between the smallest and the largest id is enough; it costs one read
 * unit for up to 40 usual blocks. Ids beyond what it read are read one by one, one unit each, in the same BatchGetItem as
 * the reverse blocks that `mutual` needs. Where a list is so long that these are nearly all ids, the next check skips the
 * Query.
 */
export async function hiddenAuthors(
  blocks: Pick<ReturnType<typeof blocksTable>, 'range' | 'existing'>,
  { networkId, userId, hideMode }: Pick<Caller, 'networkId' | 'userId' | 'hideMode'>,
  authors: readonly UserId[],
): Promise<ReadonlySet<string>> {
  const others = authors.filter((author) => author !== userId).toSorted(compareUtf8);
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined || last === undefined) return new Set();

  const me = networkUserKey(networkId, userId);
  const isLong = longLists.has(me);
  const { blockedUserIds, readUpTo } = isLong ? notRead : await blocks.range(me, first, last);
  const hidden = new Set<string>(blockedUserIds);

  const beyond = readUpTo === undefined ? [] : others.filter((author) => compareUtf8(author, readUpTo) > 0);
  if (!isLong && beyond.length > WORTHLESS * others.length) longLists.set(me, true);
  const forward: Block[] = beyond.map((author) => ({ netid_uid: me, blocked_userId: author }));
  const undecided = hideMode === 'mutual' ? others.filter((author) => !hidden.has(author)) : [];
  const authorOf = new Map<string, UserId>(undecided.map((author) => [networkUserKey(networkId, author), author]));
  const reverse: Block[] = undecided.map((author) => ({
    netid_uid: networkUserKey(networkId, author),
    blocked_userId: userId,
  }));
  for (const { netid_uid, blocked_userId } of await blocks.existing([...forward, ...reverse])) {
    hidden.add(authorOf.get(netid_uid) ?? blocked_userId);
  }
  return hidden;
}

/** Compares as DynamoDB sorts keys: by UTF-8 bytes, which differs from JavaScript's order beyond U+FFFF. */
export const compareUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
