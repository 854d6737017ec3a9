import { deleteWebhook } from '../../contract/webhooks.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** DELETE /webhooks/{webhookId}: the webhook is gone, and so is what was under way to it (decision 27). */
export const handler = route(deleteWebhook, async ({ caller: { networkId }, parameters: { webhookId } }) => {
  await webhooks.remove({ networkId, webhookId });
  return success;
});
