/**
 * Sending again what somebody asks for: an admin one delivery or all of a time (recovery.ts), a receiver what it lacks.
 * A delivery begins a new schedule, and whatever it waited for before counts for nothing. The schedule's own retries are
 * no part of this.
 */
import type { DeliveryId } from '../../contract/deliveries.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import { type Delivery, type DeliveryOrigin, held, newDelivery } from '../deliveries/delivery.ts';
import { backlogMessage, retryMessage } from '../deliveries/messages.ts';
import { type SendMessages, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { TemporaryError } from '../shared/errors.ts';
import { retryWhileBusy } from '../shared/transactions.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import type { LedgerEntry } from './missing.ts';

/** What sending again through the backlog needs. */
export interface SendAgainPorts {
  readonly deliveries: Pick<DeliveriesTable, 'sendAgain' | 'addHeld'>;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
}

/** What sending again at once needs. */
interface SendOnePorts extends Pick<SendAgainPorts, 'sendSlow'> {
  readonly deliveries: Pick<DeliveriesTable, 'read' | 'sendAgain'>;
}

/** The delivery kept changing. */
class DeliveryBusyError extends TemporaryError {}

/** Writes in flight at once. */
const WRITES_AT_ONCE = 32;
/** The index of what waits may lack what was written just now. */
const INDEX_LAG_SECONDS = 5;

/**
 * Sends a delivery again at once, before all that waits for its receiver; returns it. `replay` is the request that asks
 * for it: where an earlier attempt at it has done so, nothing is begun anew. Throws DeliveryBusyError.
 */
export async function sendOneAgain(
  { deliveries, sendSlow }: SendOnePorts,
  delivery: Delivery,
  replay: string,
): Promise<Delivery> {
  let latest: Delivery | undefined = delivery;
  const busy = new DeliveryBusyError(`The delivery ${delivery.deliveryId} kept changing.`);
  const sent = await retryWhileBusy(busy, async () => {
    if (latest?.replay === replay) return latest;
    const again = latest && (await deliveries.sendAgain(latest, 'at_once', { replay }));
    if (again === undefined) latest = await deliveries.read(delivery.webhookId, delivery.deliveryId);
    return again;
  });
  const isBegun = sent.state !== 'retrying' || sent.attemptsOnSchedule > 0;
  if (!isBegun) await sendAllOrThrow(sendSlow, [{ message: retryMessage(sent) }]);
  return sent;
}

/**
 * Sends what a webhook has to get, again or for the first time, in its backlog and so the oldest first. `recovery` is
 * when the recovery was asked for that sends it, if one does. Returns the ids of what had not changed since it was read;
 * somebody else sends the others.
 */
export async function sendAllAgain(
  { deliveries, sendSlow }: SendAgainPorts,
  webhook: WebhookKey,
  read: readonly LedgerEntry[],
  recovery?: string,
): Promise<ReadonlySet<DeliveryId>> {
  if (read.length === 0) return new Set();
  const sent = await mapConcurrently(read, WRITES_AT_ONCE, async (entry) => {
    const isHeld =
      entry.kind === 'recorded'
        ? (await deliveries.sendAgain(entry, 'held', { ...(recovery !== undefined && { recovery }) })) !== undefined
        : await deliveries.addHeld(heldFirst(entry, recovery), entry.isMalformed);
    return isHeld ? [entry.deliveryId] : [];
  });
  await sendAllOrThrow(sendSlow, [backlogMessage(webhook), backlogMessage(webhook, INDEX_LAG_SECONDS)]);
  return new Set(sent.flat());
}

/** The delivery of an event that has none. It counts as sent again, so the event's first message is dropped. */
const heldFirst = (origin: Omit<DeliveryOrigin, 'generation'>, recovery: string | undefined): Delivery => ({
  ...held(newDelivery({ ...origin, generation: 1 }), 'window_full'),
  ...(recovery !== undefined && { recovery, beforeRecovery: 'failed' as const }),
});
