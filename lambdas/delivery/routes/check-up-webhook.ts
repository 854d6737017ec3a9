import { CHECKUP_REQUESTS, checkUpWebhook } from '../../../contract/checkup.ts';
import { deliverySettings } from '../../shared/delivery-settings.ts';
import { newSecret } from '../../shared/new-secret.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { checkReceiver } from '../outbound/check-receiver.ts';
import { createRequestSender } from '../outbound/send-request.ts';

const webhooks = webhooksTable();
const tools = { sender: createRequestSender(deliverySettings()), now: Date.now, newSecret };

/** POST /webhooks/{webhookId}/checkup: how the receiver handles valid, forged and unusual requests. */
export const handler = route(checkUpWebhook, async ({ caller: { networkId }, spend, parameters: { webhookId } }) => {
  await spend({ testEvents: CHECKUP_REQUESTS });
  return { results: [...(await checkReceiver(await webhooks.read({ networkId, webhookId }), tools))] };
});
