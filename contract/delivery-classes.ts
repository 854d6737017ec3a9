/** How an attempt to deliver ended: every attempt has exactly one class (docs/spec/delivery.md#failure-classes). */
import * as v from 'valibot';
import { doc, named } from './documentation.ts';
import { oneOf } from './schema.ts';

/** Every class of an attempt, with its description. */
const deliveryClasses = {
  delivered: 'The receiver responded with 2xx in time.',
  http_4xx: 'The receiver responded with 4xx, which means that it refuses the request.',
  http_5xx: 'The receiver responded with 5xx, which means that it could not handle the request.',
  aborted:
    'The status of the response was not 2xx, and the response had the header `webhook-delivery: abort-message`. The delivery is not attempted again.',
  redirect: 'The receiver responded with 3xx. The service does not follow redirects.',
  timeout: 'The response was not complete within 1.5 seconds, counted from the start of the name look-up.',
  connection_refused: 'Nothing accepts connections at the address and port of the receiver.',
  connection_reset: 'The connection was closed or reset before the response was complete.',
  unreachable: 'No route leads to the address of the receiver.',
  dns: 'The host name could not be resolved to an IPv4 address.',
  tls: 'No secure connection was possible, usually because the certificate has expired, is not valid for the host, or has an incomplete chain.',
  blocked_address: 'The URL has a form that is not allowed, or points to an address that is not allowed.',
  too_large: 'The headers of the response were larger than 16 KiB.',
  invalid_response: 'The response was not valid HTTP/1.1.',
  bus_denied:
    'The policy of the bus does not allow the service to put events on the bus, or the stage does not allow it.',
  bus_not_found: 'There is no such bus, or no such account.',
  bus_throttled: 'EventBridge throttles calls in the region of the bus.',
  bus_too_large: 'The event is larger than EventBridge allows. The delivery is not attempted again.',
  not_sent: 'The service itself failed to send the request. The service will try again.',
} as const;

/** The class of an attempt, for stored attempts and responses. */
export const DeliveryClass = named('DeliveryClass', oneOf(deliveryClasses), doc('How the attempt ended.'));
export type DeliveryClass = v.InferOutput<typeof DeliveryClass>;

/** The code of an error by which an attempt ended: one of the operating system, OpenSSL, Node.js or the HTTP parser. */
export const ErrorCode = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,63}$/));

/** Why a delivery waits for its first attempt, or ended for another reason than an attempt, with a description. */
export const unattemptedClasses = {
  receiver_down: 'The receiver is down. The delivery waits until an attempt of another delivery succeeds.',
  window_full:
    'The delivery waits, because the service is already sending as many requests as the receiver can handle.',
  webhook_disabled:
    'No attempt follows, because the webhook was disabled or did not exist yet, or because the feature `webhooks` of the network was off.',
  event_expired:
    'The event has expired. Events are stored for 30 days after their acceptance, or for a shorter time that the stage sets.',
  event_erased: 'The payload of the event was erased before it was delivered.',
} as const;

/** The description of every class of a delivery. */
export const resultDescriptions = { ...deliveryClasses, ...unattemptedClasses } as const;

/** The class of a delivery: how its last attempt ended, or why it was not attempted. */
export const DeliveryResult = named(
  'DeliveryResult',
  oneOf(resultDescriptions, 'must be a class of deliveries, such as http_5xx or timeout'),
  doc('How the last attempt ended, or why the delivery waits for its first attempt, or why no attempt follows.'),
);
export type DeliveryResult = v.InferOutput<typeof DeliveryResult>;
