/** Each class of a delivery with its description. Generated from `contract/` by `npm run generate`. */
import type { DeliveryStanding } from '../contract/delivery-classes.ts';

export const deliveryStandings: Readonly<Record<DeliveryStanding, string>> = {
  delivered: "The receiver answered 2xx within the time-out.",
  http_4xx: "The receiver answered 4xx: it refuses the request.",
  http_5xx: "The receiver answered 5xx: it could not handle the request.",
  redirect: "The receiver answered 3xx. Redirects are not followed: configure the final URL.",
  timeout: "The answer was not complete within 1.5 seconds, counted from the name look-up to its last byte.",
  connection_refused: "Nothing accepts connections at that address and port.",
  connection_reset: "The connection was closed or reset before the answer was complete.",
  unreachable: "No route leads to that address.",
  dns: "The host name could not be resolved.",
  tls: "No secure connection could be made: see that the certificate is valid for the host and its chain complete.",
  blocked_address: "The URL points to an address, or is of a form, that webhooks may not use.",
  too_large: "The answer was larger than 16 KiB. An empty answer is enough.",
  invalid_response: "The answer was not valid HTTP/1.1.",
  not_sent: "The service could not send, through no fault of the receiver. It will be sent again.",
  breaker_open: "The receiver is down: the delivery waits until a probe gets through.",
  webhook_disabled: "The webhook was disabled, or the feature turned off, before the delivery was attempted.",
  event_expired: "The event was kept for 30 days and is gone.",
};
