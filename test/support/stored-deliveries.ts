/** Deliveries in DynamoDB Local, for tests of what reads and writes them. */

import { connectTo } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import { metered } from '../../bench/harness/metered-client.ts';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { type Delivery, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryLog } from '../../lambdas/delivery-log/delivery-log.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { cloud } from './service.ts';

export const networkId = v.parse(NetworkId, 'log');
/** When the first event was accepted (milliseconds), and the nth (ISO 8601). */
export const begin = Date.parse('2026-03-02T09:00:00.000Z');
export const at = (n: number): string => new Date(begin + 10 * n).toISOString();
const outcomes = [
  { state: 'delivered', class: 'delivered', statusCode: 200 },
  { state: 'delivered', class: 'delivered', statusCode: 204 },
  { state: 'failed', class: 'http_5xx', statusCode: 503 },
  { state: 'failed', class: 'timeout' },
] as const;

/** Deliveries to some webhooks in turn, each with the next outcome. */
export const deliveriesTo = (webhookIds: readonly string[], count: number, network = networkId): Delivery[] =>
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

export const idsOf = (deliveries: readonly Delivery[]): readonly DeliveryId[] =>
  deliveries.map(({ deliveryId }) => deliveryId);

export const { client } = connectTo(cloud());
/** What a call costs. */
export const units = metered(client);
export const table = `${cloud().outputs['DeliveriesTableName']}`;
/** As if everything were kept for ten years. */
export const retention = { eventDays: 3_650, deliveryDays: 3_650, auditDays: 3_650 };
export const deliveriesOf = deliveriesTable(client, table, Date.now, retention);
export const logOf = deliveryLog(client, table, Date.now, retention);
export const eventsOf = eventsTable(client, `${cloud().outputs['EventsTableName']}`, retention);
