import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { candidateTimes } from '../../lambdas/activity/action-time.ts';

describe('time stamps of actions', () => {
  const moment = Date.UTC(2024, 1, 28, 12, 0, 0, 123);

  test('have the millisecond of the action and six fraction digits', () => {
    expect(candidateTimes(moment, 'event-1').next().value).toMatch(/^2024-02-28T12:00:00\.123\d{3}Z$/);
  });

  test('of one event are the same every time', () => {
    expect([...candidateTimes(moment, 'event-1')]).toEqual([...candidateTimes(moment, 'event-1')]);
  });

  test('are each of the 1,000 of the millisecond exactly once, whatever the event id', () => {
    fc.assert(
      fc.property(fc.string(), (eventId) => {
        const times = [...candidateTimes(moment, eventId)];
        expect(times).toHaveLength(1000);
        expect(new Set(times).size).toBe(1000);
      }),
    );
  });

  test('of different events mostly differ in the first candidate', () => {
    const firstCandidates = Array.from({ length: 200 }, (_, i) => candidateTimes(moment, `event-${i}`).next().value);
    expect(new Set(firstCandidates).size).toBeGreaterThan(150);
  });
});
