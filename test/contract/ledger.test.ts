import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { LedgerHour, readLedger, reconcileLedger } from '../../contract/ledger.ts';

const hour = '2024-11-24T11';
/** Ids of that hour, and one of another. */
const [one, two, three] = ['A', 'B', 'C'].map((last) => `01JDEXAMPQ7W3N5Y8T2V4X6Z9${last}`);
const other = '01JDFXAMPQ7W3N5Y8T2V4X6Z9A';

const accepts = (claim: object): boolean => v.is(reconcileLedger.body.schema, { networkId: 'demo', hour, ...claim });

test.each<[boolean, object]>([
  [true, { deliveryIds: [] }],
  [true, { deliveryIds: [three, one, one] }],
  [true, { deliveryIds: [two], after: one, until: two }],
  [true, { deliveryIds: [], after: two, until: one }],
  [true, { deliveryIds: Array(1_000).fill(one), readAt: '2024-11-24T12:30:00.000Z' }],
  [false, {}],
  [false, { deliveryIds: [one], after: one }],
  [false, { deliveryIds: [three], until: two }],
  [false, { deliveryIds: [other] }],
  [false, { deliveryIds: [], after: other }],
  [false, { deliveryIds: [], until: other }],
  [false, { deliveryIds: Array(1_001).fill(one) }],
  [false, { deliveryIds: [], readAt: 'now' }],
])('%s: a claim is of one hour, with ids behind after and up to until', (expected, claim) => {
  expect(accepts(claim)).toBe(expected);
});

test('a ledger is read between ids of its hour', () => {
  const isRead = (range: object): boolean => v.is(readLedger.body.schema, { networkId: 'demo', hour, ...range });
  expect([{}, { after: one, until: two }, { after: other }, { until: other }].map(isRead)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['2024-02-29T23', true],
  ['2023-02-29T23', false],
  ['2024-02-29T24', false],
  ['2024-02-29', false],
  ['2024-02-29T23:00', false],
])('%s is an hour: %s', (text, isHour) => {
  expect(v.is(LedgerHour, text)).toBe(isHour);
});
