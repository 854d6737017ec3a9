import { beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { backlogTable } from '../../lambdas/delivery/tables/backlog-table.ts';
import { deliveriesTable } from '../../lambdas/delivery/tables/deliveries-table.ts';
import { type LedgerPage, ledgerTable } from '../../lambdas/delivery/tables/ledger-table.ts';
import { cloud, connection } from '../../testing/service.ts';
import { tableLike } from './own-table.ts';

const networkId = v.parse(NetworkId, 'ledger');
const webhookId = `wh_${'1'.repeat(32)}`;
const hour = '2026-11-22T21';
const start = Date.parse(`${hour}:00:00.000Z`);
const hourMs = 3_600_000;

const deliveryAt = (milliseconds: number, event: string): Delivery => {
  const acceptedAt = new Date(milliseconds).toISOString();
  const eventId = v.parse(EventId, event);
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  return newDelivery({ networkId, webhookId, deliveryId, eventId, event: 'shop.didSell', acceptedAt, generation: 0 });
};

let table: string;
/** Of the hour, in ascending order. */
let recorded: readonly Delivery[];

beforeAll(async () => {
  const { client } = connection();
  table = await tableLike(client, `${cloud().outputs['DeliveriesTableName']}`);
  recorded = Array.from({ length: 300 }, (_, n) => deliveryAt(start + n * 12_000 + (n % 3), `event-${n}`)).sort(
    (a, b) => (a.deliveryId < b.deliveryId ? -1 : 1),
  );
  const outside = [deliveryAt(start - 1, 'before'), deliveryAt(start + hourMs, 'after')];
  const tests = [1, 2, 3].map((n) => ({ ...deliveryAt(start + n * 60_000, `test-${n}`), isTest: true as const }));
  await deliveriesTable(client, table).putAll([...recorded, ...outside, ...tests]);
});

test.each([1_000, 100, 30])(
  'an hour has each of its deliveries once, and no test events, on pages of at most %i, whatever their shard',
  async (limit) => {
    const ledger = ledgerTable(connection().client, table);
    const pages: LedgerPage[] = [];
    do {
      pages.push(await ledger.page(webhookId, { hour, after: pages.at(-1)?.next }, limit));
    } while (pages.at(-1)?.next !== undefined && pages.length < 1_000);
    expect(pages.flatMap(({ entries }) => entries.map(({ deliveryId }) => deliveryId))).toEqual(
      recorded.map(({ deliveryId }) => deliveryId),
    );
    for (const { entries } of pages) expect(entries.length).toBeLessThanOrEqual(limit);
  },
);

test('a delivery that several requests send again is requeued by one of them', async () => {
  const { client } = connection();
  const [ledger, deliveries, backlog] = [
    ledgerTable(client, table),
    deliveriesTable(client, table),
    backlogTable(client, table),
  ];
  const [first] = recorded;
  if (first === undefined) throw new Error('there is no delivery');
  await deliveries.putAll([{ ...first, state: 'delivered', lastAttemptAt: first.createdAt }]);
  const [entry] = (await ledger.page(webhookId, { hour, until: first.deliveryId }, 10)).entries;
  if (entry === undefined) throw new Error('the ledger lacks the delivery');
  expect(entry).toMatchObject({ state: 'delivered', generation: 0 });
  const requeued = await Promise.all([1, 2, 3].map(() => backlog.requeue(entry, start)));
  expect(requeued.filter(Boolean)).toEqual([true]);
  const waiting = await deliveries.read(webhookId, first.deliveryId);
  expect(waiting).toMatchObject({ state: 'retrying', next: { kind: 'held' }, generation: 1 });
  // Delivered meanwhile: what was read is out of date.
  await deliveries.putAll([{ ...first, state: 'delivered', generation: 1 }]);
  expect(await backlog.requeue(entry, start)).toBe(false);
});
