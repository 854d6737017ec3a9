import { recoverDeliveries } from '../../../contract/deliveries.ts';
import { auditTable } from '../../audit/audit-table.ts';
import { required } from '../../shared/env.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { recoverMessage } from '../queue/messages.ts';
import { queueSender, sendAllOrThrow } from '../queue/queue-sender.ts';
import { backlogTable } from '../tables/backlog-table.ts';
import { refuseDisabled } from './refuse-disabled.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const backlog = backlogTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST /webhooks/{webhookId}/recover: sends failed deliveries again, the oldest first (docs/spec/delivery.md#recovery). */
export const handler = route(recoverDeliveries, async ({ caller, parameters: { webhookId }, body }) => {
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  refuseDisabled(webhook);
  const times = { since: body.since, until: body.until ?? new Date().toISOString() };
  const changes = [
    { field: 'since', to: times.since },
    { field: 'until', to: times.until },
  ];
  await audit.addRequest(caller, 'deliveriesRecovered', { webhookId, changes });
  // Counted first: what the recovery has requeued is not failed any more.
  const { deliveries, after } = await backlog.failedBetween(webhookId, times);
  if (deliveries.length === 0 && after === undefined) return { recovering: 0 };
  await sendAllOrThrow(sendSlow, [recoverMessage(webhook, times)]);
  return { recovering: after === undefined ? deliveries.length : ('started' as const) };
});
