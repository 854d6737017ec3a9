/** Webhooks under ids that customers give to them (docs/spec/webhooks.md#ids-of-your-own). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { type Client, call, connection, eventually } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { create } from '../webhooks/admin.ts';
import {
  arrived,
  delivery,
  kept,
  newTestNetwork,
  numbered,
  numbersIn,
  post,
  type TestNetwork,
} from './delivery-network.ts';

const Made = v.looseObject({ webhookId: v.string(), secret: v.string(), createdAt: v.string(), updatedAt: v.string() });

async function putTo(admin: Client, id: string, receiver: Pick<Receiver, 'url'>, fields: object = {}) {
  const response = await admin('PUT', `/webhooks/${id}`, { url: receiver.url, ...fields });
  if (response.status !== 201) throw new Error(`The webhook was not created: ${response.status} ${response.text}`);
  return v.parse(Made, response.body);
}

describe('PUT /webhooks/{webhookId}', () => {
  test('creates a webhook with its secret, changes nothing the next time, and replaces its configuration', async () => {
    const { admin } = await newTestNetwork();
    const body = { url: 'https://one.example.com/', description: 'Search', headers: { 'x-key': 'k' } };
    const first = await admin('PUT', '/webhooks/search.index_1', body);
    expect(first).toMatchObject({ status: 201, body: { webhookId: 'search.index_1', description: 'Search' } });
    const { secret, ...made } = v.parse(Made, first.body);
    expect(await admin('PUT', '/webhooks/search.index_1', body)).toMatchObject({ status: 200, body: made });
    const other = { url: 'https://two.example.com/', events: ['shop.*'] };
    const replaced = await admin('PUT', '/webhooks/search.index_1', other);
    expect(replaced).toMatchObject({
      status: 200,
      body: { ...other, description: '', headers: {}, enabled: true, createdAt: made.createdAt },
    });
    expect(replaced.body).not.toHaveProperty('secret');
    expect(await admin('GET', '/webhooks/search.index_1/secret')).toMatchObject({ body: { secrets: [{ secret }] } });
    await eventually(async () => {
      const { body: trail } = await admin('GET', '/audit?webhookId=search.index_1');
      const ofWebhook = { webhookId: 'search.index_1' };
      expect(trail).toMatchObject({
        results: [
          { action: 'secretRevealed', ...ofWebhook },
          { action: 'webhookUpdated', ...ofWebhook },
          { action: 'webhookCreated', ...ofWebhook },
        ],
      });
    });
  });

  test('replaces a webhook whose id the service has made, and makes none under such an id', async () => {
    const { admin } = await newTestNetwork();
    const { webhookId } = await create(admin, { description: 'Search' });
    const body = { url: 'https://two.example.com/' };
    expect(await admin('PUT', `/webhooks/${webhookId}`, body)).toMatchObject({
      status: 200,
      body: { webhookId, ...body, description: '' },
    });
    for (const id of [`wh_${'0'.repeat(32)}`, 'wh_mine']) {
      expect(await admin('PUT', `/webhooks/${id}`, body)).toMatchObject({ status: 404, body: { code: 400400 } });
    }
    await admin('DELETE', `/webhooks/${webhookId}`);
    expect(await admin('PUT', `/webhooks/${webhookId}`, body)).toMatchObject({ status: 404 });
  });

  test.each(['a~b', '-a', '_a', '.a', 'a b', 'ä', 'a,b', 'x'.repeat(65)])('returns 400 for the id %j', async (id) => {
    const { admin } = await newTestNetwork();
    const refused = await admin('PUT', `/webhooks/${encodeURIComponent(id)}`, { url: 'https://one.example.com/' });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^webhookId must/) } });
  });

  test('of the 51st webhook returns 403, and of one that is there does not', async () => {
    const { admin } = await newTestNetwork();
    const body = { url: 'https://one.example.com/', enabled: false };
    for (let n = 1; n <= 50; n++) expect((await admin('PUT', `/webhooks/w${n}`, body)).status).toBe(201);
    expect(await admin('PUT', '/webhooks/w51', body)).toMatchObject({ status: 403 });
    expect(await admin('PUT', '/webhooks/w50', { ...body, description: 'x' })).toMatchObject({ status: 200 });
    const { body: list } = await admin('GET', '/webhooks');
    const results = Array.from({ length: 50 }, (_, n) => ({ webhookId: `w${n + 1}` }));
    expect(list).toMatchObject({ results, warnings: [expect.stringContaining('50 webhooks')] });
  });
});

test('no literal part of a route stands where the id of a webhook may stand', () => {
  const literal = Object.values<RouteDefinition>(routes).filter(({ path }) => /^\/webhooks\/[^{]/.test(path));
  expect(literal).toEqual([]);
});

describe('a webhook with an id of the customer', () => {
  let network: TestNetwork;
  let receiver: Receiver;
  let made: v.InferOutput<typeof Made>;
  let [eventId, deliveryId, ownId] = ['', '', ''];
  beforeAll(async () => {
    network = await newTestNetwork();
    receiver = await kept(startReceiver());
    made = await putTo(network.admin, 'search', receiver);
    [eventId = ''] = await post(network.server, numbered(1));
    ({ deliveryId } = await delivery(network.admin, 'search', eventId, { state: 'delivered' }));
    const { client, tables } = connection();
    const [stored] = await webhooksTable(client, tables.webhooks).list(v.parse(NetworkId, network.networkId));
    ownId = `${stored?.webhookId}`;
  });

  const bodies: Readonly<Record<string, object>> = {
    putWebhook: { url: 'https://one.example.com/', enabled: false },
    updateWebhook: { enabled: true },
    recoverDeliveries: { since: new Date(Date.now() - 3_600_000).toISOString() },
  };

  /** What the others could not be called after. */
  const last = ['eraseEventData', 'deleteWebhook'];
  /** Every route with an id of a webhook in its path or in its response. */
  const all: readonly RouteDefinition[] = Object.values(routes);
  const about = all
    .filter(
      ({ path, role }) =>
        role !== 'receiver' && (path.includes('{webhookId}') || /^\/(webhook|deliver|events|audit|stat)/.test(path)),
    )
    .filter(({ method, path }) => method !== 'POST' || path !== '/webhooks')
    .filter(({ operationId }) => operationId !== 'ingestEvents')
    .sort((one, other) => last.indexOf(one.operationId) - last.indexOf(other.operationId));

  test('has it in every route, and is nowhere shown with another', async () => {
    expect(ownId).toMatch(/^wh_/);
    const shown: string[] = [];
    for (const { operationId, method, path } of about) {
      const target = path
        .replace('{webhookId}', 'search')
        .replace('{deliveryId}', deliveryId)
        .replace('{eventId}', eventId);
      const body = method === 'GET' || method === 'DELETE' ? undefined : (bodies[operationId] ?? {});
      const { status, text } = await network.admin(method, target, body);
      expect({ operationId, isSuccess: status < 300 }).toEqual({ operationId, isSuccess: true });
      expect({ operationId, hasOwnId: text.includes(ownId) }).toEqual({ operationId, hasOwnId: false });
      if (text.includes('"search"')) shown.push(operationId);
    }
    expect(shown).toEqual(
      expect.arrayContaining(['listWebhooks', 'showWebhook', 'listNetworkDeliveries', 'findDelivery', 'showEvent']),
    );
    expect(shown).toEqual(expect.arrayContaining(['listWebhookStatistics', 'putWebhook', 'updateWebhook']));
    expect((await network.admin('GET', `/webhooks/${ownId}`)).status).toBe(404);
  });

  test('has a ledger, which another network with the same id can not read', async () => {
    const { admin } = network;
    const again = await putTo(admin, 'search', receiver);
    const other = await newTestNetwork();
    const theirs = await putTo(other.admin, 'search', receiver);
    const hour = new Date().toISOString().slice(0, 13);
    for (const [networkId, secret, status] of [
      [network.networkId, again.secret, 200],
      [other.networkId, theirs.secret, 200],
      [network.networkId, theirs.secret, 401],
      [other.networkId, again.secret, 401],
    ] as const) {
      const body = JSON.stringify({ networkId, hour });
      const headers = signedHeaders(secret, body);
      expect(await call('POST', '/webhooks/search/ledger', { body, headers })).toMatchObject({ status });
    }
    expect(again.secret).not.toBe(made.secret);
  });
});

test('what waited for a deleted webhook is not sent to the next one of its id, nor shown with it', async () => {
  const { admin, server } = await newTestNetwork();
  const failing = await kept(startReceiver((response) => response.writeHead(503).end()));
  const old = await putTo(admin, 'search', failing);
  const [eventId = ''] = await post(server, numbered(2));
  const { deliveryId } = await delivery(admin, 'search', eventId, { state: 'retrying' });
  expect((await admin('DELETE', '/webhooks/search')).status).toBe(200);
  expect((await admin('GET', '/webhooks/search')).status).toBe(404);

  const receiver = await kept(startReceiver());
  const next = await putTo(admin, 'search', receiver);
  expect(next.secret).not.toBe(old.secret);
  expect(await admin('GET', '/webhooks/search/deliveries')).toMatchObject({ body: { results: [] } });
  expect((await admin('GET', `/webhooks/search/deliveries/${deliveryId}`)).status).toBe(404);
  expect((await admin('GET', `/deliveries/${deliveryId}`)).status).toBe(404);
  expect((await admin('POST', '/webhooks/search/retry-now')).status).toBe(202);
  await eventually(async () => {
    // The cache of webhooks may be older than the webhook.
    await post(server, [{ event: 'shop.didSell', data: { n: 7 } }]);
    expect(numbersIn(await arrived(receiver, 1)).every((n) => n === 7)).toBe(true);
  }, 20_000);
  expect(numbersIn(receiver.requests).filter((n) => n !== 7)).toEqual([]);
  await eventually(async () => {
    const { body } = await admin('GET', '/audit?webhookId=search&limit=10');
    const actions = v.parse(v.object({ results: v.array(v.object({ action: v.string() })) }), body).results;
    expect(actions.map(({ action }) => action)).toEqual([
      'retriedNow',
      'webhookCreated',
      'webhookDeleted',
      'webhookCreated',
    ]);
  });
});
