/** The id of a delivery follows from the event and the webhook, so that a repeated message names the same delivery. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { timeIdOf } from '../../contract/time-ids.ts';

/** The id of an event's delivery to a webhook. `acceptedAt` is ISO 8601 with milliseconds, and the id's time. */
export function deliveryIdOf(networkId: string, eventId: string, webhookId: string, acceptedAt: string): DeliveryId {
  const digest = createHash('sha256')
    .update(JSON.stringify([networkId, eventId, webhookId]))
    .digest();
  return v.parse(DeliveryId, timeIdOf(Date.parse(acceptedAt), digest));
}
