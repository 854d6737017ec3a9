import { showDelivery } from '../../contract/delivery-log.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { eventsTable } from '../events/events-table.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { deliveryDetail, deliveryOfPath } from './delivery-response.ts';

const tables = { webhooks: webhooksTable(), deliveries: deliveriesTable() };
const outbox = eventsTable();

/** GET /webhooks/{webhookId}/deliveries/{deliveryId}: one delivery with its payload and attempts. */
export const handler = route(showDelivery, async ({ caller: { networkId }, parameters }) => {
  const { delivery } = await deliveryOfPath(tables, networkId, parameters);
  return deliveryDetail(delivery, (await outbox.readBody(networkId, delivery.eventId)) || undefined);
});
