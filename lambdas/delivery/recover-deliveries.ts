import { recoverDeliveries } from '../../contract/deliveries.ts';
import { required } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { queueSender, sendAllOrThrow } from './lanes.ts';
import { refuseDisabled } from './refuse-disabled.ts';
import { waitingDeliveriesTable } from './waiting-deliveries-table.ts';

const webhooks = webhooksTable();
const waiting = waitingDeliveriesTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST /webhooks/{webhookId}/recover: sends again what failed between two times, the oldest first (decision 25). */
export const handler = route(recoverDeliveries, async ({ caller: { networkId }, parameters: { webhookId }, body }) => {
  refuseDisabled(await webhooks.read({ networkId, webhookId }));
  const times = { since: body.since, until: body.until ?? new Date().toISOString() };
  // Counted before it begins: what the signer puts back into line has not failed any more.
  const { deliveries, after } = await waiting.failedBetween(webhookId, times);
  if (deliveries.length === 0 && after === undefined) return { recovering: 0 };
  await sendAllOrThrow(sendSlow, [{ message: { kind: 'recover', networkId, webhookId, ...times } }]);
  return { recovering: after === undefined ? deliveries.length : ('started' as const) };
});
