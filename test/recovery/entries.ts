/** An event, and its delivery as a ledger and a recovery read it. */
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import type { RecordedDelivery } from '../../lambdas/deliveries/ranges.ts';
import type { LedgerEntry } from '../../lambdas/recovery/missing.ts';

/** When the event was accepted, in milliseconds since 1970. */
export const start = Date.parse('2026-11-22T21:00:00.000Z');
export const acceptedAt = new Date(start).toISOString();
export const networkId = v.parse(NetworkId, 'demo');
export const webhookId = v.parse(WebhookId, `wh_${'a'.repeat(32)}`);
export const eventId = v.parse(EventId, 'event');
export const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);

const ids = { deliveryId, networkId, webhookId, eventId, event: 'shop.didSell' };

/** Its entry with a delivery that has been attempted, in this state and with these changes. */
export const recorded = (state: RecordedDelivery['state'], changes: Partial<RecordedDelivery> = {}): LedgerEntry => ({
  kind: 'recorded',
  ...ids,
  state,
  generation: 0,
  class: state === 'delivered' ? 'delivered' : 'http_5xx',
  attemptsOnSchedule: 1,
  ...changes,
});

/** Its entry without a delivery. */
export const unrecorded: LedgerEntry = { kind: 'unrecorded', ...ids, acceptedAt, isMalformed: false };
