import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { WebhookId } from '../../contract/webhooks.ts';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { backlogMessage } from '../../lambdas/deliveries/messages.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import { createFlows } from '../../lambdas/receiver-health/flow-leases.ts';
import { healthReporter, type ReportHealth } from '../../lambdas/receiver-health/health-reporter.ts';
import { receiverWatch } from '../../lambdas/receiver-health/receiver-watch.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { faultlessTables, memoryWebhooks } from '../support/delivery-world/memory-tables.ts';
import { webhookOfTests } from '../support/samples.ts';

const SECOND = 1_000;
const begin = Date.UTC(2026, 0, 1);
const iso = (milliseconds: number) => new Date(begin + milliseconds).toISOString();
const startedAt = iso(0);
const success: AttemptOutcome = { startedAt, milliseconds: 20, class: 'delivered', statusCode: 200 };
const failure: AttemptOutcome = { startedAt, milliseconds: 20, class: 'http_5xx', statusCode: 503 };
const unwanted: AttemptOutcome = { startedAt, milliseconds: 20, class: 'http_4xx', statusCode: 400 };
const gone: AttemptOutcome = { ...unwanted, statusCode: 410 };

let time: number;
let webhooks: ReturnType<typeof memoryWebhooks>;
/** The writes to the table. */
let writes: number;
let report: ReportHealth;
let measured: string[];
let log: jest.SpiedFunction<typeof console.warn>;

beforeEach(() => {
  [time, writes, measured] = [begin, 0, []];
  log = jest.spyOn(console, 'warn').mockReturnValue();
  const afterWrite = () => {
    writes += 1;
  };
  webhooks = memoryWebhooks({ now: () => time, sleep: async () => {} }, { ...faultlessTables, afterWrite });
  const now = () => time;
  report = healthReporter({
    health: webhooks.health,
    disable: webhooks.health.disable,
    directory: { forget: () => {} },
    flows: createFlows(webhooks.health, now),
    watch: receiverWatch(),
    settings: { disableAfterSeconds: 100, struggledNoticeSeconds: 600, backNoticeSeconds: 60 },
    metrics: { add: (name) => void measured.push(name) },
    now,
  });
});
afterEach(() => log.mockRestore());

/** A webhook in the table, as a process has cached it. */
function webhookWith(changes: Partial<Webhook> = {}): Webhook {
  const webhook = webhookOfTests(changes);
  webhooks.add(webhook);
  return webhook;
}
const stored = () => webhooks.get(webhookOfTests().webhookId);

describe('a receiver that fails', () => {
  test('is failing since its first failure, and struggles', async () => {
    const webhook = webhookWith();
    expect(await report(webhook, failure)).toEqual([]);
    expect(stored()).toMatchObject({ failingSince: iso(0), strugglingAt: iso(0), enabled: true });
  });

  test.each([
    ['the one that it began within ten minutes', -600 * SECOND, -3_600 * SECOND],
    ['another one', -600 * SECOND - 1, 0],
  ])('has a struggle that is %s', async (_, strugglingAt, since) => {
    await report(webhookWith({ strugglingAt: iso(strugglingAt), strugglingSince: iso(-3_600 * SECOND) }), failure);
    expect(stored()).toMatchObject({ strugglingAt: iso(0), strugglingSince: iso(since) });
  });

  test('is failing, but does not struggle, where it refuses an event', async () => {
    await report(webhookWith(), unwanted);
    expect(stored()).toMatchObject({ failingSince: iso(0) });
    expect(stored()).not.toHaveProperty('strugglingAt');
  });

  test('is written once by the messages of a batch, and again after two seconds, or a minute if struggling', async () => {
    const webhook = webhookWith();
    await report(webhook, failure);
    await report(webhook, failure);
    time += 2 * SECOND;
    await report(webhook, failure);
    expect(writes).toBe(2);
    webhookWith();
    time += 1;
    await report(webhook, failure);
    expect(stored()).toMatchObject({ failingSince: iso(2 * SECOND + 1) });
    expect(stored()).not.toHaveProperty('strugglingAt');
    time = begin + 60 * SECOND + 1;
    await report(webhook, failure);
    expect(stored()).toMatchObject({ strugglingAt: iso(60 * SECOND + 1) });
  });

  test('of one webhook does not hide the failure of another', async () => {
    await report(webhookWith(), failure);
    const other = webhookWith({ webhookId: v.parse(WebhookId, `wh_${'b'.repeat(32)}`) });
    await report(other, failure);
    expect(webhooks.get(other.webhookId)).toMatchObject({ failingSince: iso(0) });
  });

  test('is written nowhere while it takes everything but an event that is too large', async () => {
    await report(webhookWith(), success);
    await report(webhookWith(), { ...unwanted, class: 'bus_too_large' });
    expect(writes).toBe(0);
  });
});

describe('a webhook is disabled', () => {
  test('once its receiver has failed for too long, and its backlog is looked at, to fail', async () => {
    const webhook = webhookWith({ failingSince: iso(0) });
    time += 100 * SECOND;
    expect(await report(webhook, unwanted)).toEqual([]);
    expect(stored()).toMatchObject({ enabled: true });
    time += 1;
    expect(await report(webhook, unwanted)).toEqual([backlogMessage(webhook)]);
    expect(stored()).toMatchObject({ enabled: false, disabledReason: 'failing', updatedAt: iso(100 * SECOND + 1) });
    const { networkId, webhookId } = webhook;
    expect(log.mock.calls).toEqual([
      [{ name: 'webhook-disabled', networkId, webhookId, host: 'hooks.example.com:8443', reason: 'failing' }],
    ]);
    expect(measured).toEqual(['WebhooksDisabled']);
  });

  test.each([
    ['not while it has only struggled for so long', iso(0), iso(-200 * SECOND), true],
    ['although it began to struggle later', iso(-101 * SECOND), iso(0), false],
  ])('%s', async (_, failingSince, strugglingSince, enabled) => {
    await report(webhookWith({ failingSince, strugglingSince, strugglingAt: iso(0) }), failure);
    expect(stored()).toMatchObject({ enabled });
  });

  test('as soon as its receiver is gone, whatever its URL', async () => {
    const webhook = webhookWith({ url: 'gone' });
    expect(await report(webhook, gone)).toEqual([backlogMessage(webhook)]);
    expect(stored()).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect(measured).toEqual([]);
  });

  test('by the first of several reports', async () => {
    const webhook = webhookWith();
    await report(webhook, gone);
    expect(await report(webhook, gone)).toEqual([]);
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('an open receiver that is slow or failing', () => {
  const open = { ...newFlow, version: 'v1', phase: 'open', response: 20, window: 64 } as const;
  const refusal = { ...unwanted, statusCode: 429 };

  test('is paced from now on, and this is written once', async () => {
    const webhook = webhookWith({ flow: open });
    await report(webhook, refusal);
    await report(webhook, refusal);
    expect(stored()?.flow).toEqual(open);
    await report(webhook, refusal);
    const restrained = stored()?.flow;
    expect(restrained).toMatchObject({ phase: 'paced', window: 4 });
    await report(webhook, refusal);
    await report(webhook, refusal);
    expect(stored()?.flow).toBe(restrained);
  });

  test('is not paced because of successes, and a paced one stays as it is', async () => {
    const webhook = webhookWith({ flow: open });
    for (let n = 0; n < 3; n++) await report(webhook, success);
    expect(stored()?.flow).toEqual(open);
    const paced = webhookWith({ flow: { ...open, phase: 'paced' } });
    for (let n = 0; n < 3; n++) await report(paced, refusal);
    expect(stored()?.flow).toEqual({ ...open, phase: 'paced' });
  });
});

describe('a receiver that recovers', () => {
  const noticed = { name: 'webhook.didGoDown', since: iso(-SECOND), at: iso(0) } as const;

  test('has its webhook checked later where its network was told, at most once a minute', async () => {
    const webhook = webhookWith({ failingSince: iso(-SECOND), noticed });
    expect(await report(webhook, success)).toEqual([backlogMessage(webhook, 122)]);
    time += 59 * SECOND;
    expect(await report(webhook, success)).toEqual([]);
    time += SECOND + 1;
    expect(await report(webhook, success)).toEqual([backlogMessage(webhook, 122)]);
    expect(stored()).toMatchObject({ recoveredAt: iso(0) });
  });
});
