import { showWebhook } from '../../contract/webhook-routes.ts';
import { route } from '../shared/route.ts';
import { webhookFor } from './webhook-response.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** GET /webhooks/{webhookId}: one webhook of the network. */
export const handler = route(showWebhook, async ({ caller, parameters: { webhookId } }) =>
  webhookFor(caller, await webhooks.read({ networkId: caller.networkId, webhookId })),
);
