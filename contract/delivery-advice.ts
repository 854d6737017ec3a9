/** What to do about the class of a delivery. It is apart from the classes, so that not every screen loads it. */
import type { DeliveryResult } from './delivery-classes.ts';

/** What admins, and who develops the receiver, can do about each class, in a sentence; absent where there is nothing. */
export const deliveryAdvice: Readonly<Partial<Record<DeliveryResult, string>>> = {
  http_4xx:
    'Find out why the receiver refuses the request. The status 401 or 403 usually means that the receiver verifies with another secret, that it does not verify the exact bytes of the body, or that a firewall blocks the request. The status 404 usually means that the path of the URL is wrong.',
  http_5xx: 'Check the log of the receiver at the time of the attempt.',
  aborted: 'If the receiver should accept the event after all, correct the receiver, and replay the delivery.',
  redirect: 'Change the URL of the webhook to the URL to which the receiver redirects.',
  timeout: 'Make the receiver respond first and do the work afterwards.',
  connection_refused: 'Check that the receiver is running, and that the host and port of the URL are correct.',
  connection_reset:
    'Check whether the receiver crashes, or whether a proxy or load balancer in front of it closes connections early.',
  unreachable: 'Check that the address is correct, and that no firewall or missing route makes it unreachable.',
  dns: 'Check that the host in the URL is spelled correctly and has a public A record. Webhooks are sent over IPv4 only.',
  tls: 'Renew the certificate, or add the missing intermediate certificates. The service has no client certificate, so the receiver must not demand one.',
  blocked_address: 'Use a URL whose host has public IPv4 addresses only.',
  too_large: 'Make the receiver respond with fewer or shorter headers.',
  invalid_response: 'Check that an HTTP server, and nothing else, listens on the port of the URL.',
  bus_denied:
    'Give the bus a policy that allows this service to put events with the Source of your network on the bus.',
  bus_not_found: 'Check the region, the account and the name in the ARN of the bus.',
  bus_throttled:
    'You need not do anything. The service sends the event again, and sends fewer events at the same time.',
  bus_too_large: 'Use a webhook with a URL for events of this size, or post smaller events.',
  receiver_down:
    'Repair the receiver. Then request an attempt now, or wait for the next attempt. After an attempt has succeeded, the service sends all waiting deliveries, the oldest event first.',
  window_full:
    'You need not do anything. The service sends waiting deliveries as fast as the receiver responds, the oldest event first.',
  webhook_disabled: 'Enable the webhook, then replay the delivery.',
  event_expired: 'Post the event again.',
};
