/**
 * The index attributes of a delivery, derived from its state, so that they can't disagree with it.
 *
 * `waiting` lists what a webhook still has to get, held deliveries first and oldest first. `due` lists, over all
 * webhooks, the retries that are too far off to wait in a queue; a sweeper reads it each minute.
 */
import type { Delivery } from './delivery.ts';

/** SQS delays a message by at most so long. */
export const MAX_QUEUE_DELAY_SECONDS = 900;

/** Partitions of the `due` index. */
export const DUE_BUCKETS = 4;

/** Attributes of both indexes; absent ones leave the item out of an index. */
export interface IndexAttributes {
  readonly waitingWebhookId?: string;
  readonly waitingOrder?: string;
  readonly dueBucket?: number;
  readonly dueAt?: string;
}

/** The first character of `waitingOrder` of held deliveries; scheduled ones come after them. */
export const HELD = '0#';

/** What the indexes hold of a delivery. `now` is in milliseconds. */
export function indexAttributes({ deliveryId, webhookId, next }: Delivery, now: number): IndexAttributes {
  if (next === undefined) return {};
  if (next.kind === 'held') return { waitingWebhookId: webhookId, waitingOrder: `${HELD}${deliveryId}` };
  const waiting = { waitingWebhookId: webhookId, waitingOrder: `1#${next.at}#${deliveryId}` };
  if (secondsUntil(next.at, now) <= MAX_QUEUE_DELAY_SECONDS) return waiting;
  return { ...waiting, dueBucket: deliveryId.charCodeAt(deliveryId.length - 1) % DUE_BUCKETS, dueAt: next.at };
}

/** Whole seconds from `now` (milliseconds) until a time (ISO 8601), never negative. */
export const secondsUntil = (at: string, now: number): number => Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
