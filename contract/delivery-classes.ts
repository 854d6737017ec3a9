/** How an attempt to deliver ended: every attempt has exactly one class (docs/spec/delivery.md#failure-classes). */
import * as v from 'valibot';
import { doc, named } from './documentation.ts';
import { oneOf } from './schema.ts';

/** Every class of an attempt, with its description. */
const deliveryClasses = {
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
  tls: 'No secure connection was possible, mostly because the certificate has expired, is not valid for the host, or has an incomplete chain.',
  blocked_address: 'The URL has a form, or points to an address, that webhooks may not use.',
  too_large: 'The headers of the response were larger than 16 KiB.',
  invalid_response: 'The response was not valid HTTP/1.1.',
  bus_denied: 'The policy of the bus, or this stage, does not allow the service to put events on it.',
  bus_not_found: 'There is no such bus, or no such account.',
  bus_throttled: 'EventBridge throttles calls in the region of the bus.',
  bus_too_large: 'The event is larger than EventBridge takes. It is not attempted again.',
  not_sent: 'The service itself failed to send the request. It will try again.',
} as const;

/** The class of an attempt, for stored attempts and responses. */
export const DeliveryClass = named('DeliveryClass', oneOf(deliveryClasses), doc('How the attempt ended.'));
export type DeliveryClass = v.InferOutput<typeof DeliveryClass>;

/** The code of an error by which an attempt ended: one of the operating system, OpenSSL, Node.js or the HTTP parser. */
export const ErrorCode = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{1,63}$/));

/** Why a delivery was not attempted, with a description. */
export const unattemptedClasses = {
  receiver_down: 'The receiver is down, and the delivery waits until an attempt of another one succeeds.',
  window_full: 'As many requests are in flight as the receiver can handle, so the delivery waits.',
  webhook_disabled:
    'The webhook was disabled or did not exist yet, or the feature was turned off, before the delivery was attempted.',
  event_expired:
    'The event has expired, which is 30 days after its acceptance, or earlier if the stage stores events for a shorter time.',
  event_erased: 'The payload of the event was erased before it was delivered.',
} as const;

/** The description of every class of a delivery. */
export const resultDescriptions = { ...deliveryClasses, ...unattemptedClasses } as const;

/** The class of a delivery: how its last attempt ended, or why it was not attempted. */
export const DeliveryResult = named(
  'DeliveryResult',
  oneOf(resultDescriptions, 'must be a class of deliveries, such as http_5xx or timeout'),
  doc('How the last attempt ended, or why there was none.'),
);
export type DeliveryResult = v.InferOutput<typeof DeliveryResult>;

/** What admins, and who develops the receiver, can do about each class, in a sentence; absent where there is nothing. */
export const deliveryAdvice: Readonly<Partial<Record<DeliveryResult, string>>> = {
  http_4xx:
    'See what the receiver refuses: 401 and 403 usually mean that it verifies with another secret, or not the exact bytes of the body, or that a firewall is in the way; 404 that the path of the URL is wrong.',
  http_5xx: 'Check the log of the receiver at the time of the attempt.',
  aborted: 'If the receiver should have it after all, correct that there, and replay the delivery.',
  redirect: 'Change the URL of the webhook to the one that the receiver redirects to.',
  timeout: 'Make the receiver respond first and do the work afterwards.',
  connection_refused: 'Check that the receiver is running, and that the host and port of the URL are correct.',
  connection_reset:
    'Check whether the receiver crashes, or whether a proxy or load balancer in front of it closes connections early.',
  unreachable: 'Check that the address is correct, and that no firewall or missing route makes it unreachable.',
  dns: 'Check that the host in the URL is spelled correctly and has a public A record: webhooks are sent by IPv4 only.',
  tls: 'Renew the certificate, add the missing intermediate certificates, or stop demanding a client certificate, which the service does not have.',
  blocked_address: 'Use a URL whose host has public IPv4 addresses only.',
  too_large: 'Make the receiver respond with fewer or shorter headers.',
  invalid_response: 'Check that an HTTP server, and nothing else, listens on the port of the URL.',
  bus_denied: 'Give the bus a policy that lets this service put events with this Source on it.',
  bus_not_found: 'Check the region, the account and the name in the ARN of the bus.',
  bus_throttled: 'There is nothing to do: it is sent again, and fewer events are sent at once.',
  bus_too_large: 'Use a URL for events of this size, or post smaller ones.',
  receiver_down:
    'Repair the receiver, and have it tried now, or wait for the next attempt: whatever waits is sent automatically, the oldest event first.',
  window_full:
    'There is nothing to do: it is sent automatically, the oldest event first, as fast as the receiver responds.',
  webhook_disabled: 'Enable the webhook, then replay the delivery.',
  event_expired: 'Post the event again.',
};
