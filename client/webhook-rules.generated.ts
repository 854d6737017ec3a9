/** Rules for webhooks, and the classes of deliveries. Generated from `contract/` by `npm run generate`. */
import type { DeliveryStanding } from './types.generated.ts';

export const webhookRules = {
  maxDescriptionLength: 200,
  maxEventPatternLength: 100,
  eventPrefix: /^[a-z0-9-]+(\.[A-Za-z0-9-]+){0,2}\.\*$/,
  eventName: /^[a-z0-9-]+(\.[A-Za-z0-9-]+){1,3}$/,
  maxHeaders: 20,
  noticeNames: ["webhook.didStruggle","webhook.didGoDown","webhook.didComeBack","webhook.willDisable","webhook.didDisable","webhook.didFailDeliveries","webhook.didRefuseSecret"],
  maxRotationHours: 168,
  defaultOverlapHours: 24,
  disableAfterSeconds: 432000,
  attempts: 8,
  retrySeconds: 99305,
} as const;

/** Event names that are refused, each with the one to use instead. */
export const deprecatedEventNames: ReadonlyMap<string, string> = new Map([
  ["message.created","message.didCreate"],
  ["channel.created","channel.didCreate"],
  ["channel.joined","channel.didJoin"],
  ["channel.membersAdded","channel.didAddUsers"],
  ["v3.video-streaming.didRecord","video-streaming.didRecord"],
  ["v3.video-streaming.didStart","video-streaming.didStart"],
  ["v3.video-streaming.didStop","video-streaming.didStop"],
]);

export const deliveryStandings: Readonly<Record<DeliveryStanding, string>> = {
  delivered: "The receiver responded with 2xx in time.",
  http_4xx: "The receiver responded with 4xx: it refuses the request.",
  http_5xx: "The receiver responded with 5xx: it could not handle the request.",
  aborted: "The receiver responded with `webhook-delivery: abort-message`: it does not want this delivery again.",
  redirect: "The receiver responded with 3xx. Redirects are not followed: configure the final URL.",
  timeout: "The response was not complete within 1.5 seconds, from the start of the name look-up to its last byte.",
  connection_refused: "Nothing accepts connections at that address and port.",
  connection_reset: "The connection was closed or reset before the response was complete.",
  unreachable: "No route leads to that address.",
  dns: "The host name could not be resolved.",
  tls: "No secure connection was possible: check that the certificate is valid for the host and its chain is complete.",
  blocked_address: "The URL has a form, or points to an address, that webhooks may not use.",
  too_large: "The response was larger than 16 KiB. An empty one is enough.",
  invalid_response: "The response was not valid HTTP/1.1.",
  bus_denied: "The policy of the bus, or this stage, does not allow the service to put events on it.",
  bus_not_found: "There is no such bus, or no such account.",
  bus_throttled: "EventBridge throttles calls in the region of the bus.",
  bus_too_large: "The event is larger than EventBridge takes. It is not attempted again.",
  not_sent: "The service itself failed to send the request. It will try again.",
  receiver_down: "The receiver is down: the delivery waits until a probe succeeds.",
  window_full: "As many requests are in flight as the receiver can handle: the delivery waits for its turn.",
  webhook_disabled: "The webhook was disabled, or the feature turned off, before the delivery was attempted.",
  event_expired: "The event has expired, 30 days after its acceptance, or was erased with the data of a user.",
};
