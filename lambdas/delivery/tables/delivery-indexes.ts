/**
 * The index attributes of a delivery. They are derived from its state, so that they can't contradict it.
 *
 * `waiting` is the backlog of a webhook, held deliveries first and oldest first. `due` has the waiting deliveries of all
 * webhooks; the sweeper queries it each minute and requeues what is due. What is sent in time is never due: a retry that waits
 * in the queue becomes due some time after its message, and a held delivery long after its webhook's backlog should have been
 * sent. So nothing waits without a time at which somebody looks at it again, whatever was lost.
 */

import type { DeliveryId } from '../../../contract/deliveries.ts';
import { dueBucketOf, type dueIndex, type waitingIndex } from '../../../contract/tables.ts';
import type { Delivery } from '../model/delivery.ts';
import { MAX_QUEUE_DELAY_SECONDS, secondsUntil } from '../queue/messages.ts';

/** A message that has not arrived so long after its time is assumed to be lost. */
export const LOST_MESSAGE_MILLISECONDS = 120_000;

/** A held delivery is looked at after its age, again and again, but not before this time: some twelve times in 30 days. */
const LOOKED_AT_MILLISECONDS = 15 * 60_000;

type WaitingAttributes = Readonly<Record<typeof waitingIndex.sortKey, string>>;
type DueAttributes = Readonly<Record<typeof dueIndex.partitionKey, number> & Record<typeof dueIndex.sortKey, string>>;

/** Attributes of both indexes; without them an item is not in the index. */
export type IndexAttributes = Partial<WaitingAttributes & DueAttributes>;

/** How `waitingOrder` begins: held deliveries come before scheduled ones. */
const waitingOrders = { held: '0#', scheduled: '1#' } as const;

/** The beginning of `waitingOrder` of a webhook's held, or scheduled, deliveries. */
export const waitingOrderOf = (kind: keyof typeof waitingOrders): string => waitingOrders[kind];

/** The attributes of a delivery that is held, and has waited since `since`. Times are milliseconds since 1970. */
export function heldAttributes(deliveryId: DeliveryId, since: number, now: number) {
  const wait = Math.max(now - since, LOOKED_AT_MILLISECONDS);
  return { waitingOrder: `${waitingOrders.held}${deliveryId}`, ...dueAttributes(deliveryId, now + wait) };
}

/** The attributes of a delivery that is retried at a time (ISO 8601). `now` is in milliseconds. */
export function scheduledAttributes({ deliveryId }: Pick<Delivery, 'deliveryId'>, at: string, now: number) {
  const isInQueue = secondsUntil(at, now) <= MAX_QUEUE_DELAY_SECONDS;
  const dueAt = Date.parse(at) + (isInQueue ? LOST_MESSAGE_MILLISECONDS : 0);
  return { waitingOrder: `${waitingOrders.scheduled}${at}#${deliveryId}`, ...dueAttributes(deliveryId, dueAt) };
}

const dueAttributes = (deliveryId: DeliveryId, at: number): Required<DueAttributes> => ({
  dueBucket: dueBucketOf(deliveryId),
  dueAt: new Date(at).toISOString(),
});

/** The index attributes of a delivery in its present state. `now` is in milliseconds. */
export function indexAttributes(delivery: Delivery, now: number): IndexAttributes {
  const { next } = delivery;
  if (next === undefined) return {};
  return next.kind === 'held'
    ? heldAttributes(delivery.deliveryId, Date.parse(delivery.createdAt), now)
    : scheduledAttributes(delivery, next.at, now);
}
