import { expect, test } from '@jest/globals';
import { isSettled } from '../../lambdas/user-data/settled.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const dayOld = { acceptedAt: '2026-11-21T12:00:00.000Z' };

test.each([
  ['without deliveries, a day old', dayOld, [], true],
  ['without deliveries, less than a day old', { acceptedAt: '2026-11-21T12:00:00.001Z' }, [], false],
  ['whose deliveries have arrived', dayOld, ['delivered', 'delivered'], true],
  ['with a delivery that waits', dayOld, ['delivered', 'retrying'], false],
  ['with a delivery that may be recovered', dayOld, ['failed'], false],
])('an event %s is settled: %j %j %s', (_, event, states, expected) => {
  const deliveries = states.map((state) => ({ state }));
  expect(isSettled(event, deliveries, NOW)).toBe(expected);
});
