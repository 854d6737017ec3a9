import { beforeEach, describe, expect, test } from '@jest/globals';
import type { HideMode } from '../../contract/access.ts';
import { hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import { block, blocksOf, networkId, user } from './memory-blocks.ts';

/** A new user for each test, since users with long lists are remembered. */
let me: string;
let tests = 0;
beforeEach(() => {
  me = `me-${tests++}`;
});

const check = async (blocks: ReturnType<typeof blocksOf>, hideMode: HideMode, ...authors: readonly string[]) =>
  [...(await hiddenAuthors(blocks, { networkId, userId: user(me), hideMode }, authors.map(user)))].toSorted();

describe('the hide check', () => {
  test('hides those whom the user has blocked, and in mode mutual those who have blocked the user', async () => {
    const blocks = blocksOf([block(me, 'b'), block('c', me), block('d', 'a'), block('e', me), block(me, 'e')], 41);
    expect(await check(blocks, 'blocker', 'a', 'b', 'c', 'd', 'e')).toEqual(['b', 'e']);
    expect(await check(blocks, 'mutual', 'a', 'b', 'c', 'd', 'e')).toEqual(['b', 'c', 'e']);
  });

  test('never hides the user’s own content, and reads nothing for it', async () => {
    const blocks = blocksOf([block(me, me)], 41);
    expect(await check(blocks, 'mutual', me)).toEqual([]);
    expect(await check(blocks, 'mutual')).toEqual([]);
    expect(blocks.ranges).toEqual([]);
    expect(blocks.reads.flat()).toEqual([]);
    expect(await check(blocks, 'blocker', me, 'a')).toEqual([]);
    expect(blocks.ranges).toEqual([['a', 'a']]);
  });

  test('reads one range, from the smallest to the largest id in the order of DynamoDB, and single blocks only for mutual', async () => {
    const blocks = blocksOf([block(me, 'b')], 41);
    await check(blocks, 'blocker', '\u{1f600}', 'b', '\uff5e');
    expect(blocks.ranges).toEqual([['b', '\u{1f600}']]);
    expect(blocks.reads).toEqual([[]]);
    await check(blocks, 'mutual', 'c', 'b', 'a');
    expect(new Set(blocks.reads.at(-1))).toEqual(new Set([block('a', me), block('c', me)]));
  });

  test('reads the ids beyond a range that ended early one by one, and no others', async () => {
    const all = ['a', 'b', 'c', 'd'].map((of) => block(me, of));
    const blocks = blocksOf(all, 2);
    expect(await check(blocks, 'blocker', 'a', 'b', 'b2', 'd')).toEqual(['a', 'b', 'd']);
    expect(blocks.reads).toEqual([[block(me, 'b2'), block(me, 'd')]]);
    expect(await check(blocks, 'mutual', 'a', 'd', 'e')).toEqual(['a', 'b', 'd']);
    expect(blocks.reads.at(-1)).toEqual([block(me, 'd'), block(me, 'e'), block('d', me), block('e', me)]);
  });

  test('skips the range of a user from whom it was not worth reading: for more than three quarters of the ids', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((of) => block(me, of));
    const blocks = blocksOf(all, 1);
    for (let times = 1; times <= 2; times++) {
      expect(await check(blocks, 'blocker', 'a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c', 'd']);
      expect(blocks.ranges).toHaveLength(times);
    }
    for (let times = 1; times <= 2; times++) {
      expect(await check(blocks, 'blocker', 'a', 'b', 'c', 'd', 'e', 'f')).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(blocks.ranges).toHaveLength(3);
    }
    expect(blocks.reads.at(-1)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((of) => block(me, of)));
  });
});
