import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { audienceOf } from '../../lambdas/block/hide-check.ts';
import { connection, createNetwork } from '../../testing/service.ts';

const user = (name: string, n = 0): UserId => v.parse(UserId, `${name}-${`${n}`.padStart(3, '0')}`);
const everyone = Array.from({ length: 100 }, (_, n) => user('user', n));
const at = (...indexes: number[]): UserId[] => indexes.map((n) => user('user', n));

/** A BatchGetItem costs one read unit for each key; the Query one for 4 KB, which is 40 of these blocks. */
describe('the audience of 100 users', () => {
  const { client, tables } = connection();
  const table = blocksTable(client, tables.blocks);
  let networkId: NetworkId;
  beforeAll(async () => {
    networkId = await createNetwork({ features: ['blockUser'] });
  });
  const block = (blocker: UserId, blocked_userId: UserId) =>
    table.add({ netid_uid: networkUserKey(networkId, blocker), blocked_userId });

  /** Whom the actor has blocked and who has blocked the actor, with the reads that this took. */
  async function check(actorId: UserId) {
    const reads = { queries: 0, keys: 0 };
    const counting: Pick<typeof table, 'range' | 'existing'> = {
      range: (...range) => {
        reads.queries += 1;
        return table.range(...range);
      },
      existing: (keys) => {
        reads.keys += keys.length;
        return table.existing(keys);
      },
    };
    const relations = [...(await audienceOf(counting, { networkId, actorId, userIds: everyone }))];
    expect(relations.map(([userId]) => userId)).toEqual(everyone);
    return {
      isBlocked: relations.filter(([, { isBlocked }]) => isBlocked).map(([userId]) => userId),
      hasBlocked: relations.filter(([, { hasBlocked }]) => hasBlocked).map(([userId]) => userId),
      ...reads,
    };
  }

  test('takes one key for each user and one Query, for an actor with up to 40 blocks', async () => {
    const actor = user('usual');
    const blocked = everyone.filter((_, n) => n % 3 === 0 || n > 93);
    expect(blocked.length).toBeLessThanOrEqual(40);
    await Promise.all(blocked.map((userId) => block(actor, userId)));
    const blockers = at(0, 1, 99);
    await Promise.all(blockers.map((userId) => block(userId, actor)));
    expect(await check(actor)).toEqual({ isBlocked: blocked, hasBlocked: blockers, queries: 1, keys: 100 });
  });

  test('takes further Queries while they are cheaper than keys, for an actor with more blocks', async () => {
    const actor = user('popular');
    // Two blocks for each of the users, of which only the first is of a user who is asked for.
    const blocked = everyone.filter((_, n) => n !== 7 && n !== 98);
    await Promise.all(blocked.flatMap((userId) => [block(actor, userId), block(actor, user(userId))]));
    expect(await check(actor)).toEqual({ isBlocked: blocked, hasBlocked: [], queries: 3, keys: 100 });
  });

  test('takes one key for each direction of a pair once the list of the actor is known to be long', async () => {
    const actor = user('long');
    // Most blocks are between the first users and the others, so that the Query decides only a few of them.
    const between = Array.from({ length: 60 }, (_, n) => user('user-003', n));
    const blocked = at(2, 50, 99);
    await Promise.all([...between, ...blocked].map((userId) => block(actor, userId)));
    const blockers = at(3, 50);
    await Promise.all(blockers.map((userId) => block(userId, actor)));
    const found = { isBlocked: blocked, hasBlocked: blockers };
    expect(await check(actor)).toEqual({ ...found, queries: 1, keys: 196 });
    expect(await check(actor)).toEqual({ ...found, queries: 0, keys: 200 });
  });
});
