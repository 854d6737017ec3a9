/** The ledger, against DynamoDB Local. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import type { Delivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryKey } from '../../lambdas/deliveries/delivery-item.ts';
import { idRangeOf } from '../../lambdas/recovery/ledger.ts';
import { readEntries } from '../../lambdas/recovery/ledger-reader.ts';
import { sendAllAgain } from '../../lambdas/recovery/send-again.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { eventually } from '../support/service.ts';
import {
  at,
  begin,
  client,
  deliveriesOf,
  deliveriesTo,
  eventsOf,
  idsOf,
  networkId,
  table,
} from '../support/stored-deliveries.ts';

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
          const range = idRangeOf({ hour, after: next, until: undefined });
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
    const range = idRangeOf({ hour, after: undefined, until: deliveryId });
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
