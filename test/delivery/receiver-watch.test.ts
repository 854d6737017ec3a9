import { describe, expect, test } from '@jest/globals';
import type { DeliveryClass } from '../../contract/delivery-classes.ts';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import {
  FAILURES_IN_A_ROW,
  receiverWatch,
  SLOW_IN_A_ROW,
  TIMEOUTS,
} from '../../lambdas/delivery/receiver/receiver-watch.ts';

const begin = Date.UTC(2026, 0, 1);
const at = new Date(begin).toISOString();
const outcome = (ended: DeliveryClass, milliseconds = 20, statusCode?: number): AttemptOutcome => ({
  startedAt: at,
  milliseconds,
  class: ended,
  statusCode,
});
const quick = outcome('delivered');
const slow = outcome('delivered', 700);
const failure = outcome('http_5xx', 20, 503);
const timeout = outcome('timeout', 1500);
const refusal = outcome('http_4xx', 20, 429);

function watching(now = () => begin) {
  const watch = receiverWatch(now);
  return {
    ...watch,
    see: (...outcomes: readonly AttemptOutcome[]) => {
      for (const one of outcomes) watch.note('wh', one);
    },
  };
}
const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

describe('an open receiver is in trouble', () => {
  test.each([
    ['failures in a row', times(FAILURES_IN_A_ROW, failure)],
    ['slow responses in a row', times(SLOW_IN_A_ROW, slow)],
    ['time-outs among successes', [timeout, ...times(10, quick), ...times(TIMEOUTS - 1, timeout)]],
    ['refusals among successes', [refusal, ...times(10, quick), refusal]],
  ])('after %s, and not before the last one', (_, outcomes) => {
    const watch = watching();
    watch.see(...outcomes.slice(0, -1));
    expect(watch.isInTrouble('wh')).toBe(false);
    watch.see(...outcomes.slice(-1));
    expect(watch.isInTrouble('wh')).toBe(true);
    expect(watch.isInTrouble('wh')).toBe(false);
  });

  test.each([
    ['failures with a success in between', [...times(FAILURES_IN_A_ROW - 1, failure), quick, failure]],
    ['events that it refuses', times(50, outcome('http_4xx', 20, 400))],
    ['time-outs that are rare', [timeout, ...times(20, quick), timeout]],
  ])('but not after %s', (_, outcomes) => {
    const watch = watching();
    watch.see(...outcomes);
    expect(watch.isInTrouble('wh')).toBe(false);
  });

  test.each([
    ['up to a minute apart', 60_000, true],
    ['further apart', 60_001, false],
  ])('after failures that are %s (%d ms): %j', (_, distance, expected) => {
    let now = begin;
    const watch = watching(() => now);
    for (let i = 0; i < FAILURES_IN_A_ROW; i++) {
      watch.see(failure);
      now += distance;
    }
    expect(watch.isInTrouble('wh')).toBe(expected);
  });

  test.each([
    [499, false],
    [500, true],
  ])('after responses that take %d ms: %j', (milliseconds, expected) => {
    const watch = watching();
    watch.see(...times(SLOW_IN_A_ROW, outcome('delivered', milliseconds)));
    expect(watch.isInTrouble('wh')).toBe(expected);
  });

  test('and other receivers are not', () => {
    const watch = watching();
    watch.see(...times(FAILURES_IN_A_ROW, failure));
    expect(watch.isInTrouble('another')).toBe(false);
  });
});

test('a receiver struggles from a fifth of failures on', () => {
  const watch = watching();
  watch.see(...times(16, quick), ...times(3, failure));
  expect(watch.isStruggling('wh')).toBe(false);
  watch.see(failure);
  expect(watch.isStruggling('wh')).toBe(true);
});
