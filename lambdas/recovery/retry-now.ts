import { retryNow } from '../../contract/deliveries.ts';
import { auditTable } from '../audit/audit-table.ts';
import { backlogMessage } from '../deliveries/messages.ts';
import { queueSender, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { createFlows } from '../receiver-health/flow-leases.ts';
import { receiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import { required } from '../shared/env.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { success } from '../shared/responses.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { refuseDisabled } from './refuse-disabled.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const health = receiverHealthTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST …/retry-now: tries a receiver that is down or struggling (docs/spec/delivery.md#retry-now). */
export const handler = idempotentRoute(retryNow, async ({ caller, parameters: { webhookId }, seed }) => {
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  refuseDisabled(webhook);
  await audit.addRequest(caller, 'retriedNow', { webhookId }, seed);
  await createFlows(health, Date.now).tryNow(webhook);
  await sendAllOrThrow(sendSlow, [backlogMessage(webhook, 0, seed.at)]);
  return success;
});
