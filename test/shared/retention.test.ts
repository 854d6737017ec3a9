import { afterEach, expect, test } from '@jest/globals';
import { expiryAfter } from '../../contract/expiry.ts';
import { longestRetention } from '../../contract/tables.ts';
import { stageRetention } from '../../lambdas/shared/env.ts';

afterEach(() => {
  delete process.env['RETENTION'];
});

test('a function stores things as long as its stage sets, and others as long as the specification says', () => {
  expect(stageRetention()).toEqual(longestRetention);
  const set = { eventDays: 9, deliveryDays: 10, auditDays: 30 };
  process.env['RETENTION'] = JSON.stringify(set);
  expect(stageRetention()).toEqual(set);
  process.env['RETENTION'] = '{}';
  expect(() => stageRetention()).toThrow();
});

test('an item expires in whole seconds, never early', () => {
  expect(expiryAfter('2026-11-22T00:00:00.001Z', 2)).toBe(Date.parse('2026-11-24T00:00:01.000Z') / 1000);
});
