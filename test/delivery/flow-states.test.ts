import { describe, expect, test } from '@jest/globals';
import {
  afterFault,
  afterLastDelivery,
  isLeased,
  isOpen,
  isUnknown,
  laneOf,
  maySend,
  newFlow,
  roundSize,
} from '../../lambdas/delivery/model/flow.ts';
import type { Flow } from '../../lambdas/webhooks/webhooks-table.ts';
import { begin, proven } from './rounds-of-tests.ts';

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

  test('alone, while it has the lease', () => {
    expect(isLeased(undefined, begin)).toBe(false);
    expect(isLeased({ ...proven, leasedUntil: iso(1) }, begin)).toBe(true);
    expect(isLeased({ ...proven, leasedUntil: iso(0) }, begin)).toBe(false);
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
