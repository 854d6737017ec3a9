import { replayDelivery } from '../../contract/deliveries.ts';
import { auditTable } from '../audit/audit-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { payloadLoss } from '../deliveries/delivery.ts';
import { queueSender } from '../deliveries/queue-sender.ts';
import { deliveryOfPath, deliverySummary } from '../delivery-log/delivery-response.ts';
import { required, stageRetention } from '../shared/env.ts';
import { badRequest } from '../shared/errors.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { refuseDisabled } from './refuse-disabled.ts';
import { sendOneAgain } from './send-again.ts';

const tables = { webhooks: webhooksTable(), deliveries: deliveriesTable() };
const audit = auditTable();
const { eventDays } = stageRetention();
const ports = { ...tables, sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')) };

const LOSSES = {
  event_erased: (eventId: string) => `the payload of the event ${eventId} was erased`,
  event_expired: (eventId: string) => `the event ${eventId} has expired`,
};

/** POST …/{deliveryId}/replay: sends an event again, not waiting for a retry (docs/spec/delivery.md#one-delivery). */
export const handler = idempotentRoute(replayDelivery, async ({ caller, parameters, seed }) => {
  const { webhook, delivery } = await deliveryOfPath(tables, caller.networkId, parameters);
  refuseDisabled(webhook);
  const loss = payloadLoss(delivery, { now: Date.now(), eventDays });
  if (loss !== undefined) throw badRequest(`${LOSSES[loss](delivery.eventId)}, so it can not be sent again`);
  await audit.addRequest(caller, 'deliveryReplayed', parameters, seed);
  return deliverySummary(await sendOneAgain(ports, delivery, seed.id));
});
