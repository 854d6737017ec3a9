/** A network with the most webhooks and a long delivery log, for the benchmark of the panel. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { UserId } from '../../contract/ids.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { deliveriesTable } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import { type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import type { OwnCloud } from '../../testing/own-cloud.ts';
import { createWebhook } from './temporary-cloud.ts';

const WEBHOOKS = 50;
const SECONDS_BETWEEN = 20;

/** What the benchmark opens: the panel with a link of an admin, and a delivery. */
export interface PanelNetwork {
  readonly link: string;
  readonly delivery: Delivery;
}

/** Adds the network, with 50 webhooks and that many deliveries of each, a tenth of which have failed. */
export async function addPanelNetwork(cloud: OwnCloud, deliveries: number): Promise<PanelNetwork> {
  const { client } = cloud.connection;
  const networkId = await cloud.addNetwork('panel');
  const admin = await cloud.clientOf(networkId, 'admin');
  const outbox = eventsTable(client, cloud.outputs['EventsTableName']);
  const log = deliveriesTable(client, cloud.outputs['DeliveriesTableName']);
  const events = Array.from({ length: deliveries }, (_, n) => {
    const acceptedAt = new Date(Date.now() - n * SECONDS_BETWEEN * 1_000).toISOString();
    const [event, eventId] = ['shop.didSell', v.parse(EventId, randomUUID())];
    const body = JSON.stringify({ event, data: { n } });
    // Marked as a test, so that nobody sends it.
    return { networkId, eventId, event, body, occurredAt: acceptedAt, acceptedAt, isTest: true } as const;
  });
  for (const event of events) await outbox.add(event);

  let delivery: Delivery | undefined;
  for (let n = 0; n < WEBHOOKS; n++) {
    const webhookId = await createWebhook(admin, { url: `https://hooks.example.com/${n}` });
    const ofWebhook = events.map((event, index) => attempted(event, webhookId, index % 10 === 0));
    await log.putAll(ofWebhook);
    delivery ??= ofWebhook[0];
  }
  if (delivery === undefined) throw new Error('There are no deliveries.');
  const userId = v.parse(UserId, 'admin');
  const token = await mintToken(cloud.connection, { networkId, userId, role: 'admin', lifetimeSeconds: 3_600 });
  return { link: `${cloud.url}/admin/#token=${token}`, delivery };
}

type Accepted = Omit<Parameters<typeof newDelivery>[0], 'webhookId' | 'deliveryId' | 'generation'>;

/** A delivery of the event after its only attempt. */
function attempted(event: Accepted, webhookId: string, isFailed: boolean): Delivery {
  const { networkId, eventId, acceptedAt } = event;
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  const outcome = isFailed
    ? ({ class: 'http_5xx', statusCode: 503 } as const)
    : ({ class: 'delivered', statusCode: 200 } as const);
  return {
    ...newDelivery({ ...event, webhookId, deliveryId, generation: 0 }),
    ...outcome,
    state: isFailed ? 'failed' : 'delivered',
    attempts: [{ number: 1, startedAt: acceptedAt, milliseconds: 87, ...outcome }],
    attemptCount: 1,
    attemptsOnSchedule: 1,
    lastAttemptAt: acceptedAt,
  };
}
