import { describe, expect, test } from '@jest/globals';
import { audienceOf } from '../../lambdas/block/hide-check.ts';
import { block, blocksOf, networkId, user } from './memory-blocks.ts';

const neither = { hasBlocked: false, isBlocked: false };

describe('an audience', () => {
  test('says who has blocked the actor, and whom the actor has blocked', async () => {
    const blocks = blocksOf([
      block('ann', 'actor'),
      block('actor', 'bob'),
      block('cem', 'actor'),
      block('actor', 'cem'),
      block('dan', 'ann'),
    ]);
    const userIds = ['eve', 'cem', 'bob', 'ann'].map(user);
    expect([...(await audienceOf(blocks, { networkId, actorId: user('actor'), userIds }))]).toEqual([
      ['eve', neither],
      ['cem', { hasBlocked: true, isBlocked: true }],
      ['bob', { hasBlocked: false, isBlocked: true }],
      ['ann', { hasBlocked: true, isBlocked: false }],
    ]);
    const reverse = userIds.map((userId) => block(userId, 'actor'));
    expect(blocks.reads).toEqual(expect.arrayContaining([reverse, []]));
    expect(blocks.ranges).toEqual([['ann', 'eve']]);
  });

  test('has the actor without blocks, and reads nothing for it', async () => {
    const blocks = blocksOf([block('self', 'self')]);
    const found = await audienceOf(blocks, { networkId, actorId: user('self'), userIds: [user('self')] });
    expect([...found]).toEqual([['self', neither]]);
    expect([blocks.ranges, blocks.reads.flat()]).toEqual([[], []]);
  });

  test('has those that a read ended before, which are read one by one', async () => {
    const blocks = blocksOf(
      ['a', 'b', 'c', 'd'].map((of) => block('busy', of)),
      2,
    );
    const userIds = ['a', 'b', 'c', 'x'].map(user);
    const found = await audienceOf(blocks, { networkId, actorId: user('busy'), userIds });
    expect([...found].map(([userId, { isBlocked }]) => [userId, isBlocked])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
      ['x', false],
    ]);
    expect(blocks.reads).toContainEqual([block('busy', 'c'), block('busy', 'x')]);
  });
});
