import { listWebhooks } from '../../contract/webhooks.ts';
import { route } from '../shared/route.ts';
import { warningsFor, webhookAnswer } from './webhook-response.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** GET /webhooks: every webhook of the network, the oldest first (decision 29). */
export const handler = route(listWebhooks, async ({ caller }) => {
  const all = await webhooks.list(caller.networkId);
  return { results: all.map(webhookAnswer), ...warningsFor(all.length) };
});
