import { describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import type { MetricName } from '../../contract/metrics.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { failureLog, measureAttempt, measureTurn } from '../../lambdas/delivery/measure.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import { webhookOfTests } from '../support/samples.ts';

const acceptedAt = '2026-01-01T00:00:00.000Z';
const first = { createdAt: acceptedAt, attemptCount: 0, generation: 0 };
const outcome = { class: 'delivered', startedAt: '2026-01-01T00:00:02.000Z', milliseconds: 30 } as const;
const failure = { ...outcome, class: 'http_5xx' } as const;

function measured(measure: (metrics: { add: (name: MetricName, value: number) => void }) => void) {
  const values: Partial<Record<MetricName, number>> = {};
  measure({
    add(name, value) {
      values[name] = value;
    },
  });
  return values;
}

describe('an attempt', () => {
  test('of a delivery is measured from the acceptance of its event to its start, and to its 2xx', () => {
    expect(measured((metrics) => measureAttempt(metrics, first, outcome))).toEqual({
      Attempts_delivered: 1,
      TimeToFirstAttempt: 2000,
      TimeToDelivery: 2030,
    });
  });

  test('after the first is measured where it delivers', () => {
    const retried = { ...first, attemptCount: 3 };
    expect(measured((metrics) => measureAttempt(metrics, retried, failure))).toEqual({ Attempts_http_5xx: 1 });
    expect(measured((metrics) => measureAttempt(metrics, retried, outcome))).toEqual({
      Attempts_delivered: 1,
      TimeToDelivery: 2030,
    });
  });

  test('of a replay is counted only', () => {
    const replayed = { ...first, generation: 1 };
    expect(measured((metrics) => measureAttempt(metrics, replayed, outcome))).toEqual({ Attempts_delivered: 1 });
  });

  test('of an event of a request with many, whose time is still to come, took no time', () => {
    const early = { ...outcome, startedAt: '2025-12-31T23:59:59.950Z' };
    expect(measured((metrics) => measureAttempt(metrics, first, early))).toMatchObject({
      TimeToFirstAttempt: 0,
      TimeToDelivery: 30,
    });
  });

  test('that the service failed to send is counted only', () => {
    const notSent = { ...outcome, class: 'not_sent' } as const;
    expect(measured((metrics) => measureAttempt(metrics, first, notSent))).toEqual({ Attempts_not_sent: 1 });
  });
});

describe('a turn', () => {
  const [up, down] = [newFlow, { ...newFlow, phase: 'down' } as const];

  test.each([
    ['goes down', up, down, { ReceiversDown: 1 }],
    ['comes up', down, up, { ReceiversUp: 1 }],
    ['stays down', down, down, {}],
    ['stays up', up, up, {}],
  ])('after which a receiver %s', (_, before, after, values) => {
    expect(measured((metrics) => measureTurn(metrics, before, after))).toEqual(values);
  });
});

test('failed attempts are logged once a batch, by webhook', () => {
  const log = jest.spyOn(console, 'info').mockReturnValue();
  const one = webhookOfTests();
  const other = webhookOfTests({ webhookId: v.parse(WebhookId, `wh_${'b'.repeat(32)}`) });
  const { note, flush } = failureLog();
  for (const webhook of [one, other, one]) note(webhook);
  flush();
  flush();
  expect(log.mock.calls).toEqual([
    [{ name: 'attempts-failed', networkId: 'demo', webhookId: one.webhookId, attempts: 2 }],
    [{ name: 'attempts-failed', networkId: 'demo', webhookId: other.webhookId, attempts: 1 }],
  ]);
  log.mockRestore();
});
