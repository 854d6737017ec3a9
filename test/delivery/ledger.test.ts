import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hourOfDelivery, type LedgerSlice } from '../../contract/ledger.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { claimedAt, isExpired, isOpen, keysOf, outcomeOf, slicesOf } from '../../lambdas/delivery/model/ledger.ts';

const hour = '2026-11-22T21';
const start = Date.parse(`${hour}:00:00.000Z`);
const idAt = (milliseconds: number, event = 'event'): DeliveryId =>
  deliveryIdOf('network', event, 'wh_0', new Date(milliseconds).toISOString());

/** Distinct ids of the hour, in ascending order. */
const ids = fc
  .uniqueArray(fc.nat(3_599_999), { maxLength: 1_700, size: 'max' })
  .map((times) => times.map((time) => idAt(start + time, `${time}`)).sort());

const digestOf = (some: readonly DeliveryId[]): string =>
  createHash('sha256')
    .update(some.map((id) => `${id}\n`).join(''))
    .digest('hex');

/** What a receiver has of a slice. */
const within = (some: readonly DeliveryId[], { after = '', until = '~' }: LedgerSlice): DeliveryId[] =>
  some.filter((id) => after < id && id <= until);

describe('the slices of a ledger', () => {
  test('cover every range without a gap, and differ for a receiver exactly where it lacks something', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.nat()), (recorded, lost) => {
        const lostIds = new Set(recorded.length === 0 ? [] : lost.map((n) => recorded[n % recorded.length]));
        const stored = recorded.filter((id) => !lostIds.has(id));
        const slices = slicesOf(recorded, {});
        expect(slices.map(({ after }) => after)).toEqual([undefined, ...slices.slice(0, -1).map(({ until }) => until)]);
        expect(slices.at(-1)).not.toHaveProperty('until');
        for (const slice of slices) {
          const own = within(recorded, slice);
          expect(slice).toMatchObject({ count: own.length, digest: digestOf(own) });
          expect(own.length).toBeLessThanOrEqual(500);
          const isWhole = own.every((id) => !lostIds.has(id));
          expect(digestOf(within(stored, slice)) === slice.digest).toBe(isWhole);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('begin and end where they were asked to', () => {
    const [after, until] = [idAt(start), idAt(start + 10)];
    expect(slicesOf([until], { after, until })).toEqual([{ after, until, count: 1, digest: digestOf([until]) }]);
  });

  test('have the digests that the specification shows', () => {
    const two = ['01JDEXAMPQ7W3N5Y8T2V4X6Z9A', '01JDEXAMPQ7W3N5Y8T2V4X6Z9B'].map((id) => v.parse(DeliveryId, id));
    expect(slicesOf(two, {})[0]?.digest).toBe('727439c36b9703b7814ecb67b95c254e6253fac085d57127bfd5d84d1accd786');
    expect(slicesOf([], {})[0]?.digest).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});

describe('an hour', () => {
  test('has exactly the ids of events that were accepted in it', () => {
    const { first, last } = keysOf({ hour });
    fc.assert(
      fc.property(fc.integer({ min: -2_000, max: 3_602_000 }), (offset) => {
        const id = idAt(start + offset);
        const isWithin = offset >= 0 && offset < 3_600_000;
        expect(first <= id && id <= last).toBe(isWithin);
        expect(hourOfDelivery(id) === hour).toBe(isWithin);
      }),
    );
  });

  test('is read behind one id and up to another', () => {
    const [one, two, three] = [idAt(start, 'a'), idAt(start + 1, 'b'), idAt(start + 2, 'c')];
    const { first, last } = keysOf({ hour, after: one, until: two });
    expect([one, two, three].filter((id) => first <= id && id <= last)).toEqual([two]);
  });

  test('is open until 15 minutes after its end, and expired once its first delivery may be', () => {
    expect([4_499_999, 4_500_000].map((after) => isOpen(hour, start + after))).toEqual([true, false]);
    const month = 30 * 24 * 3_600_000;
    expect([month, month + 1].map((after) => isExpired(hour, start + after, 30))).toEqual([false, true]);
  });
});

describe('a delivery that a receiver lacks', () => {
  const at = '2026-11-22T21:30:00.500Z';
  const signed = Date.parse('2026-11-22T21:30:01.000Z');
  const enabled = { enabled: true };

  test('is sent again if it was delivered or has failed, unless its latest attempt is no older than the claim', () => {
    for (const state of ['delivered', 'failed'] as const) {
      expect(outcomeOf({ state, lastAttemptAt: at }, enabled, signed)).toBe('sending');
      expect(outcomeOf({ state, lastAttemptAt: at }, enabled, Date.parse(at))).toBe('just_attempted');
    }
    expect(outcomeOf({ state: 'failed' }, enabled, 0)).toBe('sending');
  });

  test('is about the moment when the ids were read, which is not after the second in which the claim was signed', () => {
    const times = [undefined, '2026-11-22T21:00:00.000Z', '2026-11-22T21:30:01.400Z', '2030-01-01T00:00:00.000Z'];
    expect(times.map((readAt) => new Date(claimedAt(signed, readAt)).toISOString().slice(11, -1))).toEqual([
      '21:30:01.000',
      '21:00:00.000',
      '21:30:01.400',
      '21:30:01.999',
    ]);
  });

  test('is left alone while it is on its way, and while its webhook is disabled', () => {
    expect(outcomeOf({ state: 'retrying', lastAttemptAt: at }, enabled, signed)).toBe('retrying');
    expect(outcomeOf({ state: 'failed', lastAttemptAt: at }, { enabled: false }, signed)).toBe('webhook_disabled');
  });
});
