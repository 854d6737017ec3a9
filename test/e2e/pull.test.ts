import { beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '@social-platform-services/client';
import { pullEvents as signedPull } from '@social-platform-services/client/webhooks/pull';
import { apiUrlOf } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import { pullEvents } from '../../contract/pull.ts';
import { type Client, call, cloud, eventually, serverOf, tokenFor } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type Created, create } from '../webhooks/admin.ts';
import { newTestNetwork, post, type TestNetwork } from './delivery-network.ts';

const Page = pullEvents.response.body;

describe('a webhook whose receiver reads events itself', () => {
  let network: TestNetwork;
  let server: Client;
  let webhook: Created;
  let path: string;

  beforeAll(async () => {
    network = await newTestNetwork();
    server = await serverOf(network.networkId);
    webhook = await create(network.admin, {
      url: undefined,
      pull: true,
      events: ['shop.*'],
      filter: { data: { kind: ['tea'] } },
    });
    path = `/webhooks/${webhook.webhookId}/events`;
  });

  const addressOf = ({ webhookId, secret }: Created) => ({
    url: apiUrlOf(cloud()),
    networkId: network.networkId,
    webhookId,
    secret,
  });

  test('has no destination, and shows as such', () => {
    expect(webhook).toMatchObject({ pull: true, enabled: true, state: 'active' });
    expect(webhook).not.toHaveProperty('url');
  });

  test('gets what it asks for, in the order of acceptance, as the exact text, by secret and by token', async () => {
    const sold = (n: number, kind = 'tea') => ({ event: 'shop.didSell', data: { n, kind } });
    await post(server, [sold(1), sold(2, 'coffee'), { event: 'stall.didSell', data: { kind: 'tea' } }]);
    const ids = await post(server, [sold(3), sold(4)]);
    const client = createClient({
      baseUrl: apiUrlOf(cloud()),
      token: await tokenFor(network.networkId, 'platform', 'server'),
    });
    await eventually(async () => {
      const found = [];
      for await (const event of client.pull(webhook.webhookId, { follow: false, limit: 2 })) found.push(event);
      expect(found.map(({ payload }) => JSON.parse(payload).data.n)).toEqual([1, 3, 4]);
      expect(found.at(-1)).toMatchObject({ eventId: ids[1], event: 'shop.didSell', payload: JSON.stringify(sold(4)) });
    }, 30_000);
    const [first, second] = [signedPull(addressOf(webhook), { follow: false }), signedPull(addressOf(webhook))];
    const signed = [];
    for await (const { payload, next } of first) signed.push({ n: JSON.parse(payload).data.n, next });
    expect(signed.map(({ n }) => n)).toEqual([1, 3, 4]);
    expect((await second.next()).value).toMatchObject({ next: undefined });
    const { body } = await server('GET', `${path}?after=${signed.at(-1)?.next}`);
    expect(v.parse(Page, body)).toMatchObject({ results: [], next: expect.any(String), pollAfterSeconds: 5 });
    await eventually(async () =>
      expect((await network.admin('GET', `/webhooks/${webhook.webhookId}`)).body).toHaveProperty('pulled.until'),
    );
  });

  test('can begin at a time', async () => {
    const { body } = await server('GET', `${path}?since=${new Date(Date.now() + 60_000).toISOString()}`);
    expect(v.parse(Page, body)).toMatchObject({ results: [], pollAfterSeconds: 5 });
  });

  test('has no deliveries, and nothing that concerns them', async () => {
    const { webhookId } = webhook;
    const since = new Date(0).toISOString();
    const hour = new Date().toISOString().slice(0, 13);
    const text = JSON.stringify({ networkId: network.networkId, hour });
    const responses = [
      await network.admin('POST', `/webhooks/${webhookId}/test`, {}),
      await network.admin('POST', `/webhooks/${webhookId}/checkup`),
      await network.admin('POST', `/webhooks/${webhookId}/recover`, { since }),
      await network.admin('POST', `/webhooks/${webhookId}/recover`, { since, dryRun: true }),
      await network.admin('DELETE', `/webhooks/${webhookId}/recover`),
      await network.admin('POST', `/webhooks/${webhookId}/retry-now`),
      await network.admin('GET', `/webhooks/${webhookId}/statistics`),
      await call('POST', `/webhooks/${webhookId}/ledger`, {
        body: text,
        headers: { ...signedHeaders(webhook.secret, text), 'content-type': 'application/json' },
      }),
    ];
    for (const { status, text: message } of responses) {
      expect(message).toContain(`GET /webhooks/${webhookId}/events`);
      expect(status).toBe(400);
    }
    expect((await network.admin('GET', `/webhooks/${webhookId}/deliveries`)).body).toEqual({ results: [] });
    const replay = `/webhooks/${webhookId}/deliveries/01KJPX8NH0Q7W3N5Y8T2V4X6Z9/replay`;
    expect(await network.admin('POST', replay)).toMatchObject({
      status: 404,
      text: expect.stringContaining('delivery'),
    });
    expect((await network.admin('GET', '/webhook-statistics')).text).not.toContain(webhookId);
    const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data: { kind: 'tea' } }]);
    const { body } = await network.admin('GET', `/events/${eventId}`);
    expect(body).toMatchObject({ deliveries: [], webhooks: [{ webhookId, outcome: 'pulled' }] });
  });

  test.each([
    ['maxRequestsPerSecond', 5],
    ['maxConcurrentRequests', 5],
    ['legacySignature', true],
    ['headers', { 'x-api-key': 'k' }],
  ])('has no %s', async (field, value) => {
    const body = { [field]: value };
    const shown = await network.admin('GET', `/webhooks/${webhook.webhookId}`);
    const responses = [
      await network.admin('POST', '/webhooks', { pull: true, ...body }),
      await network.admin('PUT', '/webhooks/pulled-in-vain', { pull: true, ...body }),
      await network.admin('PUT', `/webhooks/${webhook.webhookId}`, { pull: true, ...body }),
      await network.admin('PATCH', `/webhooks/${webhook.webhookId}`, body),
    ];
    for (const { status, text } of responses)
      expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(`"${field} must be left out`) });
    expect(await network.admin('GET', `/webhooks/${webhook.webhookId}`)).toMatchObject({ body: shown.body });
  });

  test('can be put as it is shown', async () => {
    const { body } = await network.admin('GET', `/webhooks/${webhook.webhookId}`);
    const { events, filter, description, headers, legacySignature, enabled } = v.parse(v.looseObject({}), body);
    const shown = { pull: true, events, filter, description, headers, legacySignature, enabled };
    expect(await network.admin('PUT', `/webhooks/${webhook.webhookId}`, shown)).toMatchObject({ status: 200, body });
  });

  test.each([
    ['after=x', 'after must be the value of next'],
    ['since=yesterday', 'since must be'],
    ['limit=0', 'limit must be'],
    ['limit=101', 'limit must be'],
    [`after=${'0'.repeat(26)}&since=2026-01-01T00:00:00Z`, 'after and since must not'],
  ])('refuses %s', async (query, message) => {
    const { status, text } = await server('GET', `${path}?${query}`);
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(message) });
  });

  test('is read by nobody else', async () => {
    const query = `networkId=${network.networkId}`;
    const other = await create(network.admin, { url: undefined, pull: true });
    const viewer = await tokenFor(network.networkId, 'guest', 'viewer');
    const statuses = [
      await call('GET', path, {}),
      await call('GET', `${path}?${query}`, { headers: signedHeaders(other.secret, query) }),
      await call('GET', `${path}?${query}`, { headers: signedHeaders(webhook.secret, '') }),
      await call('GET', `${path}?networkId=other`, { headers: signedHeaders(webhook.secret, 'networkId=other') }),
      await call('GET', path, { token: viewer }),
      await call('GET', path, { token: await tokenFor(network.networkId, 'ada') }),
      await call('GET', `${path}?networkId=demo`, { token: await tokenFor(network.networkId, 'platform', 'server') }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 403, 403, 403]);
  });

  test('is read by whoever repeats a signed request, but not with another query', async () => {
    const after = `${'0'.repeat(26)}.3`;
    const since = '2026-03-02T09:00:00Z';
    const send = async (query: string, signed: string) =>
      (await call('GET', `${path}?${query}`, { headers: signedHeaders(webhook.secret, signed) })).status;
    const parameter = `networkId=${network.networkId}`;
    const [ofCursor, ofTime] = [`after=${after}&limit=5&${parameter}`, `limit=5&${parameter}&since=${since}`];
    const written = `since=${encodeURIComponent(since)}&limit=%35&${parameter}`;
    const same = [await send(ofCursor, ofCursor), await send(ofTime, ofTime), await send(written, ofTime)];
    expect(same).toEqual([200, 200, 200]);
    const others = [
      `after=${after}.1&limit=5&${parameter}`,
      `after=${after}&limit=50&${parameter}`,
      `limit=5&${parameter}`,
      `after=${after}&limit=5&${parameter}&unknown=1`,
      `${ofTime}`,
    ];
    for (const other of others) expect({ other, status: await send(other, ofCursor) }).toEqual({ other, status: 401 });
  });

  test('stays what it is, and no other webhook becomes one', async () => {
    const sent = await create(network.admin);
    const { webhookId } = webhook;
    const change = async (id: string, body: object) => await network.admin('PATCH', `/webhooks/${id}`, body);
    for (const [id, body] of [
      [webhookId, { url: 'https://hooks.example.com/in' }],
      [sent.webhookId, { pull: true }],
      [sent.webhookId, { pull: false }],
      [webhookId, { pull: true, url: 'https://hooks.example.com/in' }],
    ] as const) {
      expect({ body, status: (await change(id, body)).status }).toEqual({ body, status: 400 });
    }
    expect((await change(webhookId, { pull: true, description: 'Batch' })).body).toMatchObject({
      description: 'Batch',
    });
    for (const kinds of [{}, { pull: true, url: 'https://hooks.example.com/in' }]) {
      const { status, text } = await network.admin('POST', '/webhooks', kinds);
      expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('url, eventBus and pull') });
    }
    expect((await server('GET', `/webhooks/${sent.webhookId}/events`)).status).toBe(400);
    await change(webhookId, { enabled: false });
    expect((await server('GET', path)).text).toContain('is disabled');
  });
});
