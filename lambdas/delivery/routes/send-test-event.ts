import { v7 as uuidv7 } from 'uuid';
import { sendTestEvent } from '../../../contract/deliveries.ts';
import { eventSample } from '../../../contract/event-samples.ts';
import { auditTable } from '../../audit/audit-table.ts';
import { deliverySettings } from '../../shared/delivery-settings.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { deliveryIdOf } from '../model/delivery-id.ts';
import { createRequestSender } from '../outbound/send-request.ts';
import { signedSender } from '../outbound/send-signed.ts';

const webhooks = webhooksTable();
const audit = auditTable();
const sendSigned = signedSender(createRequestSender(deliverySettings()), Date.now);

/** POST /webhooks/{webhookId}/test: sends a sample event, or the given data, once, and returns the attempt. */
export const handler = route(sendTestEvent, async ({ caller, spend, parameters: { webhookId }, body }) => {
  await spend({ testEvents: 1 });
  const { networkId } = caller;
  const webhook = await webhooks.read({ networkId, webhookId });
  await audit.addRequest(caller, 'testEventSent', { webhookId });
  const { event, data = eventSample(event) } = body;
  const payload = JSON.stringify({ event, data });
  const eventId = uuidv7();
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, new Date().toISOString());
  const {
    retryAfterSeconds: _,
    connectMilliseconds: __,
    ...outcome
  } = await sendSigned(webhook, {
    deliveryId,
    body: payload,
    isFirstAttempt: true,
  });
  return { number: 1, ...outcome, eventId, event, payload };
});
