import { MAX_DELIVERIES_PER_SLICE, reconcileLedger, startOfHour } from '../../contract/ledger.ts';
import { auditTable } from '../audit/audit-table.ts';
import { networksTable } from '../auth/networks-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { queueSender } from '../deliveries/queue-sender.ts';
import { eventsTable } from '../events/events-table.ts';
import { required, stageRetention } from '../shared/env.ts';
import { signedRoute } from '../shared/route.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { subscriptionSince } from '../webhooks/subscription-history.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { receiverIdentifier, refuseExpired } from './identify-receiver.ts';
import { claimedAt, idRangeOf, isHourOpen } from './ledger.ts';
import { readEntries } from './ledger-reader.ts';
import { missingOutcome } from './missing.ts';
import { sendAllAgain } from './send-again.ts';

const tables = { deliveries: deliveriesTable(), outbox: eventsTable() };
const ports = { ...tables, sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')) };
const audit = auditTable();
const { eventDays } = stageRetention();
const identify = receiverIdentifier({ webhooks: webhooksTable(), networks: networksTable() });

/** POST /webhooks/{webhookId}/ledger/reconcile: sends what the receiver lacks (docs/spec/delivery.md#reconciling). */
export const handler = signedRoute(reconcileLedger, identify, async (receiver, { deliveryIds, readAt, ...part }) => {
  const { webhook, signedAt } = receiver;
  refusePull(webhook);
  const now = Date.now();
  refuseExpired(part.hour, now);
  const { entries, next } = await readEntries(tables, webhook, {
    range: idRangeOf(part),
    subscriptionAt: await subscriptionSince(audit, webhook, startOfHour(part.hour)),
    limit: MAX_DELIVERIES_PER_SLICE,
    perShard: MAX_DELIVERIES_PER_SLICE,
  });
  const received = new Set(deliveryIds);
  const claimed = claimedAt(signedAt, readAt, now);
  const lacking = entries
    .filter(({ deliveryId }) => !received.has(deliveryId))
    .map((entry) => ({ entry, outcome: missingOutcome(entry, webhook, claimed, { now, eventDays }) }));
  const toSend = lacking.flatMap(({ entry, outcome }) => (outcome === 'sending' ? entry : []));
  const sending = await sendAllAgain(ports, webhook, toSend);
  // Another request that sends a delivery again at the same time wins, and it is on its way as well.
  const missing = lacking.map(({ entry: { deliveryId, event }, outcome }) => ({
    deliveryId,
    event,
    outcome: outcome === 'sending' && !sending.has(deliveryId) ? ('retrying' as const) : outcome,
  }));
  const known = new Set(entries.map(({ deliveryId }) => deliveryId));
  const unknown = [...received].filter((id) => !known.has(id) && (next === undefined || id <= next)).sort();
  return { missing, unknown, open: isHourOpen(part.hour, entries, now), ...(next !== undefined && { next }) };
});
