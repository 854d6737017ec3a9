import { retryNow } from '../../../contract/deliveries.ts';
import { auditTable } from '../../audit/audit-table.ts';
import { required } from '../../shared/env.ts';
import { idempotentRoute } from '../../shared/idempotent-route.ts';
import { success } from '../../shared/responses.ts';
import { receiverHealthTable } from '../../webhooks/receiver-health-table.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { backlogMessage } from '../queue/messages.ts';
import { queueSender, sendAllOrThrow } from '../queue/queue-sender.ts';
import { flows } from '../receiver/flows.ts';
import { refuseDisabled } from './delivery-response.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const health = receiverHealthTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST …/retry-now: tries a receiver that is down or struggling (docs/spec/delivery.md#retry-now). */
export const handler = idempotentRoute(retryNow, async ({ caller, parameters: { webhookId } }) => {
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  refuseDisabled(webhook);
  await audit.addRequest(caller, 'retriedNow', { webhookId });
  await flows(health, Date.now).tryNow(webhook);
  await sendAllOrThrow(sendSlow, [backlogMessage(webhook, 0, new Date().toISOString())]);
  return success;
});
