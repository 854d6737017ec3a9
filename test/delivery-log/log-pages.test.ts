import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { AcceptedPosition, EventId } from '../../contract/events.ts';
import { firstIdOf } from '../../contract/time-ids.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryLog } from '../../lambdas/delivery-log/delivery-log.ts';
import { type LogTables, networkLog } from '../../lambdas/delivery-log/network-log.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { scriptedClient } from '../support/clients.ts';
import { membersOf } from '../support/members.ts';
import { webhookOfTests } from '../support/samples.ts';

const { networkId } = webhookOfTests();

const Read = v.object({ Limit: v.number() });

test.each([1, 10, 50])('a page with a filter evaluates at most 10,000 deliveries to %i webhooks', async (webhooks) => {
  const { client, inputs } = scriptedClient((input) => ({
    Items: [],
    // There is always more that does not match.
    LastEvaluatedKey: { ...membersOf(membersOf(input)['ExclusiveStartKey']), deliveryId: '01JDEXAMPQ7W3N5Y8T2V4X6Z9A' },
  }));
  const webhookIds = Array.from({ length: webhooks }, (_, n) => `wh_${n}`);
  const { deliveries, start } = await deliveryLog(client, 'deliveries').page(networkId, webhookIds, {
    limit: 20,
    statusCode: 503,
  });
  expect({ deliveries, start }).toEqual({ deliveries: [], start: '01JDEXAMPQ7W3N5Y8T2V4X6Z9A' });
  const evaluated = inputs.map((input) => v.parse(Read, input).Limit).reduce((sum, limit) => sum + limit, 0);
  expect(evaluated).toBeGreaterThan(1_000);
  expect(evaluated).toBeLessThanOrEqual(10_000);
});

/** Of one network, and too many for their own logs. */
const webhooks = Array.from({ length: 50 }, () => webhookOfTests({ webhookId: newWebhookId() }));

test('a page of the network that ends where reads of events have stopped leaves out nothing of that time', async () => {
  const event = { eventId: v.parse(EventId, 'event'), event: 'a' };
  const reads: number[] = [];
  const tables: LogTables = {
    outbox: {
      // Five reads of one page find nothing, and the next page begins at the millisecond before which they stopped.
      async acceptedBefore(_, { until }) {
        reads.push(until);
        if (reads.length <= 5) return { events: [], next: until - 1 };
        const at = Number(reads[4]) - 1;
        const accepted = { ...event, acceptedAt: new Date(at).toISOString() };
        return { events: at > until ? [] : [{ ...accepted, position: v.parse(AcceptedPosition, firstIdOf(at)) }] };
      },
    },
    log: { page: () => Promise.reject(new Error('The shards of 50 webhooks are too many.')) },
    deliveries: {
      findAll: async (_, ids) =>
        ids.map((id) => newDelivery({ ...event, ...id, networkId, acceptedAt: '2030-01-01', generation: 0 })),
    },
  };
  const retention = { eventDays: 30, deliveryDays: 30, auditDays: 30 };
  const first = await networkLog(tables, networkId, webhooks, { limit: 20 }, retention);
  expect(first.deliveries).toEqual([]);
  const { deliveries } = await networkLog(tables, networkId, webhooks, { limit: 50, start: first.start }, retention);
  expect(deliveries).toHaveLength(50);
});

test('a page of the network that is full where its events end goes on with what is older', async () => {
  const at = Date.now();
  const event = { eventId: v.parse(EventId, 'event'), event: 'a', acceptedAt: new Date(at).toISOString() };
  const deliveryOf = (id: { webhookId: string; deliveryId: DeliveryId }) =>
    newDelivery({ ...event, ...id, networkId, generation: 0 });
  const older = deliveryOf({ webhookId: 'wh_1', deliveryId: v.parse(DeliveryId, firstIdOf(at - 1)) });
  const tables: LogTables = {
    outbox: {
      acceptedBefore: async () => ({ events: [{ ...event, position: v.parse(AcceptedPosition, firstIdOf(at)) }] }),
    },
    log: { page: async (_, __, { limit }) => ({ deliveries: [older].slice(0, limit) }) },
    deliveries: {
      findAll: async (_, ids) => ids.map(deliveryOf),
    },
  };
  const retention = { eventDays: 1, deliveryDays: 30, auditDays: 30 };
  const { deliveries, start } = await networkLog(tables, networkId, webhooks, { limit: 50 }, retention);
  expect({ deliveries: deliveries.length, start }).toEqual({ deliveries: 50, start: deliveries.at(-1)?.deliveryId });
});
