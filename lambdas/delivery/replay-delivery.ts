import { replayDelivery } from '../../contract/deliveries.ts';
import { required } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { retryMessage } from './deliver.ts';
import { deliveriesTable } from './deliveries-table.ts';
import { deliverySummary } from './delivery-answer.ts';
import { foundDelivery } from './found-delivery.ts';
import { queueSender, sendAllOrThrow } from './lanes.ts';
import { refuseDisabled } from './refuse-disabled.ts';
import { waitingDeliveriesTable } from './waiting-deliveries-table.ts';

const webhooks = webhooksTable();
const deliveries = deliveriesTable();
const waiting = waitingDeliveriesTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));

/** POST …/deliveries/{deliveryId}/replay: sends an event again, in place of a retry that is pending (decision 23). */
export const handler = route(replayDelivery, async ({ caller: { networkId }, parameters }) => {
  const { webhook, delivery } = await foundDelivery({ webhooks, deliveries }, networkId, parameters);
  refuseDisabled(webhook);
  const replayed = await waiting.replay(delivery, Date.now());
  await sendAllOrThrow(sendSlow, [{ message: retryMessage(replayed) }]);
  return deliverySummary(replayed);
});
