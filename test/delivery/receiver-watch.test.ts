import { describe, expect, test } from '@jest/globals';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { type AttemptOutcome, meansDown } from '../../lambdas/delivery/model/attempt.ts';
import { receiverWatch, TROUBLE } from '../../lambdas/delivery/receiver/receiver-watch.ts';

const begin = Date.UTC(2026, 0, 1);
const at = new Date(begin).toISOString();
const outcome = (ended: DeliveryClass, milliseconds = 20, statusCode?: number): AttemptOutcome => ({
  startedAt: at,
  milliseconds,
  class: ended,
  statusCode,
});
const quick = outcome('delivered');
const failure = outcome('http_5xx', 20, 503);
const timeout = outcome('timeout', 1500);
const refusal = outcome('http_4xx', 20, 429);

function watching() {
  const watch = receiverWatch();
  return {
    ...watch,
    see: (...outcomes: readonly AttemptOutcome[]) => {
      for (const one of outcomes) watch.note('wh', one);
    },
  };
}
const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

test('a receiver is down by these classes of attempts, and by no others', () => {
  const down = ['http_5xx', 'timeout', 'connection_refused', 'connection_reset', 'unreachable', 'dns', 'tls'];
  const ofBuses = ['bus_denied', 'bus_not_found', 'bus_throttled'];
  expect(DeliveryClass.options.filter((ended) => meansDown({ class: ended }))).toEqual([...down, ...ofBuses]);
});

describe('an open receiver is in trouble', () => {
  test.each([
    ['failures', times(TROUBLE, failure)],
    ['time-outs, refusals and failures among successes', [timeout, ...times(17, quick), refusal, failure]],
  ])('after %s, and not before the last one', (_, outcomes) => {
    const watch = watching();
    watch.see(...outcomes.slice(0, -1));
    expect(watch.isInTrouble('wh')).toBe(false);
    watch.see(...outcomes.slice(-1));
    expect(watch.isInTrouble('wh')).toBe(true);
    expect(watch.isInTrouble('wh')).toBe(false);
  });

  test.each([
    ['events that it refuses', times(50, outcome('http_4xx', 20, 400))],
    ['failures that are rare', [timeout, ...times(18, quick), timeout, timeout]],
  ])('but not after %s', (_, outcomes) => {
    const watch = watching();
    watch.see(...outcomes);
    expect(watch.isInTrouble('wh')).toBe(false);
  });

  test.each([
    [499, false],
    [500, true],
  ])('after responses that take %d ms: %j', (milliseconds, expected) => {
    const watch = watching();
    watch.see(...times(TROUBLE, outcome('delivered', milliseconds)));
    expect(watch.isInTrouble('wh')).toBe(expected);
  });

  test('and other receivers are not', () => {
    const watch = watching();
    watch.see(...times(TROUBLE, failure));
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
