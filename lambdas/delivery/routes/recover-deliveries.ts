import { recoverDeliveries } from '../../../contract/deliveries.ts';
import { auditTable } from '../../audit/audit-table.ts';
import { eventsTable } from '../../events/events-table.ts';
import { required } from '../../shared/env.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { recoverMessage } from '../queue/messages.ts';
import { queueSender, sendAllOrThrow } from '../queue/queue-sender.ts';
import { recoverable, recoveryProgress } from '../worker/send-again.ts';
import { refuseDisabled } from './delivery-response.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const tables = { deliveries: deliveriesTable(), outbox: eventsTable() };
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST …/recover: sends events of a time, the oldest first (docs/spec/delivery.md#deliveries-of-a-time). */
export const handler = route(recoverDeliveries, async ({ caller, parameters: { webhookId }, body }) => {
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  const now = new Date().toISOString();
  const { dryRun, askedAt = now, until = now, ...filter } = body;
  const range = { ...filter, until };
  if (dryRun) return await recoveryProgress(tables, webhook, { ...range, askedAt }, Date.now());
  refuseDisabled(webhook);
  const changes = Object.entries(range).map(([field, to]) => ({ field, to: `${to}` }));
  await audit.addRequest(caller, 'deliveriesRecovered', { webhookId, changes });
  // Counted first: what the recovery has sent again no longer matches.
  const { entries, next } = await recoverable(tables, webhook, { ...range, askedAt }, Date.now());
  const recovering = next === undefined ? entries.length : ('started' as const);
  // Also if nothing was counted: what was accepted a moment ago may be missing in the index.
  await sendAllOrThrow(sendSlow, [recoverMessage(webhook, { ...range, askedAt })]);
  return { recovering };
});
