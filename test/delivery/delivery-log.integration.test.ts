/** Pages of the delivery log, and recoveries by filter, against DynamoDB Local. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { metered } from '../../bench/harness/metered-client.ts';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { connectToLocal } from '../../ctl/connection.ts';
import { type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { backlogTable } from '../../lambdas/delivery/tables/backlog-table.ts';
import { deliveriesTable } from '../../lambdas/delivery/tables/deliveries-table.ts';
import { deliveryKey } from '../../lambdas/delivery/tables/delivery-item.ts';
import { deliveryLogTable, type LogFilter } from '../../lambdas/delivery/tables/delivery-log-table.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhook-id.ts';
import { cloud } from '../../testing/service.ts';

const networkId = v.parse(NetworkId, 'log');
const begin = Date.parse('2026-03-02T09:00:00.000Z');
const at = (n: number): string => new Date(begin + 10 * n).toISOString();
const outcomes = [
  { state: 'delivered', class: 'delivered', statusCode: 200 },
  { state: 'delivered', class: 'delivered', statusCode: 204 },
  { state: 'failed', class: 'http_5xx', statusCode: 503 },
  { state: 'failed', class: 'timeout' },
] as const;

/** Deliveries to some webhooks in turn, each with the next outcome. */
const deliveriesTo = (webhookIds: readonly string[], count: number): Delivery[] =>
  Array.from({ length: count }, (_, n) => {
    const webhookId = webhookIds[n % webhookIds.length] ?? '';
    const eventId = v.parse(EventId, `event-${n}`);
    const deliveryId = deliveryIdOf(networkId, eventId, webhookId, at(n));
    const origin = {
      networkId,
      webhookId,
      eventId,
      deliveryId,
      event: 'shop.didSell',
      acceptedAt: at(n),
      generation: 0,
    };
    const outcome = outcomes[Math.floor(n / webhookIds.length) % outcomes.length];
    return { ...newDelivery(origin), ...outcome, attemptCount: 1, attemptsOnSchedule: 1, lastAttemptAt: at(n) };
  });

const idsOf = (deliveries: readonly Delivery[]): readonly DeliveryId[] =>
  deliveries.map(({ deliveryId }) => deliveryId);

const { client } = connectToLocal(cloud());
const units = metered(client);
const table = `${cloud().outputs['DeliveriesTableName']}`;
const log = deliveryLogTable(client, table);
const backlog = backlogTable(client, table);

describe('the delivery log', () => {
  const webhookIds = [newWebhookId(), newWebhookId(), newWebhookId()];
  const [one = ''] = webhookIds;
  const all = deliveriesTo(webhookIds, 120).toReversed();
  beforeAll(() => deliveriesTable(client, table).putAll(all));

  async function pagesOf(
    ids: readonly string[],
    filter: Omit<LogFilter, 'start'>,
  ): Promise<readonly (readonly DeliveryId[])[]> {
    const pages: (readonly DeliveryId[])[] = [];
    let start: DeliveryId | undefined;
    do {
      const page = await log.page(ids, { ...filter, start });
      pages.push(idsOf(page.deliveries));
      start = page.start;
    } while (start !== undefined);
    return pages;
  }

  test.each([1, 7, 50, 100])(
    'of several webhooks has everything once on pages of %i, none of them short',
    async (limit) => {
      const pages = await pagesOf(webhookIds, { limit });
      expect(pages.flat()).toEqual(idsOf(all));
      expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
      expect(pages.at(-1)?.length).toBeGreaterThan(0);
    },
  );

  test.each([
    [{ class: 'timeout' }, 30],
    [{ class: 'http_5xx', statusCode: 503 }, 30],
    [{ statusCode: 204 }, 30],
    [{ statusCode: 204, state: 'failed' }, 0],
    [{ state: 'delivered', event: 'shop.didSell' }, 60],
  ] as const)('has those of the filter %j', async (filter, count) => {
    const expected = all.filter((delivery) =>
      Object.entries(filter).every(([name, value]) =>
        Object.entries(delivery).some(([n, is]) => n === name && is === value),
      ),
    );
    expect(expected).toHaveLength(count);
    const pages = await pagesOf(webhookIds, { ...filter, limit: 20 });
    expect(pages.flat()).toEqual(idsOf(expected));
  });

  test('has full pages although only one shard of fifty webhooks has events', async () => {
    const busy = newWebhookId();
    const shardOf = ({ deliveryId }: Delivery) => deliveryKey(busy, deliveryId).webhookId_shard;
    const deliveries = deliveriesTo([busy], 600).filter((delivery) => shardOf(delivery) === `${busy}_0`);
    await deliveriesTable(client, table).putAll(deliveries);
    const quiet = Array.from({ length: 49 }, () => newWebhookId());
    const page = await log.page([...quiet, busy], { limit: 100 });
    expect(idsOf(page.deliveries)).toEqual(idsOf(deliveries.toReversed().slice(0, 100)));
  });

  test('reads little more for a page than is on it', async () => {
    const { read } = await units(() => log.page([one], { limit: 20 }));
    // Half a unit for each of four shards is the least; the other reads are those of shards that have more of the page.
    expect(read).toBeGreaterThanOrEqual(2);
    expect(read).toBeLessThanOrEqual(4);
  });
});

describe('a recovery', () => {
  const askedAt = at(1000);
  const range = { since: at(0), until: at(1000), askedAt };

  test.each([
    [{ state: 'failed' }, 20],
    [{ state: 'failed', class: 'timeout' }, 10],
    [{ state: 'delivered', statusCode: 204 }, 10],
  ] as const)('of %j finds these, and each once however often it is handled', async (filter, count) => {
    const webhookId = newWebhookId();
    await deliveriesTable(client, table).putAll(deliveriesTo([webhookId], 40));
    const { deliveries } = await backlog.recoverable(webhookId, { ...range, ...filter });
    expect(deliveries).toHaveLength(count);
    const [first] = deliveries;
    if (first === undefined) throw new Error('There is a first one.');
    expect(await Promise.all([first, first].map((delivery) => backlog.requeue(delivery, begin)))).toEqual(
      expect.arrayContaining([true, false]),
    );
    const again = await backlog.recoverable(webhookId, { ...range, ...filter });
    expect(idsOf(again.deliveries)).toEqual(idsOf(deliveries.slice(1)));
  });

  test('does not find what was attempted after it was asked for', async () => {
    const webhookId = newWebhookId();
    await deliveriesTable(client, table).putAll(deliveriesTo([webhookId], 8));
    const { deliveries } = await backlog.recoverable(webhookId, { ...range, askedAt: at(4), state: 'failed' });
    expect(deliveries).toHaveLength(2);
  });
});
