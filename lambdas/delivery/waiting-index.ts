/**
 * The index attributes of a delivery, derived from its state, so that they can't disagree with it.
 *
 * `waiting` lists what a webhook still has to get, held deliveries first and oldest first. `due` lists timed retries over
 * all webhooks; a sweeper reads it each minute and puts into the queue what has come due. A retry that is near enough to
 * wait in the queue as a delayed message is listed some time after its time: the message comes first and takes it off the
 * list, unless a crash kept it from being sent.
 */
import type { Delivery } from './delivery.ts';

/** SQS delays a message by at most so long. */
export const MAX_QUEUE_DELAY_SECONDS = 900;

/** After so long a message that has not come is taken for lost. */
export const LOST_MESSAGE_MILLISECONDS = 120_000;

/** Partitions of the `due` index. */
export const DUE_BUCKETS = 4;

/** Attributes of both indexes; absent ones leave the item out of an index. */
export interface IndexAttributes {
  readonly waitingWebhookId?: string;
  readonly waitingOrder?: string;
  readonly dueBucket?: number;
  readonly dueAt?: string;
}

/** How `waitingOrder` begins: held deliveries come before scheduled ones. */
export const waitingOrders = { held: '0#', scheduled: '1#' } as const;

/** What the indexes hold of a delivery. `now` is in milliseconds. */
export function indexAttributes({ deliveryId, webhookId, next }: Delivery, now: number): IndexAttributes {
  if (next === undefined) return {};
  if (next.kind === 'held') return { waitingWebhookId: webhookId, waitingOrder: `${waitingOrders.held}${deliveryId}` };
  const comesByItself = secondsUntil(next.at, now) <= MAX_QUEUE_DELAY_SECONDS;
  const dueAt = Date.parse(next.at) + (comesByItself ? LOST_MESSAGE_MILLISECONDS : 0);
  return {
    waitingWebhookId: webhookId,
    waitingOrder: `${waitingOrders.scheduled}${next.at}#${deliveryId}`,
    dueBucket: deliveryId.charCodeAt(deliveryId.length - 1) % DUE_BUCKETS,
    dueAt: new Date(dueAt).toISOString(),
  };
}

/** Whole seconds from `now` (milliseconds) until a time (ISO 8601), never negative. */
export const secondsUntil = (at: string, now: number): number => Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
