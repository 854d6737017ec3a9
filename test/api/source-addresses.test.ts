/** The list of source addresses: its order, its version and its date. */
import { describe, expect, test } from '@jest/globals';
import { NO_SOURCE_ADDRESSES } from '../../contract/source-addresses.ts';
import { sourceAddresses } from '../../lambdas/api/source-addresses.ts';
import fc from '../support/fast-check.ts';

const DATE = '2026-03-02T09:00:00.000Z';
const listed = async (text: string | undefined) => await sourceAddresses(text, async () => DATE);
const someAddresses = fc.uniqueArray(fc.ipV4(), { minLength: 1, maxLength: 4 });

describe('the list of source addresses', () => {
  test('has each address as a block of one, with the date of its version', async () => {
    expect(await listed('203.0.113.20,198.51.100.7')).toEqual({
      addresses: ['198.51.100.7/32', '203.0.113.20/32'],
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      updatedAt: DATE,
    });
  });

  test('is empty in a stage without addresses of its own, says why, and asks for no date', async () => {
    const unasked = async () => Promise.reject(new Error('it was asked for a date'));
    expect(await sourceAddresses(undefined, unasked)).toEqual({
      addresses: [],
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      message: NO_SOURCE_ADDRESSES,
    });
  });

  test('is the same in whatever order, and however often, an address is named', async () => {
    const orders = someAddresses.chain((addresses) =>
      fc.tuple(
        fc.constant(addresses),
        fc.shuffledSubarray([...addresses, ...addresses], { minLength: 2 * addresses.length }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([addresses, again]) => {
        expect(await listed(again.join())).toEqual(await listed(addresses.join()));
      }),
    );
  });

  test('has another version exactly if the addresses are others, and that is what is dated', async () => {
    await fc.assert(
      fc.asyncProperty(someAddresses, someAddresses, async (one, other) => {
        const dated: string[] = [];
        const versions = [one, other].map(
          async (addresses) =>
            await sourceAddresses(addresses.join(), async (version) => {
              dated.push(version);
              return DATE;
            }),
        );
        const [first, second] = await Promise.all(versions);
        const isSame = [...one].sort().join() === [...other].sort().join();
        expect(first?.version === second?.version).toBe(isSame);
        expect(dated).toEqual([first?.version, second?.version]);
      }),
    );
  });
});
