import { type EventOutcome, showEvent } from '../../contract/delivery-log.ts';
import { asksFor } from '../../contract/event-names.ts';
import { traceIdOf } from '../../contract/traceparent.ts';
import { auditTable } from '../audit/audit-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import { eventsTable } from '../events/events-table.ts';
import { ERASED_TEXT, type StoredEvent } from '../events/stored-event.ts';
import { isNoticeAbout } from '../notices/notice.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { stageRetention } from '../shared/env.ts';
import { notFound } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { subscribers } from '../webhooks/subscription.ts';
import { subscriptionSince } from '../webhooks/subscription-history.ts';
import { nameOf, type Webhook, webhooksTable } from '../webhooks/webhooks-table.ts';
import { deliveryOfWebhooks } from './delivery-response.ts';

const { eventDays } = stageRetention();
const outbox = eventsTable();
const webhooks = webhooksTable();
const deliveries = deliveriesTable();
const audit = auditTable();
const READS_AT_ONCE = 16;

/** GET /events/{eventId}: one event, and what came of it at each webhook. */
export const handler = route(showEvent, async ({ caller: { networkId }, parameters: { eventId } }) => {
  const [event, receivers] = await Promise.all([outbox.read(networkId, eventId), webhooks.list(networkId)]);
  if (event === undefined)
    throw notFound(`the network ${networkId} has no event ${eventId} of the last ${eventDays} days`);
  const { body: payload, event: name, occurredAt, acceptedAt, trace } = event;
  const keys = receivers.map(({ webhookId }) => ({
    webhookId,
    deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt),
  }));
  const existing = await deliveries.findAll(networkId, keys);
  const found = new Map(existing.map((delivery) => [delivery.webhookId, delivery]));
  const made = receivers.flatMap(({ webhookId }) => found.get(webhookId) ?? []);
  const outcomes = await mapConcurrently(receivers, READS_AT_ONCE, async (webhook) => ({
    webhookId: nameOf(webhook),
    outcome: found.has(webhook.webhookId) ? ('delivery' as const) : await withoutDelivery(webhook, event),
  }));
  return {
    eventId,
    event: name,
    occurredAt,
    acceptedAt,
    traceId: trace && traceIdOf(trace),
    payload: payload || undefined,
    webhooks: outcomes,
    deliveries: made.map(deliveryOfWebhooks(receivers)),
  };
});

/** Why there is no delivery, by what the webhook asked for then: by the audit trail, if it has changed since. */
async function withoutDelivery(webhook: Webhook, event: StoredEvent): Promise<EventOutcome> {
  const { acceptedAt, isTest } = event;
  if (isTest) return 'not_asked';
  const isUnchanged = webhook.updatedAt <= acceptedAt;
  const subscription = isUnchanged
    ? webhook
    : (await subscriptionSince(audit, webhook, Date.parse(acceptedAt)))(acceptedAt);
  if (!asksFor(subscription.events, event.event) || isNoticeAbout(event, webhook.webhookId)) return 'not_asked';
  const isErased = event.body === ERASED_TEXT;
  if (isErased && subscription.filter !== '') return 'event_erased';
  if (!isErased && subscribers([subscription], event).length === 0) return 'filtered_out';
  return webhook.pull ? 'pulled' : 'no_delivery';
}
