import { listDeliveries } from '../../contract/delivery-log.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { deliveryLog } from './delivery-log.ts';
import { deliverySummary } from './delivery-response.ts';

const webhooks = webhooksTable();
const log = deliveryLog();

/** GET /webhooks/{webhookId}/deliveries: what was sent to a webhook, the latest event first. */
export const handler = route(listDeliveries, async ({ caller: { networkId }, parameters: { webhookId }, query }) => {
  const webhook = await webhooks.read({ networkId, webhookId });
  const { deliveries, start } = await log.page(networkId, [webhook.webhookId], query);
  return { results: deliveries.map(deliverySummary), ...(start !== undefined && { start }) };
});
