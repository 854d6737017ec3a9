import { MAX_DELIVERIES_PER_SLICE, reconcileLedger } from '../../../contract/ledger.ts';
import { networksTable } from '../../auth/networks-table.ts';
import { required } from '../../shared/env.ts';
import { signedRoute } from '../../shared/signed-route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { claimedAt, isOpen, outcomeOf } from '../model/ledger.ts';
import { queueSender } from '../queue/queue-sender.ts';
import { sendAllAgain } from '../worker/send-again.ts';
import { receiverIdentifier, refuseExpired } from './identify-receiver.ts';

const table = deliveriesTable();
const tools = { deliveries: table, sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')) };
const identify = receiverIdentifier({ webhooks: webhooksTable(), networks: networksTable() });

/** POST /webhooks/{webhookId}/ledger/reconcile: sends what the receiver lacks (docs/spec/delivery.md#reconciling). */
export const handler = signedRoute(reconcileLedger, identify, async (receiver, { deliveryIds, readAt, ...range }) => {
  const { webhook, signedAt } = receiver;
  const now = Date.now();
  refuseExpired(range.hour, now);
  const { deliveries, next } = await table.ledger(webhook.webhookId, range, MAX_DELIVERIES_PER_SLICE);
  const received = new Set(deliveryIds);
  const claimed = claimedAt(signedAt, readAt);
  const lacking = deliveries
    .filter(({ deliveryId }) => !received.has(deliveryId))
    .map((entry) => ({ entry, outcome: outcomeOf(entry, webhook, claimed) }));
  const toSend = lacking.flatMap(({ entry, outcome }) => (outcome === 'sending' ? entry : []));
  const sending = await sendAllAgain(tools, webhook, toSend);
  // Another request that sends a delivery again at the same time wins, and it is on its way as well.
  const missing = lacking.map(({ entry: { deliveryId, event }, outcome }) => ({
    ...{ deliveryId, event },
    outcome: outcome === 'sending' && !sending.has(deliveryId) ? ('retrying' as const) : outcome,
  }));
  const recorded = new Set(deliveries.map(({ deliveryId }) => deliveryId));
  const unknown = [...received].filter((id) => !recorded.has(id) && (next === undefined || id <= next)).sort();
  return { missing, unknown, open: isOpen(range.hour, now), ...(next !== undefined && { next }) };
});
