/** Deliveries as routes return them. */
import type { DeliveryDetail, DeliveryOfWebhook, DeliverySummary } from '../../../contract/deliveries.ts';
import type { Delivery } from '../model/delivery.ts';

/** A delivery as lists show it. */
export function deliverySummary(delivery: Delivery): DeliverySummary {
  const { deliveryId, eventId, event, state, attemptCount, createdAt, lastAttemptAt, next, statusCode, isTest } =
    delivery;
  return {
    deliveryId,
    eventId,
    event,
    state,
    attemptCount,
    createdAt,
    ...(lastAttemptAt !== undefined && { lastAttemptAt }),
    ...(next?.kind === 'at' && { nextAttemptAt: next.at }),
    class: delivery.class,
    ...(statusCode !== undefined && { statusCode }),
    ...(isTest && { isTest }),
  };
}

/** A delivery as lists over several webhooks show it. */
export const deliveryOfWebhook = (delivery: Delivery): DeliveryOfWebhook => ({
  webhookId: delivery.webhookId,
  ...deliverySummary(delivery),
});

/** A delivery with its attempts. `payload` is the exact text, absent once the event has expired. */
export const deliveryDetail = (delivery: Delivery, payload: string | undefined): DeliveryDetail => ({
  ...deliverySummary(delivery),
  ...(payload !== undefined && { payload }),
  attempts: delivery.attempts,
});
