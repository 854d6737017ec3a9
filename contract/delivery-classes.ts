/** How an attempt to deliver ended (decision 22): every attempt falls into exactly one class. */
import * as v from 'valibot';

/** Every class, with what it says about the receiver. */
export const deliveryClasses = {
  delivered: 'The receiver answered 2xx within the time-out.',
  http_4xx: 'The receiver answered 4xx: it refuses the request.',
  http_5xx: 'The receiver answered 5xx: it could not handle the request.',
  redirect: 'The receiver answered 3xx. Redirects are not followed: configure the final URL.',
  timeout: 'The answer was not complete within 1.5 seconds, counted from the name look-up to its last byte.',
  connection_refused: 'Nothing accepts connections at that address and port.',
  connection_reset: 'The connection was closed or reset before the answer was complete.',
  unreachable: 'No route leads to that address.',
  dns: 'The host name could not be resolved.',
  tls: 'No secure connection could be made: see that the certificate is valid for the host and its chain complete.',
  blocked_address: 'The URL points to an address, or is of a form, that webhooks may not use.',
  too_large: 'The answer was larger than 16 KiB. An empty answer is enough.',
  invalid_response: 'The answer was not valid HTTP/1.1.',
  not_sent: 'The service could not send, through no fault of the receiver. It will be sent again.',
} as const;

export type DeliveryClass = keyof typeof deliveryClasses;

/** The same union as a schema, for stored attempts and for answers. */
export const DeliveryClass = v.picklist(Object.keys(deliveryClasses) as readonly DeliveryClass[]);

/** Why a delivery is where it is without an attempt of its own to show for it. */
export const unattemptedClasses = {
  breaker_open: 'The receiver is down: the delivery waits until a probe gets through.',
  webhook_disabled: 'The webhook was disabled, or the feature turned off, before the delivery was attempted.',
  event_expired: 'The event was kept for 30 days and is gone.',
} as const;

/** Where a delivery stands: how its last attempt ended, or why it was not attempted. */
export const DeliveryStanding = v.picklist([
  ...DeliveryClass.options,
  'breaker_open',
  'webhook_disabled',
  'event_expired',
]);
export type DeliveryStanding = v.InferOutput<typeof DeliveryStanding>;
