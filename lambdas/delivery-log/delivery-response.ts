/** What routes of deliveries have in common: how they find them, and return them. */
import type { DeliveryDetail, DeliveryId, DeliveryOfWebhook, DeliverySummary } from '../../contract/deliveries.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { traceIdOf } from '../../contract/traceparent.ts';
import type { WebhookName } from '../../contract/webhooks.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { notFound } from '../shared/errors.ts';
import { nameOf, type Webhook, type WebhooksTable } from '../webhooks/webhooks-table.ts';

/** A delivery as lists show it. */
export function deliverySummary(delivery: Delivery): DeliverySummary {
  const { deliveryId, eventId, event, state, attemptCount, createdAt, lastAttemptAt, next, statusCode, trace, isTest } =
    delivery;
  return {
    deliveryId,
    eventId,
    event,
    state,
    attemptCount,
    createdAt,
    lastAttemptAt,
    nextAttemptAt: next?.kind === 'at' ? next.at : undefined,
    class: delivery.class,
    statusCode,
    traceId: trace && traceIdOf(trace),
    isTest,
  };
}

/** Returns the function that shows deliveries to these webhooks in lists over several. */
export function deliveryOfWebhooks(
  webhooks: readonly Pick<Webhook, 'webhookId' | 'givenId'>[],
): (delivery: Delivery) => DeliveryOfWebhook {
  const names = new Map<string, string>(webhooks.map((webhook) => [webhook.webhookId, nameOf(webhook)]));
  return (delivery) => ({
    webhookId: names.get(delivery.webhookId) ?? delivery.webhookId,
    ...deliverySummary(delivery),
  });
}

/** A delivery with its attempts. `payload` is the exact text, absent once the event has expired or was erased. */
export const deliveryDetail = (delivery: Delivery, payload: string | undefined): DeliveryDetail => ({
  ...deliverySummary(delivery),
  payload,
  attempts: delivery.attempts,
});

interface Tables {
  readonly webhooks: Pick<WebhooksTable, 'read'>;
  readonly deliveries: Pick<DeliveriesTable, 'find'>;
}

/** A delivery, and its webhook in the caller's network. Throws 404 where either does not exist. */
export async function deliveryOfPath(
  { webhooks, deliveries }: Tables,
  networkId: NetworkId,
  { webhookId, deliveryId }: { readonly webhookId: WebhookName; readonly deliveryId: DeliveryId },
): Promise<{ readonly webhook: Webhook; readonly delivery: Delivery }> {
  const webhook = await webhooks.read({ networkId, webhookId });
  const delivery = await deliveries.find(webhook, deliveryId);
  if (delivery === undefined) throw notFound(`the webhook ${webhookId} has no delivery ${deliveryId}`);
  return { webhook, delivery };
}
