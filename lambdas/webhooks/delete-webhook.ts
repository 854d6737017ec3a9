import { deleteWebhook } from '../../contract/webhooks.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();

/** DELETE /webhooks/{webhookId}: deletes a webhook; pending deliveries are dropped (docs/spec/delivery.md#deleted-webhooks). */
export const handler = route(deleteWebhook, async ({ caller: { networkId }, parameters: { webhookId } }) => {
  await webhooks.remove({ networkId, webhookId });
  return success;
});
