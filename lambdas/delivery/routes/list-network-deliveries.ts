import { listNetworkDeliveries } from '../../../contract/delivery-log.ts';
import { eventsTable } from '../../events/events-table.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { networkLog } from '../deliveries-table/network-log.ts';
import { deliveryOfWebhooks } from './delivery-response.ts';

const webhooks = webhooksTable();
const tables = { deliveries: deliveriesTable(), outbox: eventsTable() };

/** GET /deliveries: what was sent to all webhooks of the network, the latest event first. */
export const handler = route(listNetworkDeliveries, async ({ caller: { networkId }, query }) => {
  const all = await webhooks.list(networkId);
  const { deliveries, start } = await networkLog(tables, networkId, all, query);
  return { results: deliveries.map(deliveryOfWebhooks(all)), ...(start !== undefined && { start }) };
});
