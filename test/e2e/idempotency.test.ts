/** Requests with an idempotency key, to every route that takes one (docs/spec/requests.md#idempotency-keys). */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { noticeAddressesTable } from '../../lambdas/notices/notice-addresses-table.ts';
import { isFaultless } from '../support/eventually.ts';
import { membersOf } from '../support/members.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { type ApiResponse, call, connection, eventually, tokenFor } from '../support/service.ts';
import { listOf } from '../webhooks/admin.ts';
import { delivery, kept, newTestNetwork, numbered, post, type TestNetwork, webhookTo } from './delivery-network.ts';

const definitions: readonly RouteDefinition[] = Object.values(routes);
const idempotent = definitions.filter((route) => route.idempotent).map(({ operationId }) => operationId);

interface Sent {
  readonly path: string;
  readonly body?: object;
}

let network: TestNetwork;
/** Requests to each route, of which no two are the same. */
let requests: Readonly<Record<string, readonly Sent[]>>;

function requestsTo(operationId: string): readonly [Sent, ...Sent[]] {
  const [first, ...others] = requests[operationId] ?? [];
  if (first === undefined) throw new Error(`There is no request to ${operationId}.`);
  return [first, ...others];
}

beforeAll(async () => {
  network = await newTestNetwork();
  const { networkId, admin, server } = network;
  const receiver = await kept(startReceiver());
  const [one, other] = [await webhookTo(admin, receiver), await webhookTo(admin, receiver)];
  const [eventId = ''] = await post(server, numbered(1));
  const [ofOne, ofOther] = await Promise.all(
    [one, other].map(({ webhookId }) => delivery(admin, webhookId, eventId, { state: 'delivered' })),
  );
  const ofBoth = (what: string, body?: object) =>
    [one, other].map(({ webhookId }) => ({ path: `/webhooks/${webhookId}/${what}`, ...(body && { body }) }));
  const addresses = ['on-call@example.com'];
  await noticeAddressesTable(connection().client, connection().tables.webhooks).change(networkId, (before) => ({
    after: { ...before, addresses, confirmed: addresses },
    result: true,
  }));
  const since = new Date(Date.now() - 60_000).toISOString();
  requests = {
    createWebhook: ['a', 'b'].map((name) => ({
      path: '/webhooks',
      body: { url: `https://${name}.example.com/`, enabled: false },
    })),
    rotateSecret: [...ofBoth('secret', {}), ...ofBoth('secret', { overlapHours: 1 })],
    sendTestEvent: [...ofBoth('test', {}), ...ofBoth('test', { event: 'shop.didSell' })],
    checkUpWebhook: ofBoth('checkup'),
    replayDelivery: [
      { path: `/webhooks/${one.webhookId}/deliveries/${ofOne?.deliveryId}/replay` },
      { path: `/webhooks/${other.webhookId}/deliveries/${ofOther?.deliveryId}/replay` },
    ],
    retryNow: ofBoth('retry-now'),
    recoverDeliveries: [...ofBoth('recover', { since }), ...ofBoth('recover', { since, state: 'delivered' })],
    createAdminLink: ['ada', 'bob'].map((user) => ({ path: '/admin-links', body: { user } })),
    sendTestNotice: [{ path: '/network/notices/test' }],
  };
});

async function send(operationId: string, { path, body }: Sent, key: string, user = 'root'): Promise<ApiResponse> {
  const role = definitions.find((route) => route.operationId === operationId)?.role === 'server' ? 'server' : 'admin';
  const token = await tokenFor(network.networkId, user, role);
  // In bad weather the database may fail. That the same request may be sent again then is what this is about.
  return await eventually(async () => {
    const response = await call('POST', path, { token, body, headers: { 'idempotency-key': key } });
    if (response.status >= 500 || response.headers.has('retry-after')) throw new Error(response.text);
    return response;
  }, 20_000);
}

const Entries = v.object({ results: v.array(v.object({ action: v.string() })) });
const entries = async (): Promise<number> =>
  v.parse(Entries, (await network.admin('GET', '/audit?limit=100')).body).results.length;

test('every request of admins and back ends that makes or sends something takes a key', () => {
  // Events have ids of their own, and the other one only reads.
  const others = ['ingestEvents', 'checkAudience'];
  const all = definitions.filter(({ method, role }) => method === 'POST' && ['admin', 'server'].includes(role));
  expect(idempotent.sort()).toEqual(
    all
      .map(({ operationId }) => operationId)
      .filter((id) => !others.includes(id))
      .sort(),
  );
  expect(Object.keys(requests).sort()).toEqual(idempotent);
});

describe.each(idempotent)('%s', (operationId) => {
  test('is done once for each key, and returns the same response again', async () => {
    const [request] = requestsTo(operationId);
    const before = await entries();
    const key = randomUUID();
    const response = await send(operationId, request, key);
    expect(response.status).toBeLessThan(300);
    const again = await send(operationId, request, key);
    expect({ status: again.status, text: again.text }).toEqual({ status: response.status, text: response.text });
    expect(again.headers.get('x-request-id')).not.toBe(response.headers.get('x-request-id'));
    if (isFaultless) await eventually(async () => expect(await entries()).toBe(before + 1));
  });

  test('refuses the key of another request with 422, and not that of another caller', async () => {
    const [request, ...more] = requestsTo(operationId);
    const key = randomUUID();
    const response = await send(operationId, request, key);
    for (const other of more) {
      const refused = await send(operationId, other, key);
      expect(refused).toMatchObject({ status: 422, body: { code: 400000 } });
    }
    const ofSomebodyElse = await send(operationId, more[0] ?? request, key, 'somebody-else');
    expect(ofSomebodyElse.status).toBe(response.status);
  });

  test.each(['', 'with space', 'a\u00e9', 'x'.repeat(256)])('returns 400 for the key %j', async (key) => {
    const [request] = requestsTo(operationId);
    const refused = await send(operationId, request, key);
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^idempotency-key must be/) },
    });
  });
});

test('a request that is refused is not kept: it is done once that is possible, and its key is free', async () => {
  const { admin } = network;
  const { results } = await listOf(admin);
  const webhookId = `${results[0]?.webhookId}`;
  const key = randomUUID();
  const path = `/webhooks/${webhookId}/retry-now`;
  await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
  expect(await send('retryNow', { path }, key)).toMatchObject({ status: 400 });
  await admin('PATCH', `/webhooks/${webhookId}`, { enabled: true });
  expect(await send('retryNow', { path }, key)).toMatchObject({ status: 202 });
  const another = randomUUID();
  const forbidden = { path: '/webhooks', body: { url: 'ftp://example.com' } };
  expect(await send('createWebhook', forbidden, another)).toMatchObject({ status: 400 });
  const allowed = { path: '/webhooks', body: { url: 'https://example.com', enabled: false } };
  expect(await send('createWebhook', allowed, another)).toMatchObject({ status: 201 });
});

test('the key of one network means nothing in another', async () => {
  const other = await newTestNetwork();
  const key = randomUUID();
  const body = { url: 'https://example.com', enabled: false };
  const mine = await send('createWebhook', { path: '/webhooks', body }, key);
  const headers = { 'idempotency-key': key };
  const token = await tokenFor(other.networkId, 'root', 'admin');
  const theirs = await call('POST', '/webhooks', { token, body, headers });
  expect(theirs.status).toBe(201);
  expect(theirs.body).not.toMatchObject({ webhookId: membersOf(mine.body)['webhookId'] });
});
