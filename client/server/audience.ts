/** The blocks between one user and any number of others (docs/spec/blocking.md#audience). */
import type { CallOptions, Methods } from '../operation.ts';

/** Blocks between the actor and another user. */
export interface BlockRelation {
  /** That user has blocked the actor. */
  readonly hasBlocked: boolean;
  /** The actor has blocked that user. */
  readonly isBlocked: boolean;
}

/** The part of a client, with a token of the role `server`, that the check uses. */
export type AudienceClient = Pick<Methods, 'checkAudience'>;

/** The most users that the service checks in one request. */
const MAX_USERS = 100;

/**
 * Returns the blocks between the actor and each user, by the user's id: for example, to push a message only to users
 * without one. It sends as many requests as needed, one after the other; without ids none. The first error is thrown.
 */
export async function checkAudience(
  client: AudienceClient,
  actorId: string,
  userIds: Iterable<string>,
  options?: CallOptions,
): Promise<ReadonlyMap<string, BlockRelation>> {
  const relations = new Map<string, BlockRelation>();
  const distinct = [...new Set(userIds)];
  for (let start = 0; start < distinct.length; start += MAX_USERS) {
    const body = { actorId, userIds: distinct.slice(start, start + MAX_USERS) };
    const { results } = await client.checkAudience({ body }, options);
    for (const [userId, relation] of Object.entries(results)) relations.set(userId, relation);
  }
  return relations;
}
