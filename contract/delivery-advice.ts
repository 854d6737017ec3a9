/** What to do about the class of a delivery. It is apart from the classes, so that not every screen loads it. */
import type { DeliveryResult } from './delivery-classes.ts';

/** What admins, and who develops the receiver, can do about each class, in a sentence; absent where there is nothing. */
export const deliveryAdvice: Readonly<Partial<Record<DeliveryResult, string>>> = {
  http_4xx:
    'Find out why the receiver refuses the request. 401 and 403 usually mean that it verifies with another secret, that it does not verify the exact bytes of the body, or that a firewall blocks the request. 404 usually means that the path of the URL is wrong.',
  http_5xx: 'Check the log of the receiver at the time of the attempt.',
  aborted: 'If the receiver should accept the event after all, correct the receiver, and replay the delivery.',
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
  bus_denied: 'Give the bus a policy that lets this service put events with the Source of your network on it.',
  bus_not_found: 'Check the region, the account and the name in the ARN of the bus.',
  bus_throttled:
    'You need not do anything: the service sends the event again, and sends fewer events at the same time.',
  bus_too_large: 'Use a URL for events of this size, or post smaller events.',
  receiver_down:
    'Repair the receiver. Then request an attempt now, or wait for the next attempt. After it has succeeded, all waiting deliveries are sent automatically, the oldest event first.',
  window_full:
    'You need not do anything: waiting deliveries are sent automatically, the oldest event first, as fast as the receiver responds.',
  webhook_disabled: 'Enable the webhook, then replay the delivery.',
  event_expired: 'Post the event again.',
};
