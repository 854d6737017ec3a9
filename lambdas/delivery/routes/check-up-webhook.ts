import { CHECKUP_REQUESTS, checkUpWebhook } from '../../../contract/checkup.ts';
import { TargetPolicy } from '../../../contract/target-policy.ts';
import { auditTable } from '../../audit/audit-table.ts';
import { requiredJson } from '../../shared/env.ts';
import { newSecret } from '../../shared/new-secret.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { checkReceiver } from '../outbound/check-receiver.ts';
import { createRequestSender } from '../outbound/send-request.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const tools = { sender: createRequestSender(requiredJson('TARGET_POLICY', TargetPolicy)), now: Date.now, newSecret };

/** POST /webhooks/{webhookId}/checkup: how the receiver handles valid, forged and unusual requests. */
export const handler = route(checkUpWebhook, async ({ caller, spend, parameters: { webhookId } }) => {
  await spend({ testEvents: CHECKUP_REQUESTS });
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  await audit.addRequest(caller, 'receiverCheckedUp', { webhookId });
  return { results: [...(await checkReceiver(webhook, tools))] };
});
