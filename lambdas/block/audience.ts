/** Blocks between one user, the actor, and others, in both directions (docs/spec/blocking.md#audience). */
import type { BlockRelation } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, type UserId } from '../../contract/ids.ts';
import type { BlocksTable } from './blocks-table.ts';
import { ownBlocks } from './own-blocks.ts';

/** Whose blocks to look up: those between the actor and each of the distinct users. */
interface Audience {
  readonly networkId: NetworkId;
  readonly actorId: UserId;
  readonly userIds: readonly UserId[];
}

/**
 * The blocks between the actor and each of the users; between the actor and itself there are none.
 *
 * Who has blocked the actor costs one read unit for each user, since each of these blocks is in a partition of its own. Whom the
 * actor has blocked is read at the same time, with one Query for most actors, and otherwise with at most one unit for each user
 * besides. Throws UnprocessedItemsError.
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
