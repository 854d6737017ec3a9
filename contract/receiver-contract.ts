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
    'The id of the event, which is the same for every webhook. In this header, the character `%` and all characters other than visible ASCII characters are percent-encoded.',
  [EVENT_ACCEPTED_AT]:
    'The time at which the service accepted the event, in milliseconds since 1970. If a request to `POST /events` contains several events, each event gets a later time than the preceding event.',
  [SERVICE_SIGNATURE]:
    'The HMAC-SHA256 of the bytes of the body, in Base64. The key is the whole text of the newest active secret of the webhook, including `whsec_`.',
  [WEBHOOK_ID]:
    'The id of the delivery, which is the same in every attempt. Ignore a request if you have already handled a request with the same id. If you sort deliveries by this id, the deliveries are in the order in which the service accepted their events.',
  [WEBHOOK_TIMESTAMP]:
    'The time at which the service signed the attempt, in seconds since 1970. Refuse a request if this time differs from the current time by more than five minutes.',
  [WEBHOOK_SIGNATURE]:
    'One signature for each active secret. The signatures are separated by spaces. Each signature consists of `v1,` and a Base64 text. The Base64 text is the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the part of the secret after `whsec_`, decoded from Base64.',
};

/** The header of a request whose event has a trace (docs/spec/delivery.md#traces). */
export const traceReceiverHeader = {
  name: TRACEPARENT,
  value:
    'The trace of the event, in the format of W3C Trace Context. Each attempt has its own parent id in this trace. The header is present only if the event was posted with a trace.',
} as const;

/** The header of the legacy request in place of the four signature headers. */
export const legacyReceiverHeader = {
  name: LEGACY_SIGNATURE,
  value: `The same digest as in \`${SERVICE_SIGNATURE}\`. If \`legacySignature\` of the webhook is true, the receiver gets a second request for each event. Only the second request contains \`x-legacy-signature\`, and the second request contains no other signature header. You can ignore the second request.`,
} as const;

/** Each status of a receiver's response, `default` for all others, and what the service does. */
export const receiverResponses: Readonly<Record<string, string>> = {
  '200': `Respond with 200 and an empty JSON body, such as \`{}\`. The delivery succeeds after any 2xx response that is complete within ${ATTEMPT_TIME_LIMIT_MS / 1000} s. If the response body is larger than ${MAX_RESPONSE_BYTES / 1024} KiB, the service closes the connection after it has read ${MAX_RESPONSE_BYTES / 1024} KiB. The delivery also succeeds in this case.`,
  '410':
    'The service disables the webhook. However, if the response contains the header `webhook-delivery: abort-message`, the webhook stays enabled, and the service only stops attempting this delivery.',
  '429':
    'The service attempts the delivery again, as after any other failure. If the receiver repeatedly responds with 429, the service also sends fewer requests to the receiver.',
  default:
    'The service attempts the delivery again after a redirect, after any other 4xx or 5xx response, after a response that is not complete in time, and after a connection that fails. By default, a schedule has at most 8 attempts. If the response contains the header `Retry-After`, the service waits at least for the time in this header, unless this time is more than twice the planned delay. In that case, the service waits for twice the planned delay. The header cannot shorten the delay. If the response contains the header `webhook-delivery: abort-message`, the service does not attempt the delivery again.',
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
  description: `The request that the service sends to the URL of a webhook. You implement the receiver. Verify the signature of the request before you process the event, and respond within ${ATTEMPT_TIME_LIMIT_MS / 1000} s. The receiver can get the same request more than once. The order of the requests can differ from the order in which the events occurred.`,
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
