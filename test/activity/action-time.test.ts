import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { candidateTimes } from '../../lambdas/activity/activities-table.ts';

describe('time stamps of actions', () => {
  const moment = Date.UTC(2024, 1, 28, 12, 0, 0, 123);

  test('of one event are the same every time', () => {
    expect([...candidateTimes(moment, 'event-1')]).toEqual([...candidateTimes(moment, 'event-1')]);
  });

  test('are at most 14, the first four of them different ones of the action’s own millisecond, whatever the event id', () => {
    fc.assert(
      fc.property(fc.string(), (eventId) => {
        const times = [...candidateTimes(moment, eventId)];
        expect(times).toHaveLength(14);
        const own = times.slice(0, 4);
        expect(new Set(own).size).toBe(4);
        for (const time of own) expect(time).toMatch(/^2024-02-28T12:00:00\.123\d{3}Z$/);
        for (const time of times) expect(time).toMatch(/^2024-02-28T12:00:0[01]\.\d{6}Z$/);
      }),
    );
  });

  test.each([
    [1_100, 3, 64],
    [10_000, 8, 1_024],
  ])('of %i actions at one time are all different, after %i writes on average, within %i ms', (actions, writes, ms) => {
    const taken = new Set<string>();
    let tried = 0;
    for (let i = 0; i < actions; i++) {
      for (const time of candidateTimes(moment, `event-${i}`)) {
        tried += 1;
        if (taken.has(time)) continue;
        taken.add(time);
        break;
      }
    }
    expect(taken.size).toBe(actions);
    expect(tried / actions).toBeLessThan(writes);
    const latest = Math.max(...[...taken].map((time) => Date.parse(time)));
    expect(latest - moment).toBeLessThan(ms);
  });

  test('of different events mostly differ in the first candidate', () => {
    const firstCandidates = Array.from({ length: 200 }, (_, i) => candidateTimes(moment, `event-${i}`).next().value);
    expect(new Set(firstCandidates).size).toBeGreaterThan(150);
  });
});
