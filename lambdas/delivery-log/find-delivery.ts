import { findDelivery } from '../../contract/delivery-log.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { notFound } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { deliveryOfWebhooks } from './delivery-response.ts';

const webhooks = webhooksTable();
const deliveries = deliveriesTable();

/** GET /deliveries/{deliveryId}: a delivery to one of the network's webhooks, whichever it is. */
export const handler = route(findDelivery, async ({ caller: { networkId }, parameters: { deliveryId } }) => {
  const receivers = await webhooks.list(networkId);
  const keys = receivers.map(({ webhookId }) => ({ webhookId, deliveryId }));
  const [delivery] = await deliveries.findAll(networkId, keys);
  if (delivery === undefined) throw notFound(`no webhook of the network ${networkId} has a delivery ${deliveryId}`);
  return deliveryOfWebhooks(receivers)(delivery);
});
