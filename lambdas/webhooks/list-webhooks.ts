import { listWebhooks } from '../../contract/webhooks.ts';
import { route } from '../shared/route.ts';
import { warningsFor, webhookResponse } from './webhook-response.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** GET /webhooks: every webhook of the network, the oldest first. */
export const handler = route(listWebhooks, async ({ caller }) => {
  const all = await webhooks.list(caller.networkId);
  return { results: all.map(webhookResponse), ...warningsFor(all.length) };
});
