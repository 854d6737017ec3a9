import { MAX_DELIVERIES_PER_SLICE, type MissingOutcome, reconcileLedger } from '../../../contract/ledger.ts';
import { networksTable } from '../../auth/networks-table.ts';
import { mapConcurrently } from '../../shared/concurrency.ts';
import { required } from '../../shared/env.ts';
import { signedRoute } from '../../shared/signed-route.ts';
import { type Webhook, webhooksTable } from '../../webhooks/webhooks-table.ts';
import { claimedAt, isOpen, type LedgerEntry, outcomeOf } from '../model/ledger.ts';
import { backlogMessage } from '../queue/messages.ts';
import { queueSender, sendAllOrThrow } from '../queue/queue-sender.ts';
import { backlogTable } from '../tables/backlog-table.ts';
import { ledgerTable } from '../tables/ledger-table.ts';
import { receiverIdentifier } from './identify-receiver.ts';
import { refuseExpired } from './refuse-expired.ts';

/** Writes under way at once. */
const WRITES_AT_ONCE = 32;
/** The index of what waits may lack what was requeued just now. */
const INDEX_LAG_SECONDS = 5;

const ledger = ledgerTable();
const backlog = backlogTable();
const sendSlow = queueSender(required('SLOW_LANE_QUEUE_URL'));
const identify = receiverIdentifier({ webhooks: webhooksTable(), networks: networksTable() });

/** POST /webhooks/{webhookId}/ledger/reconcile: sends what the receiver lacks (docs/spec/delivery.md#reconciling). */
export const handler = signedRoute(reconcileLedger, identify, async (receiver, { deliveryIds, readAt, ...range }) => {
  const { webhook, signedAt } = receiver;
  const now = Date.now();
  refuseExpired(range.hour, now);
  const { entries, next } = await ledger.page(webhook.webhookId, range, MAX_DELIVERIES_PER_SLICE);
  const received = new Set(deliveryIds);
  const lacking = entries.filter(({ deliveryId }) => !received.has(deliveryId));
  const missing = await mapConcurrently(lacking, WRITES_AT_ONCE, async (entry) => ({
    deliveryId: entry.deliveryId,
    event: entry.event,
    outcome: await sendAgain(entry, webhook, claimedAt(signedAt, readAt), now),
  }));
  if (missing.some(({ outcome }) => outcome === 'sending')) {
    await sendAllOrThrow(sendSlow, [backlogMessage(webhook), backlogMessage(webhook, INDEX_LAG_SECONDS)]);
  }
  const recorded = new Set(entries.map(({ deliveryId }) => deliveryId));
  const unknown = [...received].filter((id) => !recorded.has(id) && (next === undefined || id <= next)).sort();
  return { missing, unknown, open: isOpen(range.hour, now), ...(next !== undefined && { next }) };
});

/** Another request that requeues the delivery at the same time wins, and it is on its way as well. */
async function sendAgain(entry: LedgerEntry, webhook: Webhook, claimed: number, now: number): Promise<MissingOutcome> {
  const outcome = outcomeOf(entry, webhook, claimed);
  if (outcome !== 'sending') return outcome;
  return (await backlog.requeue(entry, now)) ? 'sending' : 'retrying';
}
