/**
 * The request that a receiver gets and the response that it should give (docs/spec/delivery.md#receiver-contract), for
 * the API reference and the OpenAPI document.
 */
import { eventSample } from './event-samples.ts';
import {
  DELIVERY_USER_AGENT,
  EVENT_ACCEPTED_AT,
  EVENT_ID,
  LEGACY_SIGNATURE,
  SERVICE_SIGNATURE,
  WEBHOOK_ID,
  WEBHOOK_SIGNATURE,
  WEBHOOK_TIMESTAMP,
} from './signature.ts';
import { TRACEPARENT } from './traceparent.ts';

/** How long an attempt may take, from the name look-up to the last byte of the response. */
export const ATTEMPT_TIME_LIMIT_MS = 1500;
/** The most bytes of a response's body that are read; the status counts all the same. */
export const MAX_RESPONSE_BYTES = 16 * 1024;

/** Each header of the request, with its value. A webhook's custom headers come in addition. */
export const receiverHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'content-length': 'The length of the body in bytes.',
  'user-agent': DELIVERY_USER_AGENT,
  [EVENT_ID]:
    'The id of the event, which is the same for every webhook. The character `%` and all characters other than visible ASCII are percent-encoded.',
  [EVENT_ACCEPTED_AT]:
    'When the event was accepted, in milliseconds since 1970. If a request to `POST /events` posts several events, each event gets a later time than the event before it.',
  [SERVICE_SIGNATURE]:
    'The HMAC-SHA256 of the bytes of the body, in Base64. The key is the text of the newest active secret of the webhook.',
  [WEBHOOK_ID]:
    'The id of the delivery, which is the same in every attempt. Ignore a request whose id you have handled before. If deliveries are sorted by this id, they are in the order in which their events were accepted.',
  [WEBHOOK_TIMESTAMP]:
    'When the attempt was signed, in seconds since 1970. Refuse a request if this time differs from the present time by more than five minutes.',
  [WEBHOOK_SIGNATURE]:
    '`v1,<Base64>` for each active secret, separated by spaces. The Base64 text is the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the part of the secret after `whsec_`, decoded from Base64.',
};

/** The header of a request whose event has a trace (docs/spec/delivery.md#traces). */
export const traceReceiverHeader = {
  name: TRACEPARENT,
  value:
    'The trace of the event, in the format of W3C Trace Context. Each attempt has its own parent id in this trace. Present only if the event was posted with a trace.',
} as const;

/** The header of the legacy request in place of the four signature headers. */
export const legacyReceiverHeader = {
  name: LEGACY_SIGNATURE,
  value: `The same digest as in \`${SERVICE_SIGNATURE}\`. Present only in the additional request that a webhook with \`legacySignature\` gets for each event. That request has no other signature header, and you can ignore it.`,
} as const;

/** Each status of a receiver's response, `default` for all others, and what the service does. */
export const receiverResponses: Readonly<Record<string, string>> = {
  '200': `The expected response, with an empty JSON body such as \`{}\`. The delivery has succeeded after any 2xx response that is complete within ${ATTEMPT_TIME_LIMIT_MS / 1000} s. If the body is larger than ${MAX_RESPONSE_BYTES / 1024} KiB, the service closes the connection after reading this size, and the delivery has succeeded as well.`,
  '410':
    'The service disables the webhook. However, if the response has the header `webhook-delivery: abort-message`, the service only ends this delivery, and the webhook stays enabled.',
  '429': 'The service attempts the delivery again, as after any other failure, and sends the receiver fewer requests.',
  default:
    'The service attempts the delivery again. It makes at most 8 attempts in all. This rule applies to redirects, 4xx, 5xx, responses that are not complete in time, and connections that fail. If the response has the header `Retry-After`, the service waits for the time that the header gives, but at most for twice the planned delay. If the response has the header `webhook-delivery: abort-message`, the delivery is not attempted again.',
};

const headerParameter = (name: string, description: string, required: boolean) => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
});

const EXAMPLE = 'channel.didCreate';

/** The request to a receiver. OpenAPI ignores parameters for `content-type`. */
export const receiverOperation = () => ({
  operationId: 'receiveEvent',
  summary: 'Receive an event',
  description: `The request to the URL of a webhook, which the receiver implements. Verify its signature before you process the event, and respond within ${ATTEMPT_TIME_LIMIT_MS / 1000} s. The receiver can get the same request more than once. The order of requests can differ from the order in which their events occurred.`,
  security: [],
  parameters: [
    ...Object.entries(receiverHeaders)
      .filter(([name]) => !name.startsWith('content-'))
      .map(([name, description]) => headerParameter(name, description, true)),
    headerParameter(traceReceiverHeader.name, traceReceiverHeader.value, false),
    headerParameter(legacyReceiverHeader.name, legacyReceiverHeader.value, false),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          title: 'receive event request',
          type: 'object',
          properties: {
            event: { type: 'string', description: 'The name of the event.', examples: [EXAMPLE] },
            data: {
              type: 'object',
              description: 'The payload, as the platform posted it. GET /event-types has its JSON Schema.',
              examples: [{ userId: 'ada' }],
            },
          },
          required: ['event', 'data'],
        },
        example: { event: EXAMPLE, data: eventSample(EXAMPLE) },
      },
    },
  },
  responses: Object.fromEntries(
    Object.entries(receiverResponses).map(([status, description]) => [status, { description }]),
  ),
});
