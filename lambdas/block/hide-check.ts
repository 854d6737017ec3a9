/** The hide check: whose content to hide from a user (docs/spec/blocking.md#hide-check), with the fewest read units. */
import type { Caller } from '../../contract/access.ts';
import { networkUserKey, type UserId } from '../../contract/ids.ts';
import type { Block, BlocksTable } from './blocks-table.ts';
import { ownBlocks } from './own-blocks.ts';

/**
 * The ids, out of those given, whose content is to be hidden from the caller. One's own is never.
 *
 * Ids that the Query over the caller's blocks does not decide are read one by one, one unit each, in the same BatchGetItem as
 * the reverse blocks that `mutual` needs.
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
