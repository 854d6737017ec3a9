import { listNetworkDeliveries } from '../../contract/delivery-log.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { eventsTable } from '../events/events-table.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { deliveryLog } from './delivery-log.ts';
import { deliveryOfWebhooks } from './delivery-response.ts';
import { networkLog } from './network-log.ts';

const webhooks = webhooksTable();
const tables = { log: deliveryLog(), deliveries: deliveriesTable(), outbox: eventsTable() };

/** GET /deliveries: what was sent to all webhooks of the network, the latest event first. */
export const handler = route(listNetworkDeliveries, async ({ caller: { networkId }, query }) => {
  const all = await webhooks.list(networkId);
  const { deliveries, start } = await networkLog(tables, networkId, all, query);
  return { results: deliveries.map(deliveryOfWebhooks(all)), ...(start !== undefined && { start }) };
});
