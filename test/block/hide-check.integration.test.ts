import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { audienceOf, hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import { connection, createNetwork, eventually } from '../support/service.ts';

const user = (name: string, n = 0): UserId => v.parse(UserId, `${name}-${`${n}`.padStart(3, '0')}`);
const blocked = Array.from({ length: 60 }, (_, n) => user('blocked', n));
const [first = user('blocked')] = blocked;
/** Three are blocked, two of them beyond the first read; two never were; one has blocked the caller. */
const authors = [first, ...blocked.slice(-2), user('blocked-not'), user('liked'), user('blocker')];

/** See docs/adr/0003-adaptive-hide-check.md. */
describe('the hide check of a user with more blocks than one read covers', () => {
  const { client, tables } = connection();
  const table = blocksTable(client, tables.blocks);
  let networkId: NetworkId;

  beforeAll(async () => {
    networkId = await createNetwork({ features: ['blockUser'] });
    for (const me of [user('alice'), user('bob')]) {
      const netid_uid = networkUserKey(networkId, me);
      await Promise.all(blocked.map((blocked_userId) => table.add({ netid_uid, blocked_userId })));
      await table.add({ netid_uid: networkUserKey(networkId, user('blocker')), blocked_userId: me });
    }
  });

  /** The hidden ids, and how often the range was read for them. */
  async function check(userId: UserId, hideMode: 'blocker' | 'mutual', ids: readonly UserId[]) {
    let ranges = 0;
    const counting = {
      ...table,
      range: (...range: Parameters<typeof table.range>) => {
        ranges++;
        return table.range(...range);
      },
    };
    const hidden = await hiddenAuthors(counting, { networkId, userId, hideMode }, ids);
    return { hidden: ids.filter((id) => hidden.has(id)), ranges };
  }

  test.each(['blocker', 'mutual'] as const)(
    'returns the same with the range and without it, in mode %s',
    async (mode) => {
      const me = user(mode === 'blocker' ? 'alice' : 'bob');
      const hidden = [first, ...blocked.slice(-2), ...(mode === 'mutual' ? [user('blocker')] : [])];
      expect(await check(me, mode, authors)).toEqual({ hidden, ranges: 1 });
      expect(await check(me, mode, authors)).toEqual({ hidden, ranges: 0 });
      // The list may be shorter after some minutes. The cache looks at the clock once in a millisecond.
      const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5 * 60_000 + 1);
      await eventually(async () => expect(await check(me, mode, authors)).toEqual({ hidden, ranges: 1 }));
      clock.mockRestore();
    },
  );

  test('finds each id of a range in the order of UTF-8, and hides nobody from themselves', async () => {
    const [me, ...others] = ['erin', 'b', '\uff5e', '\u{1f600}'].map((id) => v.parse(UserId, id));
    if (me === undefined) throw new Error('unreachable');
    const netid_uid = networkUserKey(networkId, me);
    // The one read ends with the second of these ids.
    for (const blocked_userId of [...others, ...blocked.slice(0, 39)]) await table.add({ netid_uid, blocked_userId });
    expect(await check(me, 'mutual', [...others, me])).toEqual({ hidden: others, ranges: 1 });
    expect(await check(me, 'mutual', [me])).toEqual({ hidden: [], ranges: 0 });
  });

  test('reads on while that costs less than single keys', async () => {
    const me = user('dora');
    const hidden = blocked.slice(0, 50);
    const netid_uid = networkUserKey(networkId, me);
    await Promise.all(hidden.map((blocked_userId) => table.add({ netid_uid, blocked_userId })));
    const few = blocked.filter((_, n) => n % 3 === 0);
    expect(await check(me, 'blocker', few)).toEqual({ hidden: few.filter((id) => hidden.includes(id)), ranges: 2 });
  });

  test('reads the range again each time while it decides more than one id in four', async () => {
    const me = user('fred');
    const netid_uid = networkUserKey(networkId, me);
    await Promise.all(blocked.map((blocked_userId) => table.add({ netid_uid, blocked_userId })));
    const hidden = [...blocked.slice(0, 3), ...blocked.slice(-1)];
    for (let n = 0; n < 2; n++) expect(await check(me, 'blocker', hidden)).toEqual({ hidden, ranges: 1 });
  });
});

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
