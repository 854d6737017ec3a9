/** What a customer's ceiling allows, for random ceilings and times. */
import { expect, test } from '@jest/globals';
import { firstDue, nextDue, paceSetter, spacingOf, withDue } from '../../lambdas/pacing/ceiling.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import fc from '../support/fast-check.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const rates = fc.double({ min: 0.1, max: 1000, noNaN: true });
const created = { createdAt: iso(now - 3_600_000), updatedAt: iso(now - 3_600_000) };

test('ten seconds have at most 1.02 times the ceiling, however late timers are', () => {
  fc.assert(
    fc.property(rates, fc.array(fc.nat({ max: 300 }), { minLength: 50, maxLength: 400 }), (rate, late) => {
      const spacing = spacingOf({ maxRequestsPerSecond: rate });
      const began: number[] = [];
      let [due, at] = [0, 0];
      for (const milliseconds of late) {
        at = Math.ceil(Math.max(at, due)) + (milliseconds % 3 === 0 ? milliseconds : 0);
        began.push(at);
        due = nextDue(due, at, spacing);
      }
      const inTen = (first: number) => began.filter((one) => first <= one && one < first + 10_000).length;
      for (const first of began) expect(inTen(first)).toBeLessThanOrEqual(10.2 * rate);
    }),
  );
});

test('each tenth of a request a second is counted exactly', () => {
  for (let tenths = 1; tenths <= 10_000; tenths++)
    expect(spacingOf({ maxRequestsPerSecond: tenths / 10 })).toBe(10_000 / tenths);
});

test('a turn begins where the last one ended, later after a kept lease, and 5 s after a change', () => {
  const webhook = { ...created, maxRequestsPerSecond: 0.5 };
  expect(firstDue(webhook, now)).toBeLessThanOrEqual(now);
  expect(firstDue({ ...webhook, flow: withDue(newFlow, now + 700) }, now)).toBe(now + 700);
  const abandoned = { ...withDue(newFlow, now - 20_000), leasedUntil: iso(now - 500) };
  expect(firstDue({ ...webhook, flow: abandoned }, now)).toBe(now + 1500);
  // The flow was reset, and with it when the next request may begin.
  expect(firstDue({ ...webhook, updatedAt: iso(now - 2000) }, now)).toBe(now + 5000);
  const changed = { ...webhook, updatedAt: iso(now - 2000) };
  expect(firstDue({ ...changed, flow: withDue(newFlow, now - 3000) }, now)).toBe(now + 3000);
  expect(firstDue({ ...changed, flow: withDue(newFlow, now - 1000) }, now)).toBeLessThanOrEqual(now);
});

test('clocks that were wrong delay a turn by no more than seconds', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: -1e9, max: 1e9 }), fc.boolean(), (maxRequestsPerSecond, off, isLeased) => {
      const flow = { ...withDue(newFlow, now + off), ...(isLeased && { leasedUntil: iso(now + off) }) };
      const webhook = { createdAt: created.createdAt, updatedAt: iso(now + off), maxRequestsPerSecond, flow };
      expect(firstDue(webhook, now)).toBeLessThanOrEqual(now + 15_000);
    }),
  );
});

test('the ceiling sets the pace unless the receiver has shown that it takes less', () => {
  const flow = { ...newFlow, window: 4, response: 100, patience: 500 };
  expect(paceSetter({ flow })).toBeUndefined();
  expect(paceSetter({ maxRequestsPerSecond: 5 })).toBe('ceiling');
  expect(paceSetter({ maxRequestsPerSecond: 30, flow })).toBe('ceiling');
  expect(paceSetter({ maxRequestsPerSecond: 50, flow })).toBe('receiver');
  expect(paceSetter({ maxConcurrentRequests: 4, flow })).toBe('ceiling');
  expect(paceSetter({ maxConcurrentRequests: 5, flow })).toBe('receiver');
  expect(paceSetter({ maxRequestsPerSecond: 50, flow: { ...flow, patience: 0 } })).toBe('ceiling');
  expect(paceSetter({ maxRequestsPerSecond: 1, flow: { ...flow, downSince: iso(now) } })).toBe('receiver');
});
