import { beforeAll, describe, expect, test } from '@jest/globals';
import { membersOf } from '../support/members.ts';
import { type Client, call, createNetwork, eventually, tokenFor } from '../support/service.ts';
import { adminOf, create, listOf, newAdmin, secretsIn } from './admin.ts';

const url = 'https://hooks.example.com/in?team=a%20b';
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('webhook configuration', () => {
  let admin: Client;
  beforeAll(async () => {
    admin = await newAdmin();
  });

  test('a webhook with nothing but a URL gets every event, no headers, no legacy request, and is enabled', async () => {
    const { status, body } = await admin('POST', '/webhooks', { url });
    expect(status).toBe(201);
    expect(body).toEqual({
      webhookId: expect.stringMatching(/^wh_[0-9a-f]{32}$/),
      url,
      events: ['*'],
      description: '',
      headers: {},
      legacySignature: false,
      enabled: true,
      state: 'active',
      createdAt: isoTime,
      updatedAt: isoTime,
      updatedBy: { kind: 'admin', name: 'root' },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
  });

  test('a webhook has all that it was created with, until a change empties it', async () => {
    const given = {
      url,
      events: ['channel.*', 'v3.*', 'v3.post.didCreate', 'our-own.thing.happened'],
      filter: { data: { price: [1.5, { numeric: ['>', 1e-7, '<=', 1e15] }], é: [null, '\ud83d', ''] } },
      description: 'Für die Moderation 🚦',
      headers: { 'X-Api-Key': 'a b~!', Authorization: 'Bearer x' },
      legacySignature: true,
      enabled: false,
    };
    const { webhookId } = await create(admin, given);
    const { status, body } = await admin('GET', `/webhooks/${webhookId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ webhookId, ...given, state: 'disabled', disabledReason: 'admin' });
    const emptied = { description: '', headers: {}, legacySignature: false };
    const changed = await admin('PATCH', `/webhooks/${webhookId}`, emptied);
    expect(changed.body).toEqual({ ...membersOf(body), ...emptied, updatedAt: isoTime });
  });

  test('ceilings are set, changed, removed with null, and refused below what a legacy request needs', async () => {
    const { webhookId } = await create(admin, { maxRequestsPerSecond: 0.5, maxConcurrentRequests: null });
    const path = `/webhooks/${webhookId}`;
    expect((await admin('GET', path)).body).toMatchObject({ maxRequestsPerSecond: 0.5, paceSetBy: 'ceiling' });
    const both = { maxRequestsPerSecond: 0.1, maxConcurrentRequests: 1 };
    expect((await admin('PATCH', path, both)).body).toMatchObject(both);
    const legacy = await admin('PATCH', path, { legacySignature: true });
    expect({ status: legacy.status, text: legacy.text }).toEqual({
      status: 400,
      text: expect.stringContaining('maxRequestsPerSecond must be at least 2'),
    });
    const without = await admin('PATCH', path, { maxRequestsPerSecond: null, maxConcurrentRequests: null });
    for (const field of ['maxRequestsPerSecond', 'maxConcurrentRequests', 'paceSetBy'])
      expect(without.body).not.toHaveProperty(field);
    const whole = await admin('PUT', `/webhooks/${webhookId}`, { url, maxRequestsPerSecond: 3 });
    expect(whole.body).toMatchObject({ maxRequestsPerSecond: 3 });
    const replaced = await admin('PUT', `/webhooks/${webhookId}`, { url });
    expect(replaced.body).not.toHaveProperty('maxRequestsPerSecond');
    const refused = await admin('POST', '/webhooks', { url, legacySignature: true, maxConcurrentRequests: 1 });
    expect({ status: refused.status, text: refused.text }).toEqual({
      status: 400,
      text: expect.stringContaining('maxConcurrentRequests must be at least 2'),
    });
  });

  test('a filter is removed with null, and refused where it or the patterns would leave no event', async () => {
    const { webhookId } = await create(admin, { filter: { event: ['app.opened'] } });
    const path = `/webhooks/${webhookId}`;
    const refused = await admin('PATCH', path, { events: ['shop.*'] });
    expect({ status: refused.status, text: refused.text }).toEqual({
      status: 400,
      text: expect.stringContaining('filter.event must'),
    });
    expect((await admin('PATCH', path, { events: ['app.*'] })).body).toMatchObject({
      filter: { event: ['app.opened'] },
    });
    expect((await admin('PATCH', path, { filter: null, events: ['shop.*'] })).body).not.toHaveProperty('filter');
    expect((await admin('GET', path)).body).not.toHaveProperty('filter');
  });

  test('the secret is only in the responses of its creation and of its own route', async () => {
    const { webhookId, secret } = await create(admin);
    const path = `/webhooks/${webhookId}`;
    const others = [
      await admin('GET', '/webhooks'),
      await admin('GET', path),
      await admin('PATCH', path, { description: 'x' }),
    ];
    for (const { status, text } of others) {
      expect(status).toBe(200);
      expect(text).not.toContain('secret');
      expect(text).not.toContain(secret);
    }
    expect(secretsIn((await admin('GET', `${path}/secret`)).body)).toEqual([{ secret, activeFrom: isoTime }]);
  });

  test('secrets rotate with and without a body, and are revealed as the rotation returned them', async () => {
    const { webhookId, secret } = await create(admin);
    const path = `/webhooks/${webhookId}/secret`;
    const withoutBody = await admin('POST', path);
    expect(withoutBody.status).toBe(200);
    const [newer, older, ...rest] = secretsIn(withoutBody.body);
    expect(rest).toEqual([]);
    expect(newer?.secret).not.toBe(secret);
    expect(newer).not.toHaveProperty('expiresAt');
    expect(older?.secret).toBe(secret);
    expect(Date.parse(older?.expiresAt ?? '') - Date.parse(newer?.activeFrom ?? '')).toBe(24 * 3_600_000);
    expect((await admin('GET', path)).body).toEqual(withoutBody.body);

    const pending = await admin('POST', path, { takesEffectInHours: 2, overlapHours: 0 });
    expect(secretsIn(pending.body).map((one) => one.secret)).toEqual([expect.any(String), newer?.secret, secret]);
    expect((await admin('GET', path)).body).toEqual(pending.body);

    const atOnce = await admin('POST', path, { overlapHours: 1e-5 });
    const [last] = secretsIn(atOnce.body);
    await eventually(async () => expect(secretsIn((await admin('GET', path)).body)).toEqual([last]));
  });

  test('a change leaves other fields as they are', async () => {
    const { webhookId, secret: _, ...before } = await create(admin, { description: 'before', headers: { 'x-a': '1' } });
    const changes = { url: 'https://other.example.com/', events: ['message.*'] };
    const { status, body } = await admin('PATCH', `/webhooks/${webhookId}`, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, webhookId, ...changes, updatedAt: isoTime });
    expect(body).toEqual((await admin('GET', `/webhooks/${webhookId}`)).body);
  });

  test('repeated patterns are stored once', async () => {
    const { webhookId } = await create(admin, { events: ['channel.*', '*', 'channel.*'] });
    expect((await admin('GET', `/webhooks/${webhookId}`)).body).toMatchObject({ events: ['channel.*', '*'] });
  });

  test('a deleted webhook is gone, and deleting it again is 404', async () => {
    const { webhookId } = await create(admin);
    const gone = await admin('DELETE', `/webhooks/${webhookId}`);
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 200, body: { status: 'success' } });
    expect((await admin('DELETE', `/webhooks/${webhookId}`)).status).toBe(404);
    expect((await listOf(admin)).results.map((webhook) => webhook.webhookId)).not.toContain(webhookId);
  });

  // Other roles, features and networks: test/proof/tenants.integration.test.ts.
  test.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/secret'],
    ['POST', '/secret'],
  ] as const)('%s /webhooks/{webhookId}%s of a webhook that does not exist is 404', async (method, rest) => {
    const changes = method === 'PATCH' ? { description: 'mine now' } : undefined;
    for (const id of [`wh_${'0'.repeat(32)}`, 'wh_', '%00', '__proto__', 'x'.repeat(2000)]) {
      const { status, body } = await admin(method, `/webhooks/${id}${rest}`, changes);
      expect({ id, status }).toEqual({ id, status: 404 });
      expect(body).toMatchObject({ status: 'error', code: 400400, message: expect.stringMatching(/webhook|path/) });
    }
  });

  test('a viewer sees webhooks without the values of their headers', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const { webhookId } = await create(await adminOf(networkId), { headers: { 'x-api-key': 'of the receiver' } });
    const token = await tokenFor(networkId, 'guest', 'viewer');
    const hidden = { webhookId, headers: { 'x-api-key': '' } };
    expect((await call('GET', `/webhooks/${webhookId}`, { token })).body).toMatchObject(hidden);
    expect((await call('GET', '/webhooks', { token })).body).toMatchObject({ results: [hidden] });
  });
});
