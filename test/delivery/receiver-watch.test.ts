import { describe, expect, test } from '@jest/globals';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import { receiverWatch } from '../../lambdas/delivery/receiver/receiver-watch.ts';

function watched() {
  let time = 0;
  const watch = receiverWatch(() => time);
  const note = (outcome: Pick<AttemptOutcome, 'class' | 'milliseconds'> & Partial<AttemptOutcome>, times = 1) => {
    for (let i = 0; i < times; i++) watch.note('wh', { startedAt: '', ...outcome });
  };
  return {
    watch,
    note,
    later: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}
const quick = { class: 'delivered', milliseconds: 20 } as const;
const slow = { class: 'delivered', milliseconds: 1200 } as const;
const timeout = { class: 'timeout', milliseconds: 1500 } as const;
const down = { class: 'connection_refused', milliseconds: 1 } as const;

describe('the watch of a receiver', () => {
  test('five quick responses in a row lead to the fast lane; a slower one restarts the count', () => {
    const { watch, note } = watched();
    note(quick, 4);
    expect(watch.lane('wh')).toBeUndefined();
    note({ class: 'delivered', milliseconds: 300 });
    note(quick, 4);
    expect(watch.lane('wh')).toBeUndefined();
    note(quick);
    expect(watch.lane('wh')).toBe('fast');
  });

  test('one time-out, or three slow responses in a row, lead to the slow lane for a while', () => {
    for (const tooSlow of [() => [timeout], () => [slow, slow, slow]]) {
      const { watch, note, later } = watched();
      note(quick, 5);
      for (const outcome of tooSlow()) note(outcome);
      expect(watch.lane('wh')).toBe('slow');
      later(10_000);
      expect(watch.lane('wh')).toBeUndefined();
      note(quick, 5);
      expect(watch.lane('wh')).toBe('fast');
    }
  });

  test('five failures in a row that mean down open the breaker; refusals by the receiver do not', () => {
    const { watch, note } = watched();
    note({ class: 'http_4xx', milliseconds: 5, statusCode: 404 }, 20);
    expect(watch.isDown('wh')).toBe(false);
    note(down, 4);
    note({ class: 'http_4xx', milliseconds: 5, statusCode: 400 });
    note(down, 4);
    expect(watch.isDown('wh')).toBe(false);
    note({ class: 'http_4xx', milliseconds: 5, statusCode: 429 });
    expect(watch.isDown('wh')).toBe(true);
    note(quick);
    expect(watch.isDown('wh')).toBe(false);
  });

  test('failures more than a minute apart do not mean down', () => {
    const { watch, note, later } = watched();
    for (let i = 0; i < 10; i++) {
      note(down);
      later(60_001);
    }
    expect(watch.isDown('wh')).toBe(false);
  });
});
