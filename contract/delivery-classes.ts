/** How an attempt to deliver ended: every attempt has exactly one class (docs/spec/delivery.md#failure-classes). */
import * as v from 'valibot';
import { doc, named } from './documentation.ts';
import { oneOf } from './schema.ts';

/** Every class of an attempt, with its description. */
const deliveryClasses = {
  delivered: 'The receiver responded with 2xx in time.',
  http_4xx: 'The receiver responded with 4xx, which means that the receiver refused the request.',
  http_5xx: 'The receiver responded with 5xx, which means that the receiver could not handle the request.',
  aborted:
    'The status of the response was not 2xx, and the response had the header `webhook-delivery: abort-message`. The service does not attempt the delivery again.',
  redirect: 'The receiver responded with 3xx. The service does not follow redirects.',
  timeout: 'The response was not complete within 1.5 seconds after the start of the DNS lookup.',
  connection_refused: 'Nothing accepts connections at the address and port of the receiver.',
  connection_reset: 'The connection was closed or reset before the response was complete.',
  unreachable: 'The service could not reach the address of the receiver.',
  dns: 'The host name could not be resolved to an IPv4 address.',
  tls: 'No secure connection was possible. Usually, the certificate of the receiver has expired, is not valid for the host, or has an incomplete chain.',
  blocked_address: 'The form of the URL is not allowed, or the URL points to an address that is not allowed.',
  too_large: 'The headers of the response were larger than 16 KiB.',
  invalid_response: 'The response was not valid HTTP/1.1, or too long.',
  bus_denied:
    'The policy of the bus, or the configuration of the stage, does not allow the service to put events on the bus.',
  bus_not_found: 'The bus in the ARN does not exist, or its account does not exist.',
  bus_throttled: 'In the region of the bus, EventBridge throttled a request from the service.',
  bus_too_large: 'The event is larger than EventBridge allows. The service does not attempt the delivery again.',
  not_sent:
    'The service failed to send the request. Repeat test events and check-ups yourself. The service repeats all other requests.',
} as const;

/** The class of an attempt, for stored attempts and responses. */
export const DeliveryClass = named('DeliveryClass', oneOf(deliveryClasses), doc('The result of the attempt.'));
export type DeliveryClass = v.InferOutput<typeof DeliveryClass>;

/** The code of an error by which an attempt ended: one of the operating system, OpenSSL, Node.js or the HTTP parser. */
export const ErrorCode = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,63}$/));

/** Why a delivery waits for its first attempt, or ended for another reason than an attempt, with a description. */
export const unattemptedClasses = {
  receiver_down: 'The receiver is down. The delivery waits until a delivery succeeds.',
  window_full:
    'The delivery waits for one of three reasons: other deliveries come first, the receiver can handle no further request at the moment, or the webhook has reached its ceiling.',
  webhook_disabled:
    'No attempt follows, because the webhook was disabled or did not exist yet, the feature `webhooks` of the network was off, or the recovery was stopped.',
  event_expired:
    'The event has expired. The service stores events for 30 days after their acceptance, unless the stage sets a shorter time.',
  event_erased: 'The payload of the event was erased before the event was delivered.',
} as const;

/** The description of every class of a delivery. */
export const resultDescriptions = { ...deliveryClasses, ...unattemptedClasses } as const;

/** The class of a delivery: how its last attempt ended, or why it was not attempted. */
export const DeliveryResult = named(
  'DeliveryResult',
  oneOf(resultDescriptions, 'must be a class of deliveries, such as http_5xx or timeout'),
  doc(
    'The result of the last attempt, the reason why the delivery waits for its first attempt, or the reason why no attempt follows.',
  ),
);
export type DeliveryResult = v.InferOutput<typeof DeliveryResult>;
