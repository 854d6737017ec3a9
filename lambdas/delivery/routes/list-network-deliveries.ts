import { listNetworkDeliveries } from '../../../contract/delivery-log.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { deliveryOfWebhook } from './delivery-response.ts';

const webhooks = webhooksTable();
const table = deliveriesTable();

/** GET /deliveries: what was sent to all webhooks of the network, the latest event first. */
export const handler = route(listNetworkDeliveries, async ({ caller: { networkId }, query }) => {
  const receivers = await webhooks.list(networkId);
  const { deliveries, start } = await table.log(
    receivers.map(({ webhookId }) => webhookId),
    query,
  );
  return { results: deliveries.map(deliveryOfWebhook), ...(start !== undefined && { start }) };
});
