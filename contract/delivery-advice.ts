/** What to do about the class of a delivery. It is apart from the classes, so that not every screen loads it. */
import type { DeliveryResult } from './delivery-classes.ts';

/** What admins, and who develops the receiver, can do about each class, in a sentence; absent where there is nothing. */
export const deliveryAdvice: Readonly<Partial<Record<DeliveryResult, string>>> = {
  http_4xx:
    'Find out why the receiver refuses the request. The status 401 or 403 usually has one of these causes: the receiver uses a wrong secret, the receiver does not verify the exact bytes of the body, or a firewall blocks the request. The status 404 usually means that the path of the URL is wrong.',
  http_5xx: 'Check the log of the receiver for errors at the time of the attempt.',
  aborted: 'If the receiver should have accepted the event, correct the receiver. Then replay the delivery.',
  redirect: 'Set the URL of the webhook to the URL to which the receiver redirects the request.',
  timeout: 'Change the receiver so that it responds before it processes the event.',
  connection_refused: 'Check that the receiver is running, and that the host and port of the URL are correct.',
  connection_reset:
    'Check whether the receiver crashes, or whether a proxy or load balancer in front of the receiver closes connections early.',
  unreachable:
    'Check that the address of the receiver is correct. Also check whether a firewall blocks the address, or a route to the address is missing.',
  dns: 'Check that the host name in the URL is spelled correctly, and that it has a public A record. The service sends webhooks over IPv4 only.',
  tls: 'Renew the certificate, or add the missing intermediate certificates. The service has no client certificate, so the receiver must not require a client certificate.',
  blocked_address: 'Use a URL whose host name has only public IPv4 addresses.',
  too_large: 'Change the receiver so that it responds with fewer or shorter headers.',
  invalid_response: 'Check that an HTTP server, and nothing else, listens on the port of the URL.',
  bus_denied:
    'Add a policy to the bus. The policy must allow this service to put events whose Source belongs to your network.',
  bus_not_found: 'Check the region, the account and the name in the ARN of the bus.',
  bus_throttled:
    'You do not need to do anything. The service sends the event again later, and sends fewer events in parallel.',
  bus_too_large: 'For events of this size, use a webhook that has a URL. Otherwise, post smaller events.',
  receiver_down:
    'Repair the receiver. Then request an immediate attempt, or wait for the next attempt. After an attempt has succeeded, the service sends all waiting deliveries.',
  window_full:
    'You do not need to do anything. The service sends the waiting deliveries as fast as the receiver responds.',
  webhook_disabled: 'Enable the webhook. Then replay the delivery.',
  event_expired: 'Post the event again.',
};
