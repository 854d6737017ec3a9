/** Flow control of one receiver: what a round leads to, and what may be sent then (lambdas/delivery/model/flow.ts). */
import { describe, expect, test } from '@jest/globals';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import {
  afterFault,
  afterLastDelivery,
  afterRound,
  isOpen,
  isUnknown,
  laneOf,
  MAX_WINDOW,
  maySend,
  newFlow,
  restrained,
  roundSize,
} from '../../lambdas/delivery/model/flow.ts';
import type { Flow } from '../../lambdas/webhooks/webhooks-table.ts';

const begin = Date.UTC(2026, 0, 1);
const settings = { probeFirstSeconds: 5, probeMaxSeconds: 300 };
const startedAt = new Date(begin).toISOString();
const quick: AttemptOutcome = { startedAt, class: 'delivered', statusCode: 200, milliseconds: 20 };
const slow: AttemptOutcome = { ...quick, milliseconds: 800 };
const failure: AttemptOutcome = { startedAt, class: 'http_5xx', statusCode: 503, milliseconds: 20 };
const timeout: AttemptOutcome = { startedAt, class: 'timeout', milliseconds: 1500 };
const refusal: AttemptOutcome = { startedAt, class: 'http_4xx', statusCode: 429, milliseconds: 20 };
const unwanted: AttemptOutcome = { startedAt, class: 'http_4xx', statusCode: 400, milliseconds: 20 };

const flowAfter = (flow: Flow, outcomes: readonly AttemptOutcome[], seconds = 0, goodput = 20): Flow =>
  afterRound(
    flow,
    { outcomes, startedAt: begin + seconds * 1000, endedAt: begin + seconds * 1000 + 20, goodput },
    settings,
  );
const proven: Flow = { ...newFlow, proven: true, window: 8 };
const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
const secondsUntilNext = ({ nextAt = '' }: Flow, from = 0): number => (Date.parse(nextAt) - begin) / 1000 - from;

describe('the window', () => {
  test('is one request for a receiver that nobody has tried yet, and grows with each quick success', () => {
    expect(roundSize(newFlow)).toBe(1);
    const second = flowAfter(newFlow, [quick]);
    expect(roundSize(second)).toBe(2);
    expect(roundSize(flowAfter(second, [quick, quick]))).toBe(4);
  });

  test('has an upper bound', () => {
    expect(roundSize(flowAfter({ ...proven, window: MAX_WINDOW }, times(64, quick)))).toBe(MAX_WINDOW);
  });

  test('grows for a receiver that always takes long', () => {
    let flow = newFlow;
    for (let round = 0; round < 10; round++) flow = flowAfter(flow, times(roundSize(flow), slow));
    expect(flow.window).toBe(MAX_WINDOW);
  });

  test('shrinks by half where a whole round fails, times out by half, or takes much longer than usual', () => {
    expect(flowAfter({ ...proven, usual: 200 }, times(8, slow)).window).toBe(4);
    expect(flowAfter(proven, [...times(4, quick), ...times(4, timeout)]).window).toBe(4);
    expect(flowAfter({ ...proven, window: 6 }, times(3, failure)).window).toBe(3);
  });
});

describe('a receiver is down', () => {
  test('after as many failures in a row as fit into its window, and five at least, if it has', () => {
    expect(flowAfter({ ...proven, window: 2 }, times(2, failure)).phase).toBe('paced');
    expect(flowAfter({ ...proven, window: 2, failures: 2 }, times(3, failure)).phase).toBe('down');
    expect(flowAfter(proven, times(7, failure)).phase).toBe('paced');
    expect(flowAfter(proven, times(8, failure)).phase).toBe('down');
  });

  test('never after a round with a success, or only with 429', () => {
    expect(flowAfter({ ...proven, failures: 100 }, [failure, quick]).phase).toBe('paced');
    expect(flowAfter(newFlow, [refusal]).phase).toBe('paced');
  });

  test('and is probed by single requests at growing distances', () => {
    let flow = flowAfter(newFlow, [failure]);
    const distances: number[] = [];
    for (let probe = 0; probe < 8; probe++) {
      expect(roundSize(flow)).toBe(1);
      distances.push(Math.round(secondsUntilNext(flow)));
      expect(maySend(flow, begin + 4000)).toBe(false);
      flow = flowAfter(flow, [failure]);
    }
    expect(distances).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  test('until a probe succeeds: then its window is small, whatever it was before', () => {
    const down = flowAfter(proven, times(8, failure));
    const up = flowAfter(down, [quick], 5);
    expect(up).toMatchObject({ phase: 'paced', window: 2, failures: 0, downSince: startedAt });
    expect(up.upSince).toBe(new Date(begin + 5020).toISOString());
  });
});

describe('without a backlog', () => {
  const well: Flow = { ...proven, quick: 5 };

  test('a quick receiver is open, after a last look as well', () => {
    const first = afterLastDelivery(well, begin);
    expect(isOpen(first)).toBe(true);
    expect(secondsUntilNext(first)).toBe(5);
    const last = afterLastDelivery(first, begin + 5000);
    expect(isOpen(last)).toBe(true);
    expect(last).not.toHaveProperty('nextAt');
  });

  test.each([
    ['slow', { ...well, quick: 4 }],
    ['limited', { ...well, perSecond: 20, refusedAt: startedAt }],
  ])('a %s receiver is paced still, and its next delivery is sent at once', (_, flow) => {
    const idle = afterLastDelivery(flow, begin);
    expect(idle.phase).toBe('paced');
    expect(maySend(afterLastDelivery(idle, begin + 5000), begin + 5000)).toBe(true);
  });
});

test('an open receiver in trouble is paced', () => {
  expect(restrained({ ...proven, phase: 'open', window: 64, quick: 100 })).toMatchObject({
    phase: 'paced',
    window: 4,
    quick: 0,
  });
});

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

const iso = (milliseconds: number) => new Date(begin + milliseconds).toISOString();

describe('the lane of a first attempt', () => {
  test.each<[string, Flow | undefined, boolean, boolean, 'fast' | 'slow']>([
    ['nobody has tried', undefined, true, false, 'fast'],
    ['nobody has got a response from', newFlow, true, false, 'fast'],
    ['is proven and paced', proven, false, false, 'slow'],
    ['has only failed', { ...newFlow, failures: 1 }, false, false, 'slow'],
    ['is down', { ...newFlow, phase: 'down' }, false, false, 'slow'],
    ['is open', { ...proven, phase: 'open' }, false, true, 'fast'],
  ])('to a receiver that %s', (_, flow, unknown, open, lane) => {
    expect([isUnknown(flow), isOpen(flow), laneOf(flow)]).toEqual([unknown, open, lane]);
  });
});

describe('a process may send', () => {
  test.each<[string, Flow | undefined, boolean]>([
    ['to an unknown receiver', undefined, true],
    ['to one without a lease', proven, true],
    ['when the lease has ended', { ...proven, leasedUntil: iso(0) }, true],
    ['not before', { ...proven, leasedUntil: iso(1) }, false],
    ['to one that is down when the next probe is due', { ...proven, phase: 'down', nextAt: iso(0) }, true],
    ['not before', { ...proven, phase: 'down', nextAt: iso(1) }, false],
    ['to one with a rate when its pause is over', { ...proven, perSecond: 1, nextAt: iso(0) }, true],
    ['not before', { ...proven, perSecond: 1, nextAt: iso(1) }, false],
    ['to any other at once, whenever it is looked at next', { ...proven, nextAt: iso(1) }, true],
  ])('%s', (_, flow, expected) => {
    expect(maySend(flow, begin)).toBe(expected);
  });
});

test.each<[string, Partial<Flow>, number]>([
  ['one probe to a receiver that is down', { phase: 'down' }, 1],
  ['a quarter of a second’s requests of its rate', { perSecond: 20 }, 5],
  ['one, if its rate is low', { perSecond: 2 }, 1],
  ['its window, if that is less than its rate allows', { perSecond: 100 }, 8],
  ['whole requests', { window: 2.5 }, 2],
])('a round has %s', (_, changes, size) => {
  expect(roundSize({ ...proven, ...changes })).toBe(size);
});

test('a receiver that is down is not open because its backlog is empty', () => {
  expect(afterLastDelivery({ ...proven, phase: 'down', quick: 5 }, begin)).toMatchObject({ phase: 'down' });
});

test('after a fault of ours the backlog is looked at again in five seconds, and nothing else changes', () => {
  expect(afterFault(proven, begin)).toEqual({ ...proven, nextAt: iso(5_000) });
});
