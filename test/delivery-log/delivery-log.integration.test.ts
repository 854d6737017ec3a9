/** Pages of the log, against DynamoDB Local. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { Delivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryKey } from '../../lambdas/deliveries/delivery-item.ts';
import type { LogFilter, LogPage } from '../../lambdas/delivery-log/delivery-log.ts';
import { networkLog } from '../../lambdas/delivery-log/network-log.ts';
import { newWebhookId, type Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../support/samples.ts';
import { eventually } from '../support/service.ts';
import {
  at,
  deliveriesOf,
  deliveriesTo,
  eventsOf,
  idsOf,
  logOf,
  networkId,
  retention,
  units,
} from '../support/stored-deliveries.ts';

/** The ids of each page that `read` returns. */
async function pagesOf(
  read: (filter: LogFilter) => Promise<LogPage>,
  filter: LogFilter,
): Promise<readonly (readonly DeliveryId[])[]> {
  const { deliveries, start } = await read(filter);
  if (start === undefined) return [idsOf(deliveries)];
  expect(filter.start === undefined || start < filter.start).toBe(true);
  return [idsOf(deliveries), ...(await pagesOf(read, { ...filter, start }))];
}

const filters = [
  [{ class: 'timeout' }, 30],
  [{ class: 'http_5xx', statusCode: 503 }, 30],
  [{ statusCode: 204 }, 30],
  [{ statusCode: 204, state: 'failed' }, 0],
  [{ state: 'delivered', event: 'shop.didSell' }, 60],
] as const;

describe('the delivery log', () => {
  const webhookIds = [newWebhookId(), newWebhookId(), newWebhookId()];
  const [one = ''] = webhookIds;
  const all = deliveriesTo(webhookIds, 120).toReversed();
  beforeAll(() => deliveriesOf.putAll(all));

  const log = (filter: LogFilter) => logOf.page(networkId, webhookIds, filter);

  test.each([
    [1, all.slice(0, 10)],
    [7, all],
    [100, all],
  ])('of several webhooks has everything once on pages of %i, none of them short', async (limit, expected) => {
    const pages = await pagesOf(log, { limit, since: `${expected.at(-1)?.createdAt}` });
    expect(pages.flat()).toEqual(idsOf(expected));
    expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
    expect(pages.at(-1)?.length).toBeGreaterThan(0);
  });

  test.each(filters)('has those of the filter %j', async (filter, count) => {
    const expected = all.filter((delivery) =>
      Object.entries(filter).every(([name, value]) =>
        Object.entries(delivery).some(([n, is]) => n === name && is === value),
      ),
    );
    expect(expected).toHaveLength(count);
    const pages = await pagesOf(log, { ...filter, limit: 20 });
    expect(pages.flat()).toEqual(idsOf(expected));
  });

  test('has full pages although only one shard of fifty webhooks has events', async () => {
    const busy = newWebhookId();
    const shardOf = ({ deliveryId }: Delivery) => deliveryKey(busy, deliveryId).webhookId_shard;
    const deliveries = deliveriesTo([busy], 600).filter((delivery) => shardOf(delivery) === `${busy}_0`);
    await deliveriesOf.putAll(deliveries);
    const quiet = Array.from({ length: 49 }, () => newWebhookId());
    const page = await logOf.page(networkId, [...quiet, busy], { limit: 100 });
    expect(idsOf(page.deliveries)).toEqual(idsOf(deliveries.toReversed().slice(0, 100)));
  });

  test('reads little more for a page than is on it', async () => {
    const { read } = await units(() => logOf.page(networkId, [one], { limit: 20 }));
    // Half a unit for each of four shards is the least; the other reads are those of shards that have more of the page.
    expect(read).toBeGreaterThanOrEqual(2);
    expect(read).toBeLessThanOrEqual(4);
  });
});

describe('the log of a network with many webhooks', () => {
  const network = v.parse(NetworkId, `network-log-${Date.now()}`);
  const webhookTo = (changes: Partial<Webhook>) =>
    webhookOfTests({ networkId: network, webhookId: newWebhookId(), ...changes });
  const asking = [webhookTo({}), webhookTo({ events: ['shop.*'] })];
  // One that asks for something else by now; processes did not know that at once.
  const changed = webhookTo({ events: ['never.*'], updatedAt: at(-1000) });
  const tested = webhookTo({ events: ['never.*'] });
  const webhooks = [
    ...asking,
    changed,
    tested,
    ...Array.from({ length: 45 }, () => webhookTo({ events: ['never.*'] })),
  ];
  const webhookIds = webhooks.map(({ webhookId }) => webhookId);
  const log = (filter: LogFilter, days = retention.eventDays, of = webhooks) =>
    networkLog({ log: logOf, deliveries: deliveriesOf, outbox: eventsOf }, network, of, filter, {
      ...retention,
      eventDays: days,
    });
  const reference = async (filter: Partial<LogFilter> = {}) =>
    idsOf((await logOf.page(network, webhookIds, { limit: 1000, ...filter })).deliveries);

  beforeAll(async () => {
    const all = deliveriesTo(
      [...asking, changed].map(({ webhookId }) => webhookId),
      120,
      network,
    );
    const [test] = deliveriesTo([tested.webhookId], 121, network).slice(120);
    if (test === undefined) throw new Error('There is one more.');
    await deliveriesOf.putAll([...all, { ...test, isTest: true }]);
    const events = [...all, { ...test, isTest: true as const }].map(({ eventId, event, createdAt, isTest }) => {
      const times = { occurredAt: createdAt, acceptedAt: createdAt };
      return { networkId: network, eventId, event, body: '{}', ...times, ...(isTest && { isTest }) };
    });
    await Promise.all(events.map((event) => eventsOf.add(event)));
    await eventually(async () => expect((await log({ limit: 1000 })).deliveries).toHaveLength(121));
  });

  test.each([
    [1, 110],
    [7, 0],
    [100, 0],
  ])('has on pages of %i what the webhooks’ own logs have, in the same order', async (limit, from) => {
    const since = at(from);
    const pages = await pagesOf(log, { limit, since });
    expect(pages.flat()).toEqual(await reference({ since }));
    expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
    expect(pages.at(-1)?.length).toBeGreaterThan(0);
  });

  test.each(filters)('has those of the filter %j', async (filter, count) => {
    const found = (await pagesOf(log, { ...filter, limit: 20 })).flat();
    expect(found).toEqual(await reference(filter));
    expect(Math.abs(found.length - count)).toBeLessThanOrEqual(1);
  });

  test('has those between two times, and what is older than the events', async () => {
    const between = { since: at(20), until: at(80) };
    expect((await pagesOf(log, { ...between, limit: 20 })).flat()).toEqual(await reference(between));
    const days = (Date.now() - Date.parse(at(60))) / (24 * 60 * 60 * 1000);
    // Each page of what is older reads every webhook, so only some, but more than have all read as one.
    const some = webhooks.slice(0, 6);
    for (const filter of [{ limit: 1, since: at(55), until: at(65) }, { limit: 7 }, { limit: 60 }]) {
      const pages = await pagesOf((page) => log(page, days, some), filter);
      expect(pages.flat()).toEqual(await reference({ ...filter, limit: 1000 }));
      expect(pages.at(-1)?.length).toBeGreaterThan(0);
    }
  });

  test('reads as much for a page as if the network had few webhooks', async () => {
    const { read } = await units(() => log({ limit: 20 }));
    expect(read).toBeLessThanOrEqual(17 / 2 + (2 * 21) / 2);
  });
});
