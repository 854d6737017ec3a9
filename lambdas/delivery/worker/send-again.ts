/**
 * Sending again what somebody asks for: an admin one delivery or all of a time, a receiver what it lacks. A delivery begins a new
 * schedule, and whatever it waited for before counts for nothing. The schedule's own retries are no part of this.
 */
import type { DeliveryId } from '../../../contract/deliveries.ts';
import { mapConcurrently } from '../../shared/concurrency.ts';
import { TemporaryError } from '../../shared/errors.ts';
import { inTurns } from '../../shared/transactions.ts';
import type { Webhook, WebhookKey } from '../../webhooks/webhooks-table.ts';
import type { DeliveriesTable } from '../deliveries-table/deliveries-table.ts';
import { type Delivery, type DeliveryOrigin, held, newDelivery } from '../model/delivery.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { RecoverMessage } from '../queue/messages.ts';
import { backlogMessage, retryMessage } from '../queue/messages.ts';
import { type SendMessages, sendAllOrThrow } from '../queue/queue-sender.ts';
import { type Effects, effectsOf } from './effects.ts';
import type { Signer } from './signer.ts';

/** What sending again needs. */
interface Tools {
  readonly deliveries: Pick<DeliveriesTable, 'read' | 'sendAgain'>;
  readonly sendSlow: SendMessages;
}

/** The delivery kept changing. */
export class DeliveryBusyError extends TemporaryError {}

/** Writes under way at once. */
const WRITES_AT_ONCE = 32;
/** The index of what waits may lack what was written just now. */
const INDEX_LAG_SECONDS = 5;

/** Sends one delivery again at once, before all that waits for its receiver, and returns it. Throws DeliveryBusyError. */
export async function sendOneAgain({ deliveries, sendSlow }: Tools, delivery: Delivery): Promise<Delivery> {
  let latest: Delivery | undefined = delivery;
  const sent = await inTurns(async () => {
    const again = latest && (await deliveries.sendAgain(latest, 'at_once'));
    if (again === undefined) latest = await deliveries.read(delivery.webhookId, delivery.deliveryId);
    return again;
  });
  if (sent === undefined) throw new DeliveryBusyError(`The delivery ${delivery.deliveryId} kept changing.`);
  await sendAllOrThrow(sendSlow, [{ message: retryMessage(sent) }]);
  return sent;
}

/**
 * Sends what a webhook has to get, again or for the first time, in its backlog and so the oldest first. Returns the ids of what had not
 * changed since it was read; somebody else sends the others.
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

/** The delivery of an event that has none. It counts as sent again, so that the event's first message is dropped if it comes. */
const heldFirst = (origin: Omit<DeliveryOrigin, 'generation'>): Delivery =>
  held(newDelivery({ ...origin, generation: 1 }), 'window_full');

/** Handles a message that asks to send deliveries between two times again, a page at a time. */
/**
 * Sends a page of deliveries again. Several recoveries at once are harmless: each delivery is sent again by one of them, and the
 * backlog is sent by one process.
 */
export async function recover(signer: Signer, webhook: Webhook, message: RecoverMessage): Promise<Effects> {
  const { deliveries, next } = await signer.deliveries.recoverable(message.webhookId, message, message.after);
  const failed = deliveries.map((delivery) => ({ kind: 'recorded', ...delivery }) as const);
  await sendAllAgain(signer, webhook, failed);
  return effectsOf({ messages: next === undefined ? [] : [{ message: { ...message, after: next } }] });
}
