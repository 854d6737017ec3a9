/** What a request makes of a block, and when a block has ended, over a range of times and ends. */
import { describe, expect, test } from '@jest/globals';
import { hasExpired } from '../../contract/expiry.ts';
import {
  blockAfter,
  entryOf,
  type RequestedEnd,
  type StoredBlock,
  storedBlockOfImage,
} from '../../lambdas/block/stored-block.ts';
import fc from '../support/fast-check.ts';

const key = { netid_uid: 'demo_ada', blocked_userId: 'grace' };
/** Milliseconds since 1970: any time of the next centuries. */
const time = fc.integer({ min: 1_700_000_000_000, max: 9_000_000_000_000 });
const seconds = fc.oneof(fc.integer({ min: 60, max: 300 }), fc.integer({ min: 60, max: 315_360_000 }));

const endAt = (now: number): fc.Arbitrary<RequestedEnd> =>
  fc.oneof(
    fc.constant({}),
    seconds.map((expiresInSeconds) => ({ expiresInSeconds })),
    fc
      .integer({ min: 50_000, max: 315_360_000_000 })
      .map((ahead) => ({ expiresAt: new Date(now + ahead).toISOString() })),
  );

/** A time, a request at that time, and the block that it made of none. */
const made = time.chain((now) =>
  endAt(now).map((end) => {
    const block = blockAfter(undefined, key, end, now);
    if (block === undefined) throw new Error('Nobody was blocked.');
    return { now, end, block };
  }),
);

const lengthOf = ({ expiresAt, expiresInSeconds }: RequestedEnd, now: number): number =>
  expiresInSeconds === undefined ? Date.parse(`${expiresAt}`) - now : expiresInSeconds * 1_000;

describe('a block', () => {
  test('lasts as long as it was asked for, at most a second longer, and hides nothing from then on', () => {
    fc.assert(
      fc.property(made, ({ now, end, block }) => {
        if (end.expiresAt === undefined && end.expiresInSeconds === undefined)
          return expect(hasExpired(block, Number.MAX_SAFE_INTEGER)).toBe(false);
        const length = lengthOf(end, now);
        expect(hasExpired(block, now + length - 1)).toBe(false);
        expect(hasExpired(block, now + length + 1_000)).toBe(true);
        const shown = Date.parse(`${entryOf(block).expiresAt}`);
        expect({ before: hasExpired(block, shown - 1), from: hasExpired(block, shown) }).toEqual({
          before: false,
          from: true,
        });
      }),
    );
  });

  test('keeps when it was made, whatever end it gets later', () => {
    const changed = made.chain(({ now, block }) =>
      fc
        .integer({ min: 0, max: 49_000 })
        .chain((later) => endAt(now + later).map((end) => ({ block, end, now, at: now + later }))),
    );
    fc.assert(
      fc.property(changed, fc.boolean(), ({ block, end, now, at }, isOld) => {
        const { c, ...withoutTime } = block;
        const seen: StoredBlock = isOld ? withoutTime : block;
        const after = blockAfter(seen, key, end, at) ?? seen;
        const { createdAt } = entryOf(after);
        expect({ c, createdAt }).toEqual({ c: now, createdAt: isOld ? undefined : new Date(now).toISOString() });
        if (end.expiresAt === undefined && end.expiresInSeconds === undefined) expect(after.expiresAt).toBeUndefined();
        else expect(hasExpired(after, at + lengthOf(end, at) - 30_000)).toBe(false);
      }),
    );
  });

  test('does not change when a request comes again within half a minute', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 0, max: 29_000 }), ({ now, end, block }, later) => {
        expect(blockAfter(block, key, end, now + later)).toBeUndefined();
      }),
    );
  });

  test('changes with every other request, or with the same one after half a minute', () => {
    fc.assert(
      fc.property(time, seconds, seconds, fc.integer({ min: 0, max: 59_000 }), (now, first, second, later) => {
        const block = blockAfter(undefined, key, { expiresInSeconds: first }, now);
        const after = blockAfter(block, key, { expiresInSeconds: second }, now + later);
        // Where the same second is asked for in another way, there is nothing to change.
        if (first === second && later < 31_000) return;
        expect(after?.expiresAt).toBe(Math.ceil((now + later) / 1_000) + second);
      }),
    );
  });

  test('is the same as an item in the form of DynamoDB, unless it has ended', () => {
    fc.assert(
      fc.property(made, fc.nat(400_000_000_000), ({ now, block }, later) => {
        const image = Object.fromEntries(
          Object.entries(block).map(([name, value]) => [
            name,
            typeof value === 'string' ? { S: value } : { N: `${value}` },
          ]),
        );
        const expected = hasExpired(block, now + later) ? undefined : block;
        expect(storedBlockOfImage(image, now + later)).toEqual(expected);
        expect(storedBlockOfImage(undefined, now)).toBeUndefined();
      }),
    );
  });
});
