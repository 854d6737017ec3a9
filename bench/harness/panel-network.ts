/** A network with the most webhooks and a long delivery log, for the benchmark of the panel. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { deliveriesTable } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import { type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import type { OwnCloud } from '../../testing/own-cloud.ts';
import { createWebhook } from './temporary-cloud.ts';

const WEBHOOKS = 50;
const SECONDS_BETWEEN = 20;

/** What the benchmark opens: the panel with a link of an admin, and one webhook, delivery and event. */
export interface PanelNetwork {
  readonly link: string;
  readonly webhookId: string;
  readonly deliveryId: DeliveryId;
  readonly eventId: EventId;
}

/** Adds the network, with 50 webhooks and that many deliveries of each, a tenth of which have failed. */
export async function addPanelNetwork(cloud: OwnCloud, deliveries: number): Promise<PanelNetwork> {
  const networkId = await cloud.addNetwork('panel');
  const admin = await cloud.clientOf(networkId, 'admin');
  const webhookIds: string[] = [];
  for (let n = 0; n < WEBHOOKS; n++) {
    webhookIds.push(await createWebhook(admin, { url: `https://hooks.example.com/${n}` }));
  }
  const events = Array.from({ length: deliveries }, (_, n) => eventOf(networkId, n));
  const { client } = cloud.connection;
  const outbox = eventsTable(client, cloud.outputs['EventsTableName']);
  for (const event of events) await outbox.add(event);
  const log = deliveriesTable(client, cloud.outputs['DeliveriesTableName']);
  for (const webhookId of webhookIds) await log.putAll(events.map((event, n) => deliveryOf(event, webhookId, n)));

  const [event] = events;
  const [webhookId] = webhookIds;
  if (event === undefined || webhookId === undefined) throw new Error('There are no webhooks or no events.');
  const userId = v.parse(UserId, 'admin');
  const token = await mintToken(cloud.connection, { networkId, userId, role: 'admin', lifetimeSeconds: 3_600 });
  const { deliveryId } = deliveryOf(event, webhookId, 0);
  return { link: `${cloud.url}/admin/#token=${token}`, webhookId, deliveryId, eventId: event.eventId };
}

/** The `n`th event before now. It is marked as a test, so that nobody sends it. */
function eventOf(networkId: NetworkId, n: number) {
  const acceptedAt = new Date(Date.now() - n * SECONDS_BETWEEN * 1_000).toISOString();
  const event = 'shop.didSell';
  const body = JSON.stringify({ event, data: { n } });
  const eventId = v.parse(EventId, randomUUID());
  return { networkId, eventId, event, body, occurredAt: acceptedAt, acceptedAt, isTest: true } as const;
}

function deliveryOf(event: ReturnType<typeof eventOf>, webhookId: string, n: number): Delivery {
  const { networkId, eventId, acceptedAt } = event;
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  const delivery = newDelivery({ ...event, webhookId, deliveryId, generation: 0 });
  const outcome =
    n % 10 === 0
      ? ({ state: 'failed', class: 'http_5xx', statusCode: 503 } as const)
      : ({ state: 'delivered', class: 'delivered', statusCode: 200 } as const);
  const attempt = {
    number: 1,
    startedAt: acceptedAt,
    milliseconds: 87,
    class: outcome.class,
    statusCode: outcome.statusCode,
  };
  return {
    ...delivery,
    ...outcome,
    attempts: [attempt],
    attemptCount: 1,
    attemptsOnSchedule: 1,
    lastAttemptAt: acceptedAt,
  };
}
