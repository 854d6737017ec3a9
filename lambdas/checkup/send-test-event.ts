import * as v from 'valibot';
import { sendTestEvent } from '../../contract/deliveries.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { EventId } from '../../contract/events.ts';
import { memberSpans } from '../../contract/json-text.ts';
import { auditTable } from '../audit/audit-table.ts';
import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { deliveryAfterAttempt, newDelivery } from '../deliveries/delivery.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import { eventsTable } from '../events/events-table.ts';
import { stageSenders } from '../sending/stage-senders.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { subscribers } from '../webhooks/subscription.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const outbox = eventsTable();
const deliveries = deliveriesTable();
/** No retries: an admin who wants another attempt asks for it. */
const sentOnce = { settings: { retryDelaysSeconds: [] }, now: 0, random: 0 };
const { sendSigned } = stageSenders();

/** POST /webhooks/{webhookId}/test: sends a sample event, or the given data, once, and returns the attempt. */
export const handler = idempotentRoute(sendTestEvent, async ({ caller, spend, parameters, body, bodyText, seed }) => {
  const { networkId } = caller;
  const webhook = await webhooks.read({ networkId, ...parameters });
  refusePull(webhook);
  const { webhookId } = webhook;
  await spend({ testEvents: 1 });
  await audit.addRequest(caller, 'testEventSent', parameters, seed);
  const { event } = body;
  const payload = `{"event":${JSON.stringify(event)},"data":${dataText(bodyText) ?? JSON.stringify(eventSample(event))}}`;
  const eventId = v.parse(EventId, seed.id);
  const acceptedAt = seed.at;
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  await outbox.add({ networkId, eventId, event, body: payload, occurredAt: acceptedAt, acceptedAt, isTest: true });
  const outcome = await sendSigned(webhook, { deliveryId, eventId, acceptedAt, body: payload, isFirstAttempt: true });
  const origin = { deliveryId, networkId, webhookId, eventId, event, acceptedAt, generation: 0 };
  await deliveries.putUnlessOvertaken(
    deliveryAfterAttempt({ ...newDelivery(origin), isTest: true }, outcome, sentOnce),
  );
  const { retryAfterSeconds: _, ...attempt } = outcome;
  const isAsked = subscribers([webhook], { event, body: payload }).length > 0;
  return { number: 1, ...attempt, deliveryId, eventId, event, payload, ...(!isAsked && { leftOut: true as const }) };
});

/** The exact text of `data`, which the receiver gets as it was posted, like that of every event. */
function dataText(json: string): string | undefined {
  const span = memberSpans(json, 0).get('data');
  return span && json.slice(span.start, span.end);
}
