import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createClient, type HourlyCounts } from '@social-platform-services/client';
import { isFaultless } from '../support/eventually.ts';
import { needs } from '../support/needs.ts';
import { startAnswering, startReceiver } from '../support/receivers/http-receivers.ts';
import { connection, eventually, tested, tokenFor } from '../support/service.ts';
import { serviceFetch } from '../support/service-fetch.ts';
import { deliveredTo, kept, newTestNetwork, numbered, post, type TestNetwork, webhookTo } from './delivery-network.ts';

const HOUR = 60 * 60 * 1000;
const zeros = Array.from({ length: 24 }, () => 0);

const sum = (hours: readonly HourlyCounts[], count: 'delivered' | 'failed'): number =>
  hours.reduce((total, hour) => total + hour[count], 0);

const clientOf = async (networkId: string) =>
  createClient({ baseUrl: tested().url, fetch: serviceFetch, token: await tokenFor(networkId, 'root', 'admin') });

describe('statistics of webhooks', () => {
  let network: TestNetwork;
  let admin: Client;
  beforeAll(async () => {
    network = await newTestNetwork();
    admin = await clientOf(network.networkId);
  });

  needs('receivers').test('count deliveries and failures with their durations, but no test events', async () => {
    const [good, bad] = [await kept(startReceiver()), await kept(startAnswering(400))];
    const delivered = await webhookTo(network.admin, good, { events: ['shop.*'] });
    const failing = await webhookTo(network.admin, bad, { events: ['shop.*'] });
    const idle = await webhookTo(network.admin, good, { events: ['never.*'] });
    await admin.sendTestEvent({ parameters: delivered });
    await post(network.server, numbered(3));
    expect(await deliveredTo(good, 4)).toHaveLength(4);
    await deliveredTo(bad, 3);
    await eventually(async () => {
      const { results } = await admin.listWebhookStatistics();
      expect(results).toEqual([
        expect.objectContaining({ webhookId: delivered.webhookId, p50: expect.any(Number), p95: expect.any(Number) }),
        expect.objectContaining({ webhookId: failing.webhookId, delivered: 0 }),
        { webhookId: idle.webhookId, delivered: 0, failed: 0, hourlyDelivered: zeros, hourlyFailed: zeros },
      ]);
      // On a busy machine some attempts time out.
      const { delivered: arrived = 0, failed: timedOut = 0 } = results[0] ?? {};
      if (isFaultless) expect(arrived).toBe(3);
      expect(arrived + timedOut).toBe(good.requests.length - 1);
      expect(results[1]?.failed).toBe(bad.requests.length);
    }, 10_000);
    // A receiver that fails is probed meanwhile, so all of it is compared until it agrees.
    await eventually(async () => {
      const { hours } = await admin.showWebhookStatistics({ parameters: delivered });
      expect(sum(hours, 'delivered') + sum(hours, 'failed')).toBe(good.requests.length - 1);
      expect(hours.at(-1)?.hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);

      const { hours: ofNetwork, periods, failuresByResult, failuresByEvent } = await admin.showStatistics();
      // All of it was in the last two hours.
      for (const count of ['delivered', 'failed'] as const)
        expect(periods.reduce((total, period) => total + period[count], 0)).toBe(sum(ofNetwork, count));
      for (const { delivered: arrived, failed: missed, durations } of ofNetwork)
        expect(durations.reduce((total, inBand) => total + inBand, 0)).toBe(arrived + missed);
      const failed = sum(ofNetwork, 'failed');
      expect(sum(ofNetwork, 'delivered') + failed).toBe(good.requests.length - 1 + bad.requests.length);
      expect(failuresByResult['400']).toBeGreaterThan(0);
      expect(failuresByEvent).toEqual({ other: failed });
    }, 10_000);
  });

  test('cover 24 hours, or as many as requested, the oldest first', async () => {
    const { webhookId } = await webhookTo(
      network.admin,
      { url: 'https://hooks.example.com/' },
      { events: ['never.*'] },
    );
    const present = Date.now();
    const hourBefore = (hours: number) => new Date(present - hours * HOUR).toISOString().slice(0, 13);
    // Stored as earlier signers did, attempts by how long they took: two of up to 300 ms, and one beyond 1.5 s.
    const counts = { failedCount: 3, ms300: 2, msBeyond: 1 };
    for (const hour of [0, 23, 24].map(hourBefore)) {
      const Item = { webhookId_shard: `${webhookId}_hours`, deliveryId: hour, ...counts };
      await connection().client.send(new PutCommand({ TableName: tested().outputs['DeliveriesTableName'], Item }));
    }

    const asked = async (query?: { readonly hours: number }) =>
      (await admin.showWebhookStatistics({ parameters: { webhookId }, query })).hours.map(({ hour }) =>
        hour.slice(0, 13),
      );
    await eventually(async () => expect(await asked({ hours: 25 })).toEqual([24, 23, 0].map(hourBefore)));
    expect(await asked()).toEqual([23, 0].map(hourBefore));
    expect(await asked({ hours: 1 })).toEqual([hourBefore(0)]);
    // Those of older webhooks are later.
    const hours = (await admin.showStatistics()).hours.map(({ hour }) => hour);
    expect(hours.length).toBeGreaterThan(1);
    expect(hours).toEqual(hours.toSorted());
    const { results } = await admin.listWebhookStatistics();
    const hourly = { hourlyDelivered: zeros, hourlyFailed: [3, ...zeros.slice(2), 3] };
    expect(results).toContainEqual({ webhookId, delivered: 0, failed: 6, p50: 275, p95: 1500, ...hourly });
  });
});
