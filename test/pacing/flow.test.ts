/** Who sends to a receiver, and when (lambdas/pacing/flow.ts); how much at once is in control.test.ts. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { laneChoice } from '../../lambdas/delivery/lane-choice.ts';
import {
  afterFault,
  afterLastDelivery,
  flowAfterAttempt,
  isOpen,
  isUnknown,
  maySend,
  pacedFrom,
} from '../../lambdas/pacing/flow.ts';
import { type Flow, newFlow } from '../../lambdas/pacing/state.ts';
import { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../support/samples.ts';

const begin = Date.UTC(2026, 0, 1);
const settings = { probeFirstSeconds: 1, probeMaxSeconds: 300 };
const iso = (milliseconds: number) => new Date(begin + milliseconds).toISOString();
const startedAt = iso(0);
const quick: AttemptOutcome = { startedAt, class: 'delivered', statusCode: 200, milliseconds: 20 };
const slow: AttemptOutcome = { ...quick, milliseconds: 800 };
const failure: AttemptOutcome = { startedAt, class: 'http_5xx', statusCode: 500, milliseconds: 20 };
const refusal: AttemptOutcome = { startedAt, class: 'http_4xx', statusCode: 429, milliseconds: 20 };
const unwanted: AttemptOutcome = { startedAt, class: 'http_4xx', statusCode: 400, milliseconds: 20 };

const flowAfter = (flow: Flow, ...outcomes: readonly AttemptOutcome[]): Flow =>
  outcomes.reduce(
    (before, outcome) => flowAfterAttempt(before, outcome, { inFlight: [], isFull: true }, settings),
    flow,
  );
const at = (seconds: number, outcome: AttemptOutcome) => ({ ...outcome, startedAt: iso(seconds * 1000) });
const proven: Flow = { ...newFlow, response: 20 };
const open: Flow = { ...proven, phase: 'open' };
const webhook = webhookOfTests();
const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

describe('a receiver is down', () => {
  test('after its first request if that failed, and after twenty failures in a row if it has ever responded', () => {
    expect(flowAfter(newFlow, failure)).toMatchObject({ phase: 'down', downSince: startedAt });
    expect(flowAfter(proven, ...times(19, failure)).phase).toBe('paced');
    expect(flowAfter(proven, ...times(20, failure)).phase).toBe('down');
    expect(flowAfter(proven, ...times(19, failure), quick, failure).phase).toBe('paced');
  });

  test('and is probed at distances that grow with its outage, up to five minutes', () => {
    let flow = flowAfter(newFlow, failure);
    const distances: number[] = [];
    for (let seconds = 0; seconds < 10_000; ) {
      const next = (Date.parse(flow.notBefore ?? '') - begin) / 1000;
      distances.push(next - seconds);
      seconds = next;
      flow = flowAfter(flow, at(seconds, failure));
    }
    expect(distances[0]).toBeCloseTo(1, 1);
    expect(distances.at(-1)).toBeCloseTo(300, 0);
    for (const [index, distance] of distances.entries()) {
      expect(distance).toBeGreaterThanOrEqual((distances[index - 1] ?? 0) - 0.1);
    }
    expect(distances.length).toBeLessThan(80);
  });

  test('until a probe succeeds: then retries from its outage may be sent early', () => {
    const up = flowAfter(flowAfter(newFlow, failure), at(60, quick));
    expect(up).toMatchObject({ phase: 'paced', outage: { since: startedAt, until: iso(60_020) } });
    expect(up.downSince).toBeUndefined();
    expect(flowAfter(up, at(61, failure)).phase).toBe('paced');
  });
});

test.each<[string, readonly AttemptOutcome[], Flow['phase']]>([
  ['stays open after successes', [quick, unwanted], 'open'],
  ['is paced after a failure', [quick, failure], 'paced'],
  ['is paced after a refusal', [quick, refusal], 'paced'],
])('a receiver that is open %s', (_, outcomes, phase) => {
  expect(flowAfter(open, ...outcomes).phase).toBe(phase);
});

test('a request that began before a trial says nothing about it', () => {
  const trying = { ...proven, trial: { ...proven.trial, since: begin } };
  expect(flowAfter(trying, at(-0.01, quick)).trial).toEqual(trying.trial);
});

test('an open receiver in trouble is paced, with a few requests at once', () => {
  expect(pacedFrom({ ...open, window: 64, quick: 100 }, begin)).toMatchObject({
    phase: 'paced',
    window: 4,
    quick: 0,
    response: 20,
  });
});

describe('without a backlog', () => {
  const well: Flow = { ...proven, quick: 5 };

  test('a quick receiver is open, after a last look as well', () => {
    const first = afterLastDelivery({ ...well, outage: { since: iso(-2), until: iso(-1) } }, begin);
    expect(isOpen({ flow: first })).toBe(true);
    expect(first).toMatchObject({ nextAt: iso(5000) });
    expect(first).not.toHaveProperty('outage');
    const last = afterLastDelivery(first, begin + 5000);
    expect(isOpen({ flow: last })).toBe(true);
    expect(last).not.toHaveProperty('nextAt');
  });

  test('there is a last look after each time that something was sent', () => {
    const busy = flowAfter(afterLastDelivery(well, begin), at(60, quick));
    expect(afterLastDelivery(busy, begin + 61_000).nextAt).toBe(iso(66_000));
  });

  test.each([
    ['slow', { ...well, quick: 4 }],
    ['limited', { ...well, patience: 500, window: 8 }],
  ])('a %s receiver is paced still, and its next delivery is sent at once', (_, flow) => {
    const trial = { ...flow.trial, since: begin };
    const idle = afterLastDelivery({ ...flow, trial }, begin);
    expect(idle.phase).toBe('paced');
    expect(maySend(afterLastDelivery(idle, begin + 5000), begin + 5000)).toBe(true);
  });

  test('a limit is forgotten after ten minutes', () => {
    const limited = { ...well, patience: 500, window: 8, trial: { ...well.trial, since: begin } };
    expect([0, 1].map((more) => isOpen({ flow: afterLastDelivery(limited, begin + 600_000 + more) }))).toEqual([
      false,
      true,
    ]);
  });

  test('a receiver that is down is down still', () => {
    expect(afterLastDelivery({ ...well, phase: 'down' }, begin).phase).toBe('down');
  });
});

test.each([
  ['a success within a quarter of a second', [{ ...quick, milliseconds: 250 }], 4],
  ['a longer one', [{ ...quick, milliseconds: 251 }], 3],
  ['a slow one among quick ones', [quick, { ...quick, milliseconds: 500 }], 0],
  ['an event that the receiver refuses as quickly', [quick, unwanted], 5],
  ['a failure', [quick, failure], 4],
])('three quick responses and %s', (_, outcomes, count) => {
  expect(flowAfter({ ...proven, quick: 3 }, ...outcomes).quick).toBe(count);
});

describe('the fast lane', () => {
  test.each<[string, Flow | undefined, readonly ('fast' | 'slow')[]]>([
    ['has the first event only to a receiver that nobody has tried', undefined, ['fast', 'slow', 'slow']],
    ['has the first event only to one without a response', newFlow, ['fast', 'slow', 'slow']],
    ['has nothing to one that is paced', proven, ['slow', 'slow']],
    ['has nothing to one that has only failed', { ...newFlow, failures: 1 }, ['slow', 'slow']],
    ['has nothing to one that is down', { ...proven, phase: 'down' }, ['slow', 'slow']],
    ['has everything to one that is open', open, ['fast', 'fast']],
  ])('%s', (_, flow, lanes) => {
    const laneOf = laneChoice(() => begin);
    expect(lanes.map(() => laneOf({ ...webhook, flow }))).toEqual(lanes);
  });

  test('has a hundred messages of a network at once, and a hundred a second, whatever others have', () => {
    let now = begin;
    const laneOf = laneChoice(() => now);
    const lanes = (count: number, of = webhook) => {
      const chosen = times(count, of).map((one) => laneOf({ ...one, flow: open }));
      return chosen.filter((lane) => lane === 'fast').length;
    };
    expect(lanes(250)).toBe(100);
    now += 500;
    expect(lanes(250)).toBe(50);
    expect(lanes(10, { ...webhook, networkId: v.parse(NetworkId, 'other') })).toBe(10);
    now += 3_600_000;
    expect(lanes(250)).toBe(100);
  });

  test('has one more event to a receiver that nobody has tried for a minute', () => {
    let now = begin;
    const laneOf = laneChoice(() => now);
    laneOf(webhook);
    now += 60_001;
    expect({ lane: laneOf(webhook), isUnknown: isUnknown(undefined) }).toEqual({ lane: 'fast', isUnknown: true });
  });
});

describe('a process may send', () => {
  test.each<[string, Flow | undefined, boolean]>([
    ['to an unknown receiver', undefined, true],
    ['to one without a lease', proven, true],
    ['when the lease has ended', { ...proven, leasedUntil: iso(0) }, true],
    ['not before', { ...proven, leasedUntil: iso(1) }, false],
    ['nor while a clock that is some seconds ahead has it', { ...proven, leasedUntil: iso(30_000) }, false],
    ['whatever a clock that was minutes ahead has written', { ...proven, leasedUntil: iso(30_001) }, true],
    ['when the next probe is due, or what the receiver asked for is over', { ...proven, notBefore: iso(0) }, true],
    ['not before', { ...proven, notBefore: iso(1) }, false],
    ['whenever the backlog is looked at next', { ...proven, nextAt: iso(1) }, true],
  ])('%s', (_, flow, expected) => {
    expect(maySend(flow, begin)).toBe(expected);
  });

  test.each([
    ['429', refusal],
    ['503', { ...failure, statusCode: 503 }],
  ])('not before the time for which %s asks, of at most a minute', (_, outcome) => {
    expect(flowAfter(proven, { ...outcome, retryAfterSeconds: 40 }).notBefore).toBe(iso(40_020));
    expect(flowAfter(proven, { ...outcome, retryAfterSeconds: 61 }).notBefore).toBe(iso(60_020));
    const another = [40, 1].map((retryAfterSeconds) => ({ ...outcome, retryAfterSeconds }));
    expect(flowAfter(proven, ...another).notBefore).toBe(iso(40_020));
    expect(flowAfter(proven, { ...slow, retryAfterSeconds: 40 }).notBefore).toBeUndefined();
  });
});

test('a flow that older code has written keeps its version and its lease, and nothing else', () => {
  const older = { version: 'v1', phase: 'down', window: 8, proven: true, failures: 3, quick: 0, failedProbes: 2 };
  const stored = { ...webhook, flow: { ...older, leasedUntil: iso(9000), nextAt: iso(60_000) } };
  expect(v.parse(Webhook, stored).flow).toEqual({ ...newFlow, version: 'v1', leasedUntil: iso(9000) });
});

test('after a fault of ours the backlog is looked at again in five seconds, and nothing else changes', () => {
  expect(afterFault(proven, begin)).toEqual({ ...proven, nextAt: iso(5_000) });
});
