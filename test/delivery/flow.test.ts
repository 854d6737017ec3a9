import { describe, expect, test } from '@jest/globals';
import {
  afterLastDelivery,
  isOpen,
  MAX_WINDOW,
  maySend,
  newFlow,
  restrained,
  roundSize,
} from '../../lambdas/delivery/model/flow.ts';
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

  test('grows in spite of failures among successes, and of events that the receiver refuses', () => {
    expect(flowAfter(proven, [quick, failure, failure, unwanted]).window).toBe(10);
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
  test('after its first failure if it has never responded', () => {
    expect(flowAfter(newFlow, [failure])).toMatchObject({ phase: 'down', downSince: startedAt });
  });

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
    expect(maySend(up, begin + 5020)).toBe(true);
  });
});

describe('a receiver that responds with 429', () => {
  test('gets what it asks for: no request before Retry-After', () => {
    const flow = flowAfter(proven, [quick, { ...refusal, retryAfterSeconds: 30 }]);
    expect(secondsUntilNext(flow)).toBeCloseTo(30, 0);
    expect(maySend(flow, begin + 29_000)).toBe(false);
  });

  test('has its rate found from below, and then just below what it takes', () => {
    let flow = flowAfter(proven, [refusal]);
    const first = flow.perSecond ?? Number.NaN;
    for (let second = 1; second <= 3; second++)
      flow = flowAfter(flow, times(Math.round(flow.perSecond ?? 1), quick), second);
    expect(flow.perSecond).toBeCloseTo(first * 8, 0);
    const found = flowAfter(flow, [quick, refusal], 4, 20);
    expect(found.perSecond).toBeLessThan(20);
    expect(found.perSecond).toBeGreaterThan(13);
    const later = flowAfter(found, times(17, quick), 5).perSecond ?? 0;
    expect(later / (found.perSecond ?? 1)).toBeGreaterThan(1);
    expect(later / (found.perSecond ?? 1)).toBeLessThan(1.05);
  });

  test('is forgotten to do so after ten minutes without', () => {
    const flow = flowAfter(proven, [refusal]);
    expect(flowAfter(flow, [quick], 599)).toHaveProperty('perSecond');
    expect(flowAfter(flow, [quick], 601)).not.toHaveProperty('perSecond');
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

  test('a receiver that is down stays down', () => {
    const down = flowAfter(newFlow, [failure]);
    expect(afterLastDelivery(down, begin + 5000)).toMatchObject({ phase: 'down', downSince: startedAt });
  });
});

test('an open receiver in trouble is paced', () => {
  expect(restrained({ ...proven, phase: 'open', window: 64, quick: 100 })).toMatchObject({
    phase: 'paced',
    window: 4,
    quick: 0,
  });
});
