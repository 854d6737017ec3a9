import { describe, expect, test } from '@jest/globals';
import { networkUserKey } from '../../contract/ids.ts';
import { ownBlocks } from '../../lambdas/block/hide-check.ts';
import { block, blocksOf, networkId, user } from './memory-blocks.ts';

const named = (n: number) => `u${String(n).padStart(4, '0')}`;
const first = (count: number) => Array.from({ length: count }, (_, n) => user(named(n)));
const blocksOfUser = (me: string) => blocksOf(first(1000).map((of) => block(me, of)));

describe('the blocks of a user with a long list', () => {
  test('are read in queries of three times the size while they pay for themselves', async () => {
    const blocks = blocksOfUser('paying');
    const found = await ownBlocks(blocks, networkUserKey(networkId, user('paying')), first(300));
    expect(blocks.sizes).toEqual([41, 123, 369]);
    expect([found.blocked.size, found.undecided]).toEqual([300, []]);
  });

  test.each([
    [4, [41]],
    [5, [41, 123]],
  ])(
    'are left to single reads after a query that has decided %i ids, unless that pays for the next',
    async (decided, sizes) => {
      const me = `decided-${decided}`;
      const blocks = blocksOfUser(me);
      const ids = [...first(decided), user(named(900)), user(named(901))];
      const found = await ownBlocks(blocks, networkUserKey(networkId, user(me)), ids);
      expect(blocks.sizes).toEqual(sizes);
      expect(found.undecided).toEqual(decided === 4 ? [named(900), named(901)] : []);
    },
  );
});
