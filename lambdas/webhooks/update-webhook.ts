import { updateWebhook } from '../../contract/webhooks.ts';
import { route } from '../shared/route.ts';
import { refuseForbiddenUrl, targetPolicy } from './allowed-url.ts';
import { webhookResponse } from './webhook-response.ts';
import { webhooksTable } from './webhooks-table.ts';

const webhooks = webhooksTable();
const policy = targetPolicy();

/** PATCH /webhooks/{webhookId}: an admin changes some fields of a webhook, or enables or disables it. */
export const handler = route(updateWebhook, async ({ caller: { networkId }, parameters: { webhookId }, body }) => {
  if (body.url !== undefined) refuseForbiddenUrl(body.url, policy);
  return webhookResponse(await webhooks.update({ networkId, webhookId }, body, new Date().toISOString()));
});
