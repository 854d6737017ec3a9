import { showDelivery } from '../../../contract/deliveries.ts';
import { eventsTable } from '../../events/events-table.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../tables/deliveries-table.ts';
import { deliveryDetail } from './delivery-response.ts';
import { findDelivery } from './find-delivery.ts';

const tables = { webhooks: webhooksTable(), deliveries: deliveriesTable() };
const outbox = eventsTable();

/** GET /webhooks/{webhookId}/deliveries/{deliveryId}: one delivery with its payload and attempts. */
export const handler = route(showDelivery, async ({ caller: { networkId }, parameters }) => {
  const { delivery } = await findDelivery(tables, networkId, parameters);
  return deliveryDetail(delivery, await outbox.readBody(networkId, delivery.eventId));
});
