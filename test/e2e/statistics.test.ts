import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createClient } from '../../client/index.ts';
import { countOf, sumOf } from '../../lambdas/delivery/statistics/attempt-counts.ts';
import { attemptCountsTable, hourOf } from '../../lambdas/delivery/statistics/attempt-counts-table.ts';
import { isCalm } from '../../testing/eventually.ts';
import { startAnswering, startReceiver } from '../../testing/receivers/http-receivers.ts';
import { cloud, connection, createNetwork, eventually, tokenFor } from '../../testing/service.ts';
import { serviceFetch } from '../../testing/service-fetch.ts';
import { deliveredTo, kept, newRoom, numbered, post, type Room, webhookTo } from './delivery-room.ts';

const HOUR = 60 * 60 * 1000;

/** Checks that all attempts are counted; in bad weather, where a process ends now and then, some of them. */
function expectCounted(counted: number | undefined, attempts: number): void {
  expect(counted).toBeLessThanOrEqual(attempts);
  expect(counted).toBeGreaterThanOrEqual(isCalm ? attempts : 1);
}

const clientOf = async (networkId: string) =>
  createClient({ baseUrl: cloud().url, fetch: serviceFetch, token: await tokenFor(networkId, 'root', 'admin') });

describe('statistics of webhooks', () => {
  let room: Room;
  let admin: Client;
  beforeAll(async () => {
    room = await newRoom();
    admin = await clientOf(room.networkId);
  });

  test('count deliveries and failures with their durations, but no test events', async () => {
    const [good, bad] = [await kept(startReceiver()), await kept(startAnswering(400))];
    const delivered = await webhookTo(room.admin, good, { events: ['shop.*'] });
    const failing = await webhookTo(room.admin, bad, { events: ['shop.*'] });
    const idle = await webhookTo(room.admin, good, { events: ['never.*'] });
    await admin.sendTestEvent({ parameters: delivered });
    await post(room.server, numbered(3));
    expect(await deliveredTo(good, 4)).toHaveLength(4);
    await deliveredTo(bad, 3);
    await eventually(async () => {
      const { results } = await admin.listWebhookStatistics();
      expect(results).toEqual([
        expect.objectContaining({ webhookId: delivered.webhookId, p50: expect.any(Number), p95: expect.any(Number) }),
        expect.objectContaining({ webhookId: failing.webhookId, delivered: 0 }),
        { webhookId: idle.webhookId, delivered: 0, failed: 0 },
      ]);
      expectCounted(results[0]?.delivered, good.requests.length - 1);
      expect(results[0]?.failed).toBe(0);
      expectCounted(results[1]?.failed, bad.requests.length);
    }, 10_000);
    const { hours } = await admin.showWebhookStatistics({ parameters: delivered });
    expectCounted(
      hours.reduce((sum, hour) => sum + hour.delivered, 0),
      good.requests.length - 1,
    );
    expect(hours.at(-1)?.hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  });

  test('show a single delivery without waiting for another', async () => {
    const receiver = await kept(startReceiver());
    const { webhookId } = await webhookTo(room.admin, receiver, { events: ['lonely.*'] });
    await post(room.server, numbered(1, 'lonely.didHappen'));
    expect(await deliveredTo(receiver, 1)).toHaveLength(1);
    await eventually(async () => {
      const { hours } = await admin.showWebhookStatistics({ parameters: { webhookId } });
      expect(hours).toMatchObject([{ delivered: receiver.requests.length, failed: 0 }]);
    });
  });

  test('cover 24 hours, or as many as requested, the oldest first', async () => {
    const { webhookId } = await webhookTo(room.admin, { url: 'http://127.0.0.1:9000/' }, { events: ['never.*'] });
    const table = attemptCountsTable(connection().client, cloud().outputs['DeliveriesTableName']);
    const counts = sumOf([250, 250, 1501].map((milliseconds) => countOf({ class: 'http_5xx', milliseconds })));
    const present = Date.now();
    const hourBefore = (hours: number) => hourOf(new Date(present - hours * HOUR).toISOString());
    for (const hour of [0, 23, 24].map(hourBefore)) await table.add(webhookId, { hour, counts });

    const asked = async (query?: { readonly hours: number }) =>
      (await admin.showWebhookStatistics({ parameters: { webhookId }, query })).hours.map(({ hour }) => hourOf(hour));
    await eventually(async () => expect(await asked({ hours: 25 })).toEqual([24, 23, 0].map(hourBefore)));
    expect(await asked()).toEqual([23, 0].map(hourBefore));
    expect(await asked({ hours: 1 })).toEqual([hourBefore(0)]);
    const { results } = await admin.listWebhookStatistics();
    expect(results).toContainEqual({ webhookId, delivered: 0, failed: 6, p50: 275, p95: 1500 });
  });

  test.each([0, 721, 1.5])('of %j hours are 400', async (hours) => {
    const { webhookId } = await webhookTo(room.admin, { url: 'http://127.0.0.1:9000/' }, { events: ['never.*'] });
    await expect(admin.showWebhookStatistics({ parameters: { webhookId }, query: { hours } })).rejects.toMatchObject({
      status: 400,
      message: 'hours must be an integer from 1 to 720',
    });
  });

  test("of another network's webhooks are not shown", async () => {
    const stranger = await clientOf(await createNetwork({ features: ['webhooks'] }));
    expect(await stranger.listWebhookStatistics()).toEqual({ results: [] });
  });

  test('are refused while the feature is off', async () => {
    const locked = await clientOf(await createNetwork({ features: ['blockUser'] }));
    await expect(locked.listWebhookStatistics()).rejects.toMatchObject({ status: 403, code: 400300 });
  });
});
