import { listWebhooks } from '../../contract/webhook-routes.ts';
import { route } from '../shared/route.ts';
import { warningsFor, webhookFor } from './webhook-response.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** GET /webhooks: every webhook of the network, the oldest first. */
export const handler = route(listWebhooks, async ({ caller }) => {
  const all = await webhooks.list(caller.networkId);
  return { results: all.map((webhook) => webhookFor(caller, webhook)), ...warningsFor(all.length) };
});
