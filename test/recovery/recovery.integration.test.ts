/** The count of a recovery in DynamoDB, whose pages end where a shard of either table does. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { type Delivery, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { countRecovery, type PageSize } from '../../lambdas/recovery/recover.ts';
import { noProgress, type Progress } from '../../lambdas/recovery/recovery-progress.ts';
import { sendAllAgain } from '../../lambdas/recovery/send-again.ts';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../support/samples.ts';
import { cloud, connection, eventually } from '../support/service.ts';
import { tableLike } from '../support/table-like.ts';

const retention = { eventDays: 30, deliveryDays: 30, auditDays: 30 };
const { client } = connection();
const { outputs } = cloud();
const [eventsName, deliveriesName] = await Promise.all([
  tableLike(client, `${outputs['EventsTableName']}`),
  tableLike(client, `${outputs['DeliveriesTableName']}`),
]);
const outbox = eventsTable(client, eventsName, retention);
const deliveries = deliveriesTable(client, deliveriesName, Date.now, retention);
const tables = { outbox, deliveries };

const begin = Date.now() - 3_600_000;
const askedAt = new Date().toISOString();
const range = { since: new Date(begin).toISOString(), until: askedAt, askedAt, state: 'failed' } as const;

/** The delivery of the event of that number, of which ten are accepted in a millisecond. */
function deliveryOf({ networkId, webhookId }: typeof webhook, n: number, changes: Partial<Delivery> = {}): Delivery {
  const acceptedAt = new Date(begin + Math.floor(n / 10)).toISOString();
  const eventId = v.parse(EventId, `${webhookId}-${n}`);
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  const origin = { deliveryId, networkId, webhookId, eventId, event: 'shop.didSell', acceptedAt, generation: 0 };
  return { ...newDelivery(origin), ...changes };
}
const webhook = webhookOfTests({ webhookId: newWebhookId() });

const delivered: Partial<Delivery> = { state: 'delivered', class: 'delivered', attemptCount: 1, attemptsOnSchedule: 1 };
const failed: Partial<Delivery> = { state: 'failed', class: 'timeout', attemptCount: 8, attemptsOnSchedule: 8 };

/** Counts to the end in pages of that size. */
async function counted(of: typeof webhook, size?: PageSize): Promise<Progress> {
  const total = { ...noProgress };
  let after: DeliveryId | undefined;
  do {
    const { progress, next } = await countRecovery(tables, of, { ...range, after }, Date.now, size);
    for (const stage of ['left', 'coming', 'waiting', 'delivered', 'failed'] as const) total[stage] += progress[stage];
    after = next;
  } while (after !== undefined);
  return total;
}

describe('the count of a recovery', () => {
  const fates = [delivered, failed, undefined] as const;
  beforeAll(async () => {
    const all = Array.from({ length: 300 }, (_, n) => ({ n, fate: fates[n % fates.length] }));
    await mapConcurrently(all, 10, async ({ n }) => {
      const { networkId, eventId, event, createdAt: acceptedAt } = deliveryOf(webhook, n);
      await outbox.add({ networkId, eventId, event, body: '{}', occurredAt: acceptedAt, acceptedAt });
    });
    await deliveries.putAll(all.flatMap(({ n, fate }) => (fate ? [deliveryOf(webhook, n, fate)] : [])));
  });

  test.each([undefined, { limit: 1_000, perShard: 3 }, { limit: 7, perShard: 50 }])(
    'is right in pages of the size %j',
    async (size) => {
      // The index of the events lags.
      await eventually(async () => expect(await counted(webhook, size)).toEqual({ ...noProgress, left: 200 }));
    },
  );

  test('is of what it has sent, once it has', async () => {
    const page = [0, 1, 4].map((n) => deliveryOf(webhook, n));
    const read = await deliveries.readAll(page);
    const missing = { ...deliveryOf(webhook, 2), acceptedAt: deliveryOf(webhook, 2).createdAt };
    const entries = [
      ...read.filter(({ state }) => state === 'failed').map((record) => ({ kind: 'recorded' as const, ...record })),
      { kind: 'unrecorded' as const, ...missing, isMalformed: false },
    ];
    const sent = await sendAllAgain({ deliveries, sendSlow: async () => new Set() }, webhook, entries, askedAt);
    expect(sent.size).toBe(3);
    expect(await counted(webhook)).toEqual({ ...noProgress, left: 197, waiting: 3 });
    const [first] = sent;
    const done = page.filter(({ deliveryId }) => deliveryId === first);
    await deliveries.putAll(done.map((one) => ({ ...one, ...delivered, recovery: askedAt })));
    expect(await counted(webhook)).toEqual({ ...noProgress, left: 197, waiting: 2, delivered: done.length });
  });

  test('of 2,000 events that were delivered is 0', async () => {
    const other = { ...webhook, networkId: v.parse(NetworkId, 'other'), webhookId: newWebhookId() };
    await deliveries.putAll(Array.from({ length: 2_000 }, (_, n) => deliveryOf(other, n, delivered)));
    expect(await countRecovery(tables, other, range, Date.now)).toEqual({ progress: noProgress });
  });
});
