import { stopRecoveries } from '../../contract/recovery.ts';
import { auditTable } from '../audit/audit-table.ts';
import { stopMessage } from '../deliveries/messages.ts';
import { queueSender, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { required } from '../shared/env.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { noteStop } from './recovery-stops-table.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** DELETE …/recover: stops recoveries (docs/spec/delivery.md#stopping). */
export const handler = route(stopRecoveries, async ({ caller, parameters: { webhookId }, query }) => {
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  refusePull(webhook);
  const askedAt = new Date(query.askedAt ?? Date.now()).toISOString();
  await audit.addRequest(caller, 'recoveriesStopped', { webhookId, changes: [{ field: 'askedAt', to: askedAt }] });
  await noteStop(webhook, askedAt);
  await sendAllOrThrow(sendSlow, [stopMessage(webhook, askedAt)]);
  return success;
});
