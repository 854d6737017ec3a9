/** A blocks table in memory, for tests of what is read from it. */
import * as v from 'valibot';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import type { Block } from '../../lambdas/block/blocks-table.ts';
import { compareUtf8 } from '../../lambdas/block/hide-check.ts';

export const networkId = v.parse(NetworkId, 'demo');
export const user = (name: string): UserId => v.parse(UserId, name);
export const block = (by: string, of: string): Block => ({
  netid_uid: networkUserKey(networkId, user(by)),
  blocked_userId: user(of),
});

/** A table whose range reads end after `limit` blocks, or after as many as are asked for. It records what is read. */
export function blocksOf(all: readonly Block[], limit = Number.POSITIVE_INFINITY) {
  const ranges: [UserId, UserId][] = [];
  /** The items that each range read may have. */
  const sizes: number[] = [];
  const reads: Block[][] = [];
  const isIn = (one: Block) => all.some((other) => isSame(one, other));
  return {
    ranges,
    sizes,
    reads,
    async range(netid_uid: string, first: UserId, last: UserId, items: number) {
      ranges.push([first, last]);
      sizes.push(items);
      const found = all
        .filter((one) => one.netid_uid === netid_uid)
        .map(({ blocked_userId }) => blocked_userId)
        .filter((id) => compareUtf8(first, id) <= 0 && compareUtf8(id, last) <= 0)
        .toSorted(compareUtf8);
      const read = found.slice(0, Math.min(limit, items));
      return { blockedUserIds: read, readUpTo: found.length > read.length ? read.at(-1) : undefined };
    },
    async existing(blocks: readonly Block[]) {
      reads.push([...blocks]);
      return blocks.filter(isIn);
    },
  };
}
const isSame = (a: Block, b: Block) => a.netid_uid === b.netid_uid && a.blocked_userId === b.blocked_userId;
