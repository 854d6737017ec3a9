/**
 * Sending again what somebody asks for: an admin one delivery or all of a time, a receiver what it lacks. A delivery
 * begins a new schedule, and whatever it waited for before counts for nothing. The schedule's own retries are no part
 * of this.
 */
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import { lastIdOf, timePrefix } from '../../../contract/time-ids.ts';
import { mapConcurrently } from '../../shared/concurrency.ts';
import { TemporaryError } from '../../shared/errors.ts';
import { inTurns } from '../../shared/transactions.ts';
import type { Webhook, WebhookKey } from '../../webhooks/webhooks-table.ts';
import type { DeliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { type LedgerTables, readEntries } from '../deliveries-table/ledger-reader.ts';
import { passes } from '../model/asked.ts';
import { type Delivery, type DeliveryOrigin, held, newDelivery, UNSEEN_MILLISECONDS } from '../model/delivery.ts';
import { isRecoverable, type LedgerEntry, type LedgerPage, progressOf, type RecoveryRange } from '../model/ledger.ts';
import {
  backlogMessage,
  MAX_QUEUE_DELAY_SECONDS,
  type QueuedMessage,
  type RecoverMessage,
  retryMessage,
} from '../queue/messages.ts';
import { type SendMessages, sendAllOrThrow } from '../queue/queue-sender.ts';
import { type Effects, effectsOf } from './effects.ts';
import type { Signer } from './signer.ts';

/** What sending again needs. */
interface Tools {
  readonly deliveries: Pick<DeliveriesTable, 'read' | 'sendAgain'>;
  readonly sendSlow: SendMessages;
}

/** The delivery kept changing. */
class DeliveryBusyError extends TemporaryError {}

/** Writes in flight at once. */
const WRITES_AT_ONCE = 32;
/** Reads of events in flight at once, each up to 256 KB. */
const BODIES_AT_ONCE = 16;
/** The index of what waits may lack what was written just now. */
const INDEX_LAG_SECONDS = 5;

/** Sends a delivery again at once, before all that waits for its receiver; returns it. Throws DeliveryBusyError. */
export async function sendOneAgain({ deliveries, sendSlow }: Tools, delivery: Delivery): Promise<Delivery> {
  let latest: Delivery | undefined = delivery;
  const busy = new DeliveryBusyError(`The delivery ${delivery.deliveryId} kept changing.`);
  const sent = await inTurns(busy, async () => {
    const again = latest && (await deliveries.sendAgain(latest, 'at_once'));
    if (again === undefined) latest = await deliveries.read(delivery.webhookId, delivery.deliveryId);
    return again;
  });
  await sendAllOrThrow(sendSlow, [{ message: retryMessage(sent) }]);
  return sent;
}

/**
 * Sends what a webhook has to get, again or for the first time, in its backlog and so the oldest first. Returns the ids
 * of what had not changed since it was read; somebody else sends the others.
 */
export async function sendAllAgain(
  {
    deliveries,
    sendSlow,
  }: Pick<Tools, 'sendSlow'> & { readonly deliveries: Pick<DeliveriesTable, 'sendAgain' | 'addHeld'> },
  webhook: WebhookKey,
  read: readonly LedgerEntry[],
): Promise<ReadonlySet<DeliveryId>> {
  if (read.length === 0) return new Set();
  const sent = await mapConcurrently(read, WRITES_AT_ONCE, async (entry) => {
    const isHeld =
      entry.kind === 'recorded'
        ? (await deliveries.sendAgain(entry, 'held')) !== undefined
        : await deliveries.addHeld(heldFirst(entry), entry.isMalformed);
    return isHeld ? [entry.deliveryId] : [];
  });
  await sendAllOrThrow(sendSlow, [backlogMessage(webhook), backlogMessage(webhook, INDEX_LAG_SECONDS)]);
  return new Set(sent.flat());
}

/** The delivery of an event that has none. It counts as sent again, so the event's first message is dropped. */
const heldFirst = (origin: Omit<DeliveryOrigin, 'generation'>): Delivery =>
  held(newDelivery({ ...origin, generation: 1 }), 'window_full');

/** So that a page is read in some 100 ms, and written in a second. */
const ENTRIES_PER_PAGE = 400;
/** Where each may have to be compared with a filter: its event may have 256 KB. */
const COMPARED_PER_PAGE = 100;
const ITEMS_PER_SHARD = 100;

/** What a recovery sends, or has sent, behind the id `after`. */
type RecoveryPage = RecoveryRange & { readonly after?: DeliveryId | undefined };

/** A page of what a recovery sends. The webhook gets what it asks for now: it may have been made since. */
export async function recoverable(
  tables: LedgerTables,
  webhook: Webhook,
  range: RecoveryPage,
  now: number,
): Promise<LedgerPage> {
  const { entries, ...rest } = await entriesOf(tables, webhook, range);
  return { entries: await chosen(tables, webhook, range, entries, now), ...rest };
}

/** What a recovery would or still has to send, and what became of the rest: of its first page, at a page's cost. */
export async function recoveryProgress(tables: LedgerTables, webhook: Webhook, range: RecoveryRange, now: number) {
  const { entries, next } = await entriesOf(tables, webhook, range);
  const { length: left } = await chosen(tables, webhook, range, entries, now);
  const progress = { at: new Date(now).toISOString(), ...progressOf(entries, range) };
  return { recovering: next === undefined ? left : ('started' as const), progress };
}

/** What a recovery sends of these. A delivery was made for what the webhook asked for then, not for what it does now. */
async function chosen(
  { outbox }: Pick<LedgerTables, 'outbox'>,
  webhook: Webhook,
  range: RecoveryRange,
  entries: readonly LedgerEntry[],
  now: number,
): Promise<readonly LedgerEntry[]> {
  const asked = entries.filter((entry) => isRecoverable(entry, range, webhook, now));
  if (webhook.filter === '') return asked;
  const passing = await mapConcurrently(asked, BODIES_AT_ONCE, async (entry) => {
    // Those without a delivery were compared when they were read.
    const body = entry.kind === 'recorded' && (await outbox.readBody(webhook.networkId, entry.eventId));
    return body && !passes(webhook.filter, () => JSON.parse(body)) ? [] : [entry];
  });
  return passing.flat();
}

/** All that a webhook has to get of a page of a recovery's time. */
function entriesOf(tables: LedgerTables, webhook: Webhook, { after, ...range }: RecoveryPage): Promise<LedgerPage> {
  const first = after === undefined ? timePrefix(Date.parse(range.since)) : `${after}0`;
  return readEntries(tables, webhook, {
    range: { first, last: lastIdOf(endOf(range)) },
    askedAt: () => webhook,
    limit: webhook.filter === '' ? ENTRIES_PER_PAGE : COMPARED_PER_PAGE,
    perShard: ITEMS_PER_SHARD,
    isConsistent: true,
  });
}

/**
 * Sends a page of events to a webhook, and asks for the next one. Several recoveries at once are harmless: each event
 * is sent by one of them, and the backlog is sent by one process.
 */
export async function recover(signer: Signer, webhook: Webhook, message: RecoverMessage): Promise<Effects> {
  const now = signer.now();
  const { entries, next } = await recoverable(signer, webhook, message, now);
  await sendAllAgain(signer, webhook, entries);
  return effectsOf({
    messages: next === undefined ? lastPage(message, now) : [{ message: { ...message, after: next } }],
  });
}

/**
 * What was accepted in the minute before, once more when that has passed: the index may lack some of it, or it came by
 * itself or did not.
 */
function lastPage(message: RecoverMessage, now: number): readonly QueuedMessage[] {
  const end = endOf(message);
  if (now - end > UNSEEN_MILLISECONDS) return [];
  const from = Math.max(Date.parse(message.since), Math.min(now, end) - UNSEEN_MILLISECONDS);
  const after = v.parse(DeliveryId, lastIdOf(from - 1));
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.ceil((end + UNSEEN_MILLISECONDS - now) / 1000) + 1);
  return [{ message: { ...message, after }, delaySeconds }];
}

/** When the last event of a recovery was accepted (milliseconds): nothing that was accepted after it was asked for. */
const endOf = ({ until, askedAt }: Pick<RecoveryRange, 'until' | 'askedAt'>): number =>
  Math.min(Date.parse(until), Date.parse(askedAt));
