/** How an attempt to deliver ended: every attempt has exactly one class (docs/spec/delivery.md#failure-classes). */
import * as v from 'valibot';

/** Every class of an attempt, with its description. */
export const deliveryClasses = {
  delivered: 'The receiver responded with 2xx in time.',
  http_4xx: 'The receiver responded with 4xx: it refuses the request.',
  http_5xx: 'The receiver responded with 5xx: it could not handle the request.',
  aborted: 'The receiver responded with `webhook-delivery: abort-message`: it does not want this delivery again.',
  redirect: 'The receiver responded with 3xx. Redirects are not followed: configure the final URL.',
  timeout: 'The response was not complete within 1.5 seconds, from the start of the name look-up to its last byte.',
  connection_refused: 'Nothing accepts connections at that address and port.',
  connection_reset: 'The connection was closed or reset before the response was complete.',
  unreachable: 'No route leads to that address.',
  dns: 'The host name could not be resolved to an IPv4 address.',
  tls: 'No secure connection was possible: check that the certificate is valid for the host and its chain is complete.',
  blocked_address: 'The URL has a form, or points to an address, that webhooks may not use.',
  too_large: 'The headers of the response were larger than 16 KiB.',
  invalid_response: 'The response was not valid HTTP/1.1.',
  bus_denied: 'The policy of the bus, or this stage, does not allow the service to put events on it.',
  bus_not_found: 'There is no such bus, or no such account.',
  bus_throttled: 'EventBridge throttles calls in the region of the bus.',
  bus_too_large: 'The event is larger than EventBridge takes. It is not attempted again.',
  not_sent: 'The service itself failed to send the request. It will try again.',
} as const;

export type DeliveryClass = keyof typeof deliveryClasses;

/** The same union as a schema, for stored attempts and responses. */
export const DeliveryClass = v.picklist(Object.keys(deliveryClasses) as readonly DeliveryClass[]);

/** The code of an error by which an attempt ended: one of the operating system, OpenSSL, Node.js or the HTTP parser. */
export const ErrorCode = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,63}$/));

/** Why a delivery was not attempted, with a description. */
export const unattemptedClasses = {
  receiver_down: 'The receiver is down: the delivery waits until a probe succeeds.',
  window_full: 'As many requests are in flight as the receiver can handle: the delivery waits for its turn.',
  webhook_disabled: 'The webhook was disabled, or the feature turned off, before the delivery was attempted.',
  event_expired: 'The event has expired, 30 days after its acceptance, or was erased with the data of a user.',
} as const;

/** The description of every class of a delivery. */
export const standingDescriptions: Readonly<Record<DeliveryStanding, string>> = {
  ...deliveryClasses,
  ...unattemptedClasses,
};

/** The class of a delivery: how its last attempt ended, or why it was not attempted. */
export const DeliveryStanding = v.picklist(
  [...DeliveryClass.options, 'receiver_down', 'window_full', 'webhook_disabled', 'event_expired'],
  'must be a class of deliveries, such as http_5xx or timeout',
);
export type DeliveryStanding = v.InferOutput<typeof DeliveryStanding>;
