/**
 * The index attributes of a delivery. They are derived from its state, so that they can't contradict it.
 *
 * `waiting` is the backlog of a webhook, held deliveries first and oldest first. `due` has the timed retries of all webhooks;
 * the sweeper queries it each minute and requeues what is due. A retry that waits in the queue as a delayed message becomes
 * due some time later than the message: the attempt removes it from the index, unless a crash kept the message from being
 * sent.
 */
import type { dueIndex, waitingIndex } from '../../../contract/tables.ts';
import type { Delivery } from '../model/delivery.ts';
import { MAX_QUEUE_DELAY_SECONDS, secondsUntil } from '../queue/messages.ts';

/** A message that has not arrived so long after its time is assumed to be lost. */
export const LOST_MESSAGE_MILLISECONDS = 120_000;

/** Partitions of the `due` index, which all webhooks share: a partition takes about 1,000 writes a second. */
export const DUE_BUCKETS = 16;

type WaitingAttributes = Readonly<Record<typeof waitingIndex.sortKey, string>>;
type DueAttributes = Readonly<Record<typeof dueIndex.partitionKey, number> & Record<typeof dueIndex.sortKey, string>>;

/** Attributes of both indexes; without them an item is not in the index. */
export type IndexAttributes = Partial<WaitingAttributes & DueAttributes>;

/** How `waitingOrder` begins: held deliveries come before scheduled ones. */
const waitingOrders = { held: '0#', scheduled: '1#' } as const;

/** The beginning of `waitingOrder` of a webhook's held, or scheduled, deliveries. */
export const waitingOrderOf = (kind: keyof typeof waitingOrders): string => waitingOrders[kind];

/** The attributes of a held delivery. */
export const heldAttributes = ({ deliveryId }: Pick<Delivery, 'deliveryId'>) =>
  ({ waitingOrder: `${waitingOrders.held}${deliveryId}` }) satisfies IndexAttributes;

/** The attributes of a delivery that is retried at a time (ISO 8601). `now` is in milliseconds. */
export function scheduledAttributes({ deliveryId }: Pick<Delivery, 'deliveryId'>, at: string, now: number) {
  const isInQueue = secondsUntil(at, now) <= MAX_QUEUE_DELAY_SECONDS;
  const dueAt = Date.parse(at) + (isInQueue ? LOST_MESSAGE_MILLISECONDS : 0);
  return {
    waitingOrder: `${waitingOrders.scheduled}${at}#${deliveryId}`,
    dueBucket: deliveryId.charCodeAt(deliveryId.length - 1) % DUE_BUCKETS,
    dueAt: new Date(dueAt).toISOString(),
  } satisfies IndexAttributes;
}

/** The index attributes of a delivery in its present state. `now` is in milliseconds. */
export function indexAttributes(delivery: Delivery, now: number): IndexAttributes {
  const { next } = delivery;
  if (next === undefined) return {};
  return next.kind === 'held' ? heldAttributes(delivery) : scheduledAttributes(delivery, next.at, now);
}
