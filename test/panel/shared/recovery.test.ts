import { expect, test } from '@jest/globals';
import { countText, filterText, leftOf } from '../../../panel/shared/recovery.ts';

test('says which deliveries are recovered', () => {
  expect(filterText({ state: 'failed' })).toBe('failed deliveries');
  expect(filterText({ state: 'failed', class: 'timeout', event: 'shop.didSell' }, 1)).toBe(
    'failed delivery of shop.didSell with the result “Timed out”',
  );
  expect(filterText({ state: 'delivered', statusCode: 204 })).toBe('delivered deliveries with status 204');
});

test('says how many would be sent, and how many are left', () => {
  const failed = { state: 'failed' } as const;
  expect(countText({ recovering: 1 }, failed)).toBe('1 event that the webhook did not get');
  expect(countText({ recovering: 2 }, { ...failed, statusCode: 503 })).toBe('2 failed deliveries with status 503');
  expect(countText({ recovering: 0 }, failed)).toBe('No events that the webhook did not get in this range');
  expect(countText({ recovering: 'started' }, failed)).toMatch(/^More events/);
  const progress = { at: '', waiting: 3, delivered: 4, failed: 1 };
  expect([leftOf({ recovering: 2, progress }), leftOf({ recovering: 'started' })]).toEqual([5, Infinity]);
});
