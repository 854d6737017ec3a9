import { describe, expect, test } from '@jest/globals';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import { newFlow } from '../../lambdas/delivery/model/flow.ts';
import type { Flow } from '../../lambdas/webhooks/webhooks-table.ts';
import {
  begin,
  failure,
  flowAfter,
  proven,
  quick,
  refusal,
  secondsUntilNext,
  slow,
  startedAt,
  timeout,
  times,
  unwanted,
} from './rounds-of-tests.ts';

const taking = (milliseconds: number): AttemptOutcome => ({ ...quick, milliseconds });

describe('the phase after a round', () => {
  const open: Flow = { ...proven, phase: 'open' };

  test.each<[string, readonly AttemptOutcome[], Flow['phase']]>([
    ['stays open after successes', [quick, unwanted], 'open'],
    ['is paced after a failure', [quick, failure], 'paced'],
    ['is paced after a refusal', [quick, refusal], 'paced'],
    ['is paced after as many failures as refusals', [failure, refusal], 'paced'],
  ])('of an open receiver %s', (_, outcomes, phase) => {
    expect(flowAfter(open, outcomes).phase).toBe(phase);
  });

  test('of a receiver that is down stays down after a failure, however few there were', () => {
    expect(flowAfter({ ...proven, phase: 'down' }, [failure])).toMatchObject({ phase: 'down', failures: 1 });
  });

  test.each([
    ['a success', quick],
    ['a refusal', refusal],
  ])('is that of a proven receiver after %s', (_, outcome) => {
    expect(flowAfter(newFlow, [outcome])).toMatchObject({ phase: 'paced', proven: true });
    expect(flowAfter(newFlow, [failure])).toMatchObject({ phase: 'down', proven: false });
  });

  test('has the beginning of this outage, and not that of an earlier one', () => {
    const earlier = new Date(begin - 60_000).toISOString();
    const outage = { ...newFlow, downSince: earlier };
    expect(flowAfter(outage, [failure]).downSince).toBe(startedAt);
    expect(flowAfter({ ...outage, phase: 'down' }, [failure]).downSince).toBe(earlier);
    expect(flowAfter({ ...newFlow, phase: 'down' }, [failure]).downSince).toBe(startedAt);
  });
});

describe('the window after a round', () => {
  const usual: Flow = { ...proven, usual: 200 };

  test('grows by the successes, without failures and refusals', () => {
    expect(flowAfter(proven, [quick, quick, failure, refusal]).window).toBe(10);
  });

  test.each([
    ['grows with responses up to one and a half times as long as usual', 300, 9],
    ['stays with longer ones', 301, 8],
    ['stays with ones up to twice as long', 400, 8],
    ['shrinks with longer ones', 401, 4],
  ])('%s', (_, milliseconds, window) => {
    expect(flowAfter(usual, [taking(milliseconds)]).window).toBe(window);
  });

  test('depends on the middle response, wherever it is in the round, and not on time-outs', () => {
    for (const outcomes of [
      [slow, quick, quick],
      [quick, slow, quick],
      [quick, quick, slow],
    ])
      expect(flowAfter(usual, outcomes).window).toBe(11);
    expect(flowAfter(usual, [timeout, timeout, quick, quick, slow]).window).toBe(11);
    expect(flowAfter(usual, [quick, timeout, quick]).window).toBe(10);
  });

  test('of a receiver that is back is two, however long the probe took', () => {
    expect(flowAfter({ ...usual, phase: 'down', window: 1 }, [slow])).toMatchObject({ phase: 'paced', window: 2 });
  });
});

test.each([
  ['is that of its first responses', undefined, 60, 60],
  ['follows longer ones slowly', 200, 300, 205],
  ['follows shorter ones at once', 200, 100, 100],
])('the usual time of a receiver %s', (_, before, milliseconds, after) => {
  const flow = before === undefined ? proven : { ...proven, usual: before };
  expect(flowAfter(flow, [taking(milliseconds)]).usual).toBe(after);
});

test.each([
  ['a success within a quarter of a second', [taking(250)], 4],
  ['a longer one', [taking(251)], 3],
  ['one that is almost slow', [taking(499)], 3],
  ['a slow one among quick ones', [taking(500), quick], 0],
  ['an event that the receiver refuses', [quick, unwanted], 4],
])('three quick successes and %s', (_, outcomes, count) => {
  expect(flowAfter({ ...proven, quick: 3 }, outcomes).quick).toBe(count);
});

describe('the rate of a receiver that responds with 429', () => {
  const limited: Flow = { ...proven, perSecond: 10, refusedAt: startedAt, hasFoundRate: true };

  test('begins low, and is below goodput and rate after each further refusal', () => {
    expect(flowAfter(proven, [refusal])).toMatchObject({ perSecond: 2, hasFoundRate: false });
    expect(flowAfter(limited, [refusal], 0, 20)).toMatchObject({ perSecond: 8.5, hasFoundRate: true });
    expect(flowAfter(limited, [refusal], 0, 4).perSecond).toBeCloseTo(3.4);
    expect(flowAfter(limited, [refusal], 0, 0.1).perSecond).toBe(0.2);
  });

  test.each([
    ['by a hundredth in a second', 10, 5, 10.1],
    ['by two hundredths in two seconds', 20, 5, 10.2],
    ['faster after half a minute without a refusal', 10, 30 - 0.02, 10.3],
  ])('grows %s, once it was found', (_, requests, seconds, perSecond) => {
    expect(flowAfter(limited, times(requests, quick), seconds).perSecond).toBeCloseTo(perSecond, 6);
  });

  test('doubles each second while it is looked for', () => {
    const { hasFoundRate: _, ...looking } = limited;
    expect(flowAfter(looking, times(10, quick)).perSecond).toBeCloseTo(20, 6);
  });

  test('is unknown where there was no refusal, and where it was forgotten', () => {
    const { refusedAt: _, ...neverRefused } = limited;
    const { perSecond: __, ...forgotten } = limited;
    expect(flowAfter(neverRefused, [quick])).not.toHaveProperty('perSecond');
    expect(flowAfter(forgotten, [quick])).not.toHaveProperty('perSecond');
    expect(flowAfter(limited, [quick], 600 - 0.02)).toHaveProperty('perSecond');
    expect(flowAfter(limited, [quick], 600 - 0.019)).not.toHaveProperty('perSecond');
  });

  test('has the next round wait for what is left of its time, or for what a refusal asks', () => {
    const asking = { ...failure, retryAfterSeconds: 40 };
    expect(secondsUntilNext(flowAfter(proven, [refusal, asking]))).toBe(1);
    expect(secondsUntilNext(flowAfter(proven, [{ ...refusal, retryAfterSeconds: 40 }]))).toBe(40.02);
    expect(secondsUntilNext(flowAfter(proven, [{ ...refusal, retryAfterSeconds: 61 }]))).toBe(60.02);
    expect(secondsUntilNext(flowAfter({ ...limited, perSecond: 100 }, [quick]))).toBe(0.02);
    expect(secondsUntilNext(flowAfter(proven, [quick]))).toBe(0.02);
  });
});
