import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, expect } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hourOfDelivery, readLedger, reconcileLedger } from '../../contract/ledger.ts';
import { isFaultless } from '../support/eventually.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { ReceivedRequest } from '../support/receivers/listening.ts';
import { type ApiResponse, call, eventually, tested } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import type { Created } from '../webhooks/admin.ts';
import {
  deliveredTo,
  expectRequests,
  headerOf,
  kept,
  newTestNetwork,
  numbered,
  post,
  type TestNetwork,
  theRequest,
  webhookTo,
  wholeLog,
} from './delivery-network.ts';

const { describe, test } = needs('receivers');

const Ledger = readLedger.response.body;
const Reconciled = reconcileLedger.response.body;

const idOf = (request: ReceivedRequest): DeliveryId => v.parse(DeliveryId, headerOf(request, 'webhook-id'));
const idsOf = (requests: readonly ReceivedRequest[]): DeliveryId[] => [...new Set(requests.map(idOf))].sort();

/** Posts to the ledger of a webhook, with the signature of a secret; `body` has no networkId yet. */
async function ask(
  { networkId }: Pick<TestNetwork, 'networkId'>,
  { webhookId, secret }: Pick<Created, 'webhookId' | 'secret'>,
  body: object,
  { path = '', signedAt = new Date(), text = JSON.stringify({ networkId, ...body }) } = {},
): Promise<ApiResponse> {
  const headers = signedHeaders(secret, text, signedAt);
  return await call('POST', `/webhooks/${webhookId}/ledger${path}`, {
    body: text,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}
const reconciling = { path: '/reconcile' };

/** The only slice of a webhook's hour. */
async function sliceOf(network: TestNetwork, webhook: Created, hour: string) {
  const { body } = await ask(network, webhook, { hour });
  const { slices, ...progress } = v.parse(Ledger, body);
  expect(progress).toEqual({ open: true });
  expect(slices).toHaveLength(1);
  return slices[0];
}

describe('the ledger of a webhook', () => {
  let network: TestNetwork;
  let webhook: Created;
  let receiver: Awaited<ReturnType<typeof kept>>;
  /** What has arrived, and its hour. */
  let ids: readonly DeliveryId[];
  let hour: string;

  beforeAll(async () => {
    network = await newTestNetwork();
    receiver = await kept(startReceiver());
    webhook = await webhookTo(network.admin, receiver);
    // All in one hour: events are accepted in one request.
    await post(network.server, numbered(40));
    ids = idsOf(await deliveredTo(receiver, 40));
    hour = hourOfDelivery(ids[0] ?? v.parse(DeliveryId, ''));
    await eventually(async () => {
      expect(await wholeLog(network.admin, webhook.webhookId, 'state=delivered')).toHaveLength(40);
    }, 15_000);
  });

  test('has the digest of what the receiver has stored, so that one request proves that it has everything', async () => {
    const digest = createHash('sha256')
      .update(ids.map((id) => `${id}\n`).join(''))
      .digest('hex');
    expect(await sliceOf(network, webhook, hour)).toEqual({ count: 40, digest });
  });

  test('has the receiver get exactly what it has lost, and nothing twice', async () => {
    const lost = [ids[3], ids[17], ids[39]].flatMap((id) => id ?? []);
    const deliveryIds = ids.filter((id) => !lost.includes(id));
    const before = receiver.requests.length;
    const claim = { hour, deliveryIds, readAt: new Date().toISOString() };
    const first = await ask(network, webhook, claim, reconciling);
    const sending = lost.map((deliveryId) => ({
      deliveryId,
      event: 'shop.didSell',
      outcome: isFaultless ? 'sending' : expect.anything(),
    }));
    expect(first.body).toEqual({ missing: sending, unknown: [], open: true });
    const repeated = v.parse(Reconciled, (await ask(network, webhook, claim, reconciling)).body);
    expect(repeated.missing.map(({ outcome }) => outcome)).not.toContain('sending');
    const again = await eventually(async () => {
      // A repeated message can have overwritten what was requeued.
      if (!isFaultless) await ask(network, webhook, { hour, deliveryIds }, reconciling);
      const arrived = receiver.requests.slice(before);
      expect(idsOf(arrived)).toEqual(lost);
      return arrived;
    }, 20_000);
    expectRequests(again, 3);
    expect(again.map(({ body }) => `${body}`).sort()).toEqual(
      lost.map((id) => `${receiver.requests.find((request) => idOf(request) === id)?.body}`).sort(),
    );
    const { body } = await ask(network, webhook, { hour, deliveryIds: ids }, reconciling);
    expect(body).toEqual({ missing: [], unknown: [], open: true });
  });

  // By the client: ctl/test/reconcile.integration.test.ts.
  needs('python3').test('is compared by the example in Python', async () => {
    const missing = async (stored: readonly string[]): Promise<string> => {
      const words = ['examples/ledger/reconcile.py', tested().url, network.networkId, webhook.webhookId, hour];
      const running = promisify(execFile)('python3', words, {
        env: { PATH: process.env['PATH'], WEBHOOK_SECRET: webhook.secret },
      });
      running.child.stdin?.end([...stored, '01JDEXAMPQ7W3N5Y8T2V4X6Z9A'].map((id) => `${id}\n`).join(''));
      return (await running).stdout;
    };
    const before = receiver.requests.length;
    await eventually(async () => {
      expect(await missing(ids.toSpliced(20, 1))).toMatch(new RegExp(`^${ids[20]} shop\\.didSell [a-z_]+\n$`));
      expect(idsOf(receiver.requests.slice(before))).toContain(ids[20]);
    }, 20_000);
    expect(await missing(ids)).toBe('');
  });

  test('says which ids it does not have, such as those of test events', async () => {
    const unknown = `${ids[0]?.slice(0, 10)}ZZZZZZZZZZZZZZZZ`;
    const { body } = await ask(network, webhook, { hour, deliveryIds: [...ids, unknown] }, reconciling);
    expect(body).toEqual({ missing: [], unknown: [unknown], open: true });
  });

  test('has the receiver get an event that its webhook missed while it was disabled', async () => {
    const [enabled, disabled] = await Promise.all([kept(startReceiver()), kept(startReceiver())]);
    const missed = await webhookTo(network.admin, disabled, { enabled: false, events: ['shop.didOpen'] });
    await webhookTo(network.admin, enabled, { events: ['shop.didOpen'] });
    await post(network.server, numbered(1, 'shop.didOpen'));
    // Fan-out has seen the event once another webhook has it.
    const seen = await theRequest(enabled);
    const { status } = await network.admin('PATCH', `/webhooks/${missed.webhookId}`, { enabled: true });
    expect(status).toBe(200);
    await eventually(async () => {
      await ask(network, missed, { hour: hourOfDelivery(idOf(seen)), deliveryIds: [] }, reconciling);
      expect(disabled.requests.map(({ body }) => `${body}`)).toContain(`${seen.body}`);
    }, 20_000);
  });

  // All other refusals: test/contract/refusals.test.ts.
  test('refuses an hour that has expired', async () => {
    const expired = { hour: '2024-01-01T00' };
    for (const response of [
      await ask(network, webhook, expired),
      await ask(network, webhook, { ...expired, deliveryIds: [] }, reconciling),
    ])
      expect(response).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('one of the last 30 days') },
      });
  });

  // Of others: test/recovery/identify-receiver.test.ts, and test/proof/tenants.integration.test.ts.
  test('is for the secret of its own webhook', async () => {
    const { secret } = await webhookTo(network.admin, receiver);
    const refused = await ask(network, { webhookId: webhook.webhookId, secret }, { hour });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Webhook-Signature');
  });
});
