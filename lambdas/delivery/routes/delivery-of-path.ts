import type { DeliveryId } from '../../../contract/deliveries.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import type { WebhookId } from '../../../contract/webhooks.ts';
import { notFound } from '../../shared/errors.ts';
import type { Webhook, WebhooksTable } from '../../webhooks/webhooks-table.ts';
import type { DeliveriesTable } from '../deliveries-table/deliveries-table.ts';
import type { Delivery } from '../model/delivery.ts';

interface Tables {
  readonly webhooks: Pick<WebhooksTable, 'read'>;
  readonly deliveries: Pick<DeliveriesTable, 'read'>;
}

/** A delivery, and its webhook in the caller's network. Throws 404 where either does not exist. */
export async function deliveryOfPath(
  { webhooks, deliveries }: Tables,
  networkId: NetworkId,
  { webhookId, deliveryId }: { readonly webhookId: WebhookId; readonly deliveryId: DeliveryId },
): Promise<{ readonly webhook: Webhook; readonly delivery: Delivery }> {
  const webhook = await webhooks.read({ networkId, webhookId });
  const delivery = await deliveries.read(webhookId, deliveryId);
  if (delivery === undefined) throw notFound(`the webhook ${webhookId} has no delivery ${deliveryId}`);
  return { webhook, delivery };
}
