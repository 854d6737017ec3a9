import { beforeAll, describe, expect, test } from '@jest/globals';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { type Client, createNetwork, serverOf, userOf } from '../../testing/service.ts';
import { adminOf } from '../webhooks/admin.ts';
import { delivery, expectRequests, kept, newRoom, post, type Room, webhook, webhookTo } from './delivery-room.ts';

/** Every admin route below one webhook; `{w}` and `{d}` are an existing webhook and delivery. */
const routes = [
  ['GET', '/webhooks/{w}', undefined],
  ['PATCH', '/webhooks/{w}', { description: 'taken over' }],
  ['DELETE', '/webhooks/{w}', undefined],
  ['GET', '/webhooks/{w}/secret', undefined],
  ['POST', '/webhooks/{w}/secret', {}],
  ['POST', '/webhooks/{w}/test', {}],
  ['GET', '/webhooks/{w}/deliveries', undefined],
  ['GET', '/webhooks/{w}/deliveries/{d}', undefined],
  ['POST', '/webhooks/{w}/deliveries/{d}/replay', undefined],
  ['POST', '/webhooks/{w}/recover', { since: '2020-01-01T00:00:00Z' }],
  ['GET', '/webhooks/{w}/statistics', undefined],
] as const;

describe("another network's webhooks and deliveries", () => {
  let room: Room;
  let stranger: Client;
  let webhookId: string;
  let deliveryId: string;
  let secret: string;
  let requests: readonly unknown[];
  beforeAll(async () => {
    room = await newRoom();
    stranger = await adminOf(await createNetwork({ features: ['webhooks'] }));
    const receiver = await kept(startReceiver());
    requests = receiver.requests;
    ({ webhookId, secret } = await webhookTo(room.admin, receiver));
    const [eventId = ''] = await post(room.server, [{ event: 'shop.didSell', data: { price: 'confidential' } }]);
    ({ deliveryId } = await delivery(room.admin, webhookId, eventId, { state: 'delivered' }));
  });
  const pathOf = (path: string): string => path.replace('{w}', webhookId).replace('{d}', deliveryId);

  test.each(routes)('%s %s is 404 for its admin, without details', async (method, path, body) => {
    const answer = await stranger(method, pathOf(path), body);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ status: 'error', code: 400400 });
    for (const inside of [secret, 'confidential', '127.0.0.1']) expect(answer.text).not.toContain(inside);
  });

  test.each(routes)('%s %s is 403 for a user and a server of the webhook’s network', async (method, path, body) => {
    for (const caller of [await userOf(room.networkId, 'alice'), await serverOf(room.networkId)]) {
      expect((await caller(method, pathOf(path), body)).body).toMatchObject({ code: 400300 });
    }
  });

  test.each(routes)('%s %s is 403 while the feature is off', async (method, path, body) => {
    const admin = await adminOf(await createNetwork({ features: [] }));
    const answer = await admin(method, pathOf(path), body);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('webhooks') });
  });

  test("are not in the stranger's list", async () => {
    expect((await stranger('GET', '/webhooks')).body).toEqual({ results: [] });
  });

  test('have not changed after all that', async () => {
    expect(await webhook(room.admin, webhookId)).toMatchObject({ description: '', enabled: true, state: 'active' });
    expect((await room.admin('GET', `/webhooks/${webhookId}/secret`)).body).toMatchObject({ secrets: [{ secret }] });
    expectRequests(requests, 1);
  });

  test("can't be reached through the stranger's own webhook", async () => {
    const own = await webhookTo(stranger, { url: 'https://hooks.example.com/in' });
    const path = `/webhooks/${own.webhookId}/deliveries`;
    expect((await stranger('GET', path)).body).toEqual({ results: [] });
    expect((await stranger('GET', `${path}/${deliveryId}`)).status).toBe(404);
    expect((await stranger('POST', `${path}/${deliveryId}/replay`)).status).toBe(404);
    expect((await stranger('GET', `${path}?start=${deliveryId}`)).body).toEqual({ results: [] });
  });
});
