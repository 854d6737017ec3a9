import { showEvent } from '../../../contract/delivery-log.ts';
import { eventsTable } from '../../events/events-table.ts';
import { stageRetention } from '../../shared/env.ts';
import { notFound } from '../../shared/errors.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { deliveryIdOf } from '../model/delivery-id.ts';
import { deliveryOfWebhook } from './delivery-response.ts';

const { eventDays } = stageRetention();
const outbox = eventsTable();
const webhooks = webhooksTable();
const deliveries = deliveriesTable();

/** GET /events/{eventId}: one event, and what came of it at each webhook. */
export const handler = route(showEvent, async ({ caller: { networkId }, parameters: { eventId } }) => {
  const [event, receivers] = await Promise.all([outbox.read(networkId, eventId), webhooks.list(networkId)]);
  if (event === undefined)
    throw notFound(`the network ${networkId} has no event ${eventId} of the last ${eventDays} days`);
  const { body: payload, event: name, occurredAt, acceptedAt } = event;
  const keys = receivers.map(({ webhookId }) => ({
    webhookId,
    deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt),
  }));
  const found = new Map((await deliveries.readAll(keys)).map((delivery) => [delivery.webhookId, delivery]));
  const made = receivers.flatMap(({ webhookId }) => found.get(webhookId) ?? []);
  return {
    ...{ eventId, event: name, occurredAt, acceptedAt, payload },
    deliveries: made.map(deliveryOfWebhook),
  };
});
