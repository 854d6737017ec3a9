/** What follows from an attempt for its receiver, beside its health. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { attemptReporter, type ReportAttempt } from '../../lambdas/delivery/report-attempt.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../support/samples.ts';
import { iso, pending, now as time } from './group-samples.ts';

const { delivery } = pending(1);
const success: AttemptOutcome = { startedAt: iso(0), milliseconds: 20, class: 'delivered', statusCode: 200 };
const failure: AttemptOutcome = { startedAt: iso(0), milliseconds: 20, class: 'http_5xx', statusCode: 503 };

let isDue: boolean;
let [told, asked]: [Webhook[], Webhook[]] = [[], []];
let report: (webhook: Webhook, outcome: AttemptOutcome) => ReturnType<ReportAttempt>;

beforeEach(() => {
  [isDue, told, asked] = [false, [], []];
  const reporting = attemptReporter({
    reportHealth: async () => [],
    notices: { isDue: () => isDue, trySend: async (webhook) => told.push(webhook) > 0 },
    rotation: { isDue: () => isDue, tryCheck: async (webhook) => void asked.push(webhook) },
    now: () => time,
  });
  report = (webhook, outcome) => reporting(webhook, outcome, delivery);
});

describe('a notice', () => {
  test('is sent once by the messages of a batch, and only if one is due', async () => {
    const webhook = webhookOfTests({ failingSince: iso(-1000) });
    await report(webhook, failure);
    expect(told).toEqual([]);
    isDue = true;
    await Promise.all([report(webhook, failure), report(webhook, failure)]);
    await report(webhook, failure);
    expect(told).toEqual([webhook]);
  });

  test('and a question about a rotation follow a delivery, and only the notice a failure', async () => {
    isDue = true;
    const webhook = webhookOfTests();
    await report(webhook, failure);
    expect(asked).toEqual([]);
    await report(webhook, success);
    expect(asked).toEqual([webhook]);
  });

  test('does not follow from what the outcome contradicts', async () => {
    isDue = true;
    await report(webhookOfTests({ failingSince: iso(-1000), recoveredAt: iso(-1000) }), success);
    expect(told).toEqual([expect.objectContaining({ failingSince: undefined, recoveredAt: undefined })]);
  });
});
