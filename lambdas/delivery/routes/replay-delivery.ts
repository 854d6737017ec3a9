import { replayDelivery } from '../../../contract/deliveries.ts';
import { auditTable } from '../../audit/audit-table.ts';
import { required } from '../../shared/env.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { retryMessage } from '../queue/messages.ts';
import { queueSender, sendAllOrThrow } from '../queue/queue-sender.ts';
import { backlogTable } from '../tables/backlog-table.ts';
import { deliveriesTable } from '../tables/deliveries-table.ts';
import { deliveryOfPath } from './delivery-of-path.ts';
import { deliverySummary } from './delivery-response.ts';
import { refuseDisabled } from './refuse-disabled.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const deliveries = deliveriesTable();
const backlog = backlogTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST …/deliveries/{deliveryId}/replay: sends an event again, instead of a pending retry (docs/spec/delivery.md#replay). */
export const handler = route(replayDelivery, async ({ caller, parameters }) => {
  const { webhook, delivery } = await deliveryOfPath({ webhooks, deliveries }, caller.networkId, parameters);
  refuseDisabled(webhook);
  await audit.addRequest(caller, 'deliveryReplayed', parameters);
  const replayed = await backlog.replay(delivery, Date.now());
  await sendAllOrThrow(sendSlow, [{ message: retryMessage(replayed) }]);
  return deliverySummary(replayed);
});
