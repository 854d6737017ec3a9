/** The deliveries table against DynamoDB Local: pages of the log, the ledger, and what is sent again. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { metered } from '../../bench/harness/metered-client.ts';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { dueBucketOf } from '../../contract/tables.ts';
import { connectTo } from '../../ctl/connection.ts';
import { type DueDelivery, deliveriesTable, type Turn } from '../../lambdas/deliveries/deliveries-table.ts';
import { type Delivery, held, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryKey } from '../../lambdas/deliveries/delivery-item.ts';
import { readEntries } from '../../lambdas/delivery/deliveries-table/ledger-reader.ts';
import { deliveryLog, type LogFilter, type LogPage } from '../../lambdas/delivery/deliveries-table/log.ts';
import { networkLog } from '../../lambdas/delivery/deliveries-table/network-log.ts';
import { keysOf } from '../../lambdas/delivery/model/ledger.ts';
import { sendAllAgain } from '../../lambdas/delivery/worker/send-again.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { newWebhookId, type Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, eventually } from '../../testing/service.ts';
import { webhookOfTests } from '../support/samples.ts';

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
const deliveriesTo = (webhookIds: readonly string[], count: number, network = networkId): Delivery[] =>
  Array.from({ length: count }, (_, n) => {
    const webhookId = webhookIds[n % webhookIds.length] ?? '';
    const eventId = v.parse(EventId, `event-${n}`);
    const deliveryId = deliveryIdOf(network, eventId, webhookId, at(n));
    const origin = {
      networkId: network,
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

const { client } = connectTo(cloud());
const units = metered(client);
const table = `${cloud().outputs['DeliveriesTableName']}`;
const retention = { eventDays: 3_650, deliveryDays: 3_650, auditDays: 3_650 };
const deliveriesOf = deliveriesTable(client, table, Date.now, retention);
const logOf = deliveryLog(client, table, Date.now, retention);
const eventsOf = eventsTable(client, `${cloud().outputs['EventsTableName']}`, retention);

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

describe('the ledger of an hour', () => {
  const hour = '2026-03-02T09';
  const webhookId = newWebhookId();
  const inHour = deliveriesTo([webhookId], 300);
  beforeAll(async () => {
    const others = deliveriesTo([webhookId], 303).slice(300);
    const [before, after, test] = others;
    if (before === undefined || after === undefined || test === undefined) throw new Error('There are three more.');
    const moved = (delivery: Delivery, time: number): Delivery => ({
      ...delivery,
      deliveryId: deliveryIdOf(networkId, delivery.eventId, webhookId, new Date(time).toISOString()),
    });
    await deliveriesOf.putAll([
      ...inHour,
      moved(before, begin - 1),
      moved(after, begin + 3_600_000),
      { ...test, isTest: true },
    ]);
  });

  /** Events that have no delivery. */
  const accepted = Array.from({ length: 50 }, (_, n) => ({
    networkId,
    eventId: v.parse(EventId, `${webhookId} ${n}`),
    event: n % 2 === 0 ? 'shop.didSell' : 'shop.didBuy',
    body: '{}',
    occurredAt: at(6 * n),
    acceptedAt: at(6 * n),
  }));
  const unrecorded = accepted
    .filter(({ event }) => event === 'shop.didSell')
    .map(({ eventId, acceptedAt }) => deliveryIdOf(networkId, eventId, webhookId, acceptedAt));
  const expected = [...idsOf(inHour), ...unrecorded].sort();
  const key = { networkId, webhookId };
  const tables = { deliveries: deliveriesOf, outbox: eventsOf };
  const subscriptionAt = () => ({ events: ['shop.didSell'], filter: '' });

  test.each([1_000, 100, 30])(
    'has all that was asked for once, whatever became of it, and no tests, on pages of at most %i',
    async (limit) => {
      await Promise.all(accepted.map((event) => eventsOf.add(event)));
      await eventually(async () => {
        const found: DeliveryId[] = [];
        let next: DeliveryId | undefined;
        do {
          const range = keysOf({ hour, after: next, until: undefined });
          const page = await readEntries(tables, key, { range, subscriptionAt, limit, perShard: limit / 10 });
          expect(page.entries.length).toBeLessThanOrEqual(limit);
          found.push(...page.entries.map(({ deliveryId }) => deliveryId));
          next = page.next;
        } while (next !== undefined);
        expect(found).toEqual(expected);
      });
    },
  );

  test('has an event whose delivery is malformed, and has it sent', async () => {
    const [deliveryId] = unrecorded;
    if (deliveryId === undefined) throw new Error('There is one.');
    await client.send(new PutCommand({ TableName: table, Item: { ...deliveryKey(webhookId, deliveryId), state: 7 } }));
    const range = keysOf({ hour, after: undefined, until: deliveryId });
    const { entries } = await readEntries(tables, key, { range, subscriptionAt, limit: 500, perShard: 500 });
    const malformed = entries.filter((entry) => entry.kind === 'unrecorded');
    expect(malformed).toMatchObject([{ deliveryId, isMalformed: true }]);
    const sending = await sendAllAgain({ deliveries: deliveriesOf, sendSlow: async () => new Set() }, key, malformed);
    expect([...sending]).toEqual([deliveryId]);
    expect(await deliveriesOf.read(webhookId, deliveryId)).toMatchObject({
      state: 'retrying',
      next: { kind: 'held' },
      generation: 1,
    });
    const healthy = malformed.map((entry) => ({ ...entry, isMalformed: false }));
    expect(await sendAllAgain({ deliveries: deliveriesOf, sendSlow: async () => new Set() }, key, healthy)).toEqual(
      new Set(),
    );
  });
});

// A second lock: the key of a delivery has the id of its webhook, and not its network.
test('a delivery of another network is not shown, counted, written over or sent again', async () => {
  const webhookId = newWebhookId();
  const [delivery] = deliveriesTo([webhookId], 1);
  if (delivery === undefined) throw new Error('There is one.');
  await deliveriesOf.putAll([delivery]);
  const other = v.parse(NetworkId, 'log-other');
  const key = { networkId: other, webhookId };
  expect(await deliveriesOf.find(key, delivery.deliveryId)).toBeUndefined();
  expect(await deliveriesOf.findAll(other, [delivery])).toEqual([]);
  expect(await logOf.page(other, [webhookId], { limit: 10 })).toEqual({ deliveries: [] });
  expect(await deliveriesOf.recorded(key, { first: '0', last: '~' }, 10, true)).toEqual({ found: [] });
  expect(await deliveriesOf.putUnlessOvertaken({ ...delivery, networkId: other, generation: 9 })).toBe(false);
  expect(await deliveriesOf.sendAgain({ ...delivery, networkId: other }, 'held')).toBeUndefined();
  expect(await deliveriesOf.find({ networkId, webhookId }, delivery.deliveryId)).toEqual(delivery);
  expect(await deliveriesOf.findAll(networkId, [delivery])).toEqual([delivery]);
  expect(await logOf.page(networkId, [webhookId], { limit: 10 })).toEqual({ deliveries: [delivery] });
  expect(
    (await deliveriesOf.recorded({ networkId, webhookId }, { first: '0', last: '~' }, 10, true)).found,
  ).toHaveLength(1);
});

test('a backlog has what is held in all shards, the oldest first, page by page', async () => {
  const webhookId = newWebhookId();
  const all = deliveriesTo([webhookId], 12).map((delivery) => held(delivery, 'window_full'));
  await deliveriesOf.putAll(all.toReversed());
  const found: DeliveryId[] = [];
  let next: string | undefined;
  do {
    const page = await deliveriesOf.waiting(webhookId, 'held', 8, next);
    expect(page.found.length).toBeLessThanOrEqual(8);
    found.push(...page.found.map(({ deliveryId }) => deliveryId));
    next = page.next;
  } while (next !== undefined);
  expect(found).toEqual(idsOf(all));
});

/** The entry of a delivery in the `due` index, if it is there at that time (ISO 8601). */
async function dueEntry({ webhookId, deliveryId }: Delivery, time: string): Promise<DueDelivery | undefined> {
  const found: DueDelivery[] = [];
  for await (const page of deliveriesOf.due(dueBucketOf(deliveryId), time)) found.push(...page);
  return found.find((entry) => entry.webhookId === webhookId);
}

test('what begins to wait in a backlog is looked at after 15 minutes, however old its event is', async () => {
  const [recorded, unrecorded] = deliveriesTo([newWebhookId()], 2);
  if (recorded === undefined || unrecorded === undefined) throw new Error('There are two.');
  await deliveriesOf.putAll([recorded]);
  expect(await deliveriesOf.sendAgain(recorded, 'held')).toBeDefined();
  expect(await deliveriesOf.addHeld(held(unrecorded, 'window_full'), false)).toBe(true);
  for (const delivery of [recorded, unrecorded]) {
    expect(await dueEntry(delivery, new Date(Date.now() + 14 * 60_000).toISOString())).toBeUndefined();
    expect(await dueEntry(delivery, new Date(Date.now() + 15 * 60_000).toISOString())).toBeDefined();
  }
});

describe('a delivery that is sent again', () => {
  const one = async (turn: Turn) => {
    const webhookId = newWebhookId();
    const [delivery] = deliveriesTo([webhookId], 1);
    if (delivery === undefined) throw new Error('There is one.');
    await deliveriesOf.putAll([delivery]);
    return { webhookId, delivery, again: await deliveriesOf.sendAgain(delivery, turn) };
  };

  test.each([
    ['held', 'held', { kind: 'held' }],
    ['at_once', 'scheduled', { kind: 'at', at: expect.any(String) }],
  ] as const)('%s begins a new schedule and waits, in case no message follows', async (turn, order, next) => {
    const { webhookId, delivery, again } = await one(turn);
    expect(again).toMatchObject({ state: 'retrying', generation: 1, attemptsOnSchedule: 0, attemptCount: 1, next });
    const { deliveryId } = delivery;
    expect(await deliveriesOf.read(webhookId, deliveryId)).toEqual(again);
    expect(await deliveriesOf.waiting(webhookId, order, 10)).toMatchObject({ found: [{ deliveryId }] });
    // Nor is it sent again by whoever has read it before, although its state is the same.
    expect(await deliveriesOf.sendAgain({ ...delivery, state: 'retrying' }, turn)).toBeUndefined();
    // What an earlier attempt led to is not written any more.
    expect(await deliveriesOf.putUnlessOvertaken({ ...delivery, attemptCount: 2 })).toBe(false);
  });

  test('is due until the sweeper has queued it, unless its time has changed since', async () => {
    const { delivery } = await one('at_once');
    const due = () => dueEntry(delivery, '2999-01-01T00:00:00.000Z');
    const entry = await due();
    if (entry === undefined) throw new Error('It is not due.');
    await deliveriesOf.removeFromDue({ ...entry, dueAt: '2026-01-01T00:00:00.000Z' });
    expect(await due()).toEqual(entry);
    await deliveriesOf.removeFromDue(entry);
    expect(await due()).toBeUndefined();
  });
});

describe('an outcome', () => {
  test.each([
    ['of a later schedule', { generation: 3, attemptCount: 1 }, true],
    ['of a later attempt', { generation: 2, attemptCount: 6 }, true],
    ['of the same attempt, such as that it waits', { generation: 2, attemptCount: 5 }, true],
    ['of an earlier attempt', { generation: 2, attemptCount: 4 }, false],
    ['of an earlier schedule', { generation: 1, attemptCount: 7 }, false],
  ])('%s takes the place of what is stored, or does not', async (_, change, isWritten) => {
    const [delivery] = deliveriesTo([newWebhookId()], 1);
    if (delivery === undefined) throw new Error('There is no delivery.');
    const stored: Delivery = { ...delivery, generation: 2, attemptCount: 5 };
    await deliveriesOf.putAll([delivery, stored]);
    const late: Delivery = { ...stored, class: 'timeout', ...change };
    expect(await deliveriesOf.putUnlessOvertaken(late)).toBe(isWritten);
    expect(await deliveriesOf.read(delivery.webhookId, delivery.deliveryId)).toEqual(isWritten ? late : stored);
  });
});
