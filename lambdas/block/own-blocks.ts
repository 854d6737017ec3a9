/** Whom a user has blocked, with the fewest read units (docs/adr/0003-adaptive-hide-check.md). */
import { LRUCache } from 'lru-cache';
import type { NetworkUserKey, UserId } from '../../contract/ids.ts';
import type { BlocksTable } from './blocks-table.ts';

/** One more than the 40 blocks that most users stay below, so that one Query is enough for them. */
const FIRST_QUERY_ITEMS = 41;
/** Each further Query reads this many times as many items. */
const GROWTH = 3;
/** Usual blocks in a read unit. */
const ITEMS_PER_UNIT = 40;

/** With a larger share of the ids beyond it, a Query that was not worth it will not be for the next ids either. */
const WORTHLESS = 0.75;
/** Users whose blocks were not worth a Query in the last minutes: they skip it, which saves a round trip. */
const longLists = new LRUCache<NetworkUserKey, true>({ max: 10_000, ttl: 5 * 60_000 });

/** What Queries say about some ids. */
export interface OwnBlocks {
  /** Ids that the user has blocked, not only those asked for. */
  readonly blocked: Set<string>;
  /** Those of the ids asked for that are still to be read one by one. */
  readonly undecided: readonly UserId[];
}

/**
 * Reads the user's blocks from the smallest to the largest id. One Query decides all ids for most users; it costs one read unit
 * for up to 40 usual blocks. For others, further Queries follow while one decides so many ids that it pays for itself and the
 * next, compared with a unit for each. So Queries cost at most a unit or two more than they save.
 */
export async function ownBlocks(
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
    // Stryker disable next-line EqualityOperator: they are never equal, 164 and its multiples by powers of 3 being none of 40.
    if (decided * ITEMS_PER_UNIT < items * (1 + GROWTH)) break;
  }
  if (undecided.length > WORTHLESS * ids.length) longLists.set(me, true);
  return { blocked, undecided };
}

/** Compares as DynamoDB sorts keys: by UTF-8 bytes, which differs from JavaScript's order beyond U+FFFF. */
export const compareUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
