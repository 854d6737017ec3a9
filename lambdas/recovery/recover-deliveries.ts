import { recoverDeliveries } from '../../contract/recovery.ts';
import { timeOf } from '../../contract/time-ids.ts';
import { auditTable } from '../audit/audit-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { recoverMessage } from '../deliveries/messages.ts';
import { queueSender, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { eventsTable } from '../events/events-table.ts';
import { required } from '../shared/env.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { countRecovery } from './recover.ts';
import { hasEnded } from './recovery-progress.ts';
import { refuseDisabled } from './refuse-disabled.ts';
import { isStopped } from './stopped.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const tables = { deliveries: deliveriesTable(), outbox: eventsTable() };
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST …/recover: sends events of a time, the oldest first (docs/spec/delivery.md#deliveries-of-a-time). */
export const handler = idempotentRoute(recoverDeliveries, async ({ caller, parameters: { webhookId }, body, seed }) => {
  const { at } = seed;
  const webhook = await webhooks.read({ networkId: caller.networkId, webhookId });
  refusePull(webhook);
  const { dryRun, askedAt = at, until = at, start: after, ...filter } = body;
  const range = { ...filter, until, askedAt };
  const count = async () => {
    const { progress, next } = await countRecovery(tables, webhook, { ...range, after }, Date.now);
    const { left, waiting, delivered, failed } = progress;
    const stopped = isStopped(askedAt, webhook);
    // Nothing is sent to a disabled webhook.
    const ended = !webhook.enabled || hasEnded(progress, stopped);
    return { left, next, progress: { at, waiting, delivered, failed, ended, ...(stopped && { stopped }) } };
  };
  if (dryRun) {
    const { left, next, progress } = await count();
    const rest = next && { start: next, countedUntil: new Date(timeOf(next)).toISOString() };
    return { recovering: left, progress, ...rest };
  }
  refuseDisabled(webhook);
  const changes = Object.entries({ ...filter, until }).map(([field, to]) => ({ field, to: `${to}` }));
  await audit.addRequest(caller, 'deliveriesRecovered', { webhookId, changes }, seed);
  // Counted first: what the recovery has sent again no longer matches.
  const { left, next, progress } = await count();
  // Also if nothing was counted: what was accepted a moment ago may be missing in the index.
  await sendAllOrThrow(sendSlow, [recoverMessage(webhook, range)]);
  return { recovering: next === undefined ? left : ('started' as const), progress };
});
