import { CHECKUP_REQUESTS, checkUpWebhook } from '../../contract/checkup.ts';
import { auditTable } from '../audit/audit-table.ts';
import { stageSenders } from '../sending/stage-senders.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { newSecret } from '../shared/new-secret.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { checkBus, checkReceiver } from './check-receiver.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const ports = { ...stageSenders(), now: Date.now, newSecret };

/** POST /webhooks/{webhookId}/checkup: how the receiver handles valid, forged and unusual requests. */
export const handler = idempotentRoute(checkUpWebhook, async ({ caller, spend, parameters: { webhookId }, seed }) => {
  await spend({ testEvents: CHECKUP_REQUESTS });
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  refusePull(webhook);
  await audit.addRequest(caller, 'receiverCheckedUp', { webhookId }, seed);
  const isBus = webhook.eventBus !== undefined;
  return { results: [...(await (isBus ? checkBus : checkReceiver)(webhook, ports, Date.parse(seed.at)))] };
});
