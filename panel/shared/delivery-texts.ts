/** Texts for delivery classes: a name, what it means (from the contract), and what to do about it. */
import type { DeliveryStanding } from '../../client/index.ts';
import { standingDescriptions, unattemptedClasses } from '../../contract/delivery-classes.ts';
import { usualSettings } from '../../contract/delivery-settings.ts';

/** Names of two or three words, and what the admin or the receiver's developers can do, if there is anything. */
const texts: Readonly<Record<DeliveryStanding, readonly [name: string, advice?: string]>> = {
  delivered: ['Delivered'],
  http_4xx: [
    'Refused by the receiver',
    'The start of the response may say why. 401 and 403 usually mean that the receiver checks the signature with a different secret or not over the exact bytes; 404 that the path of the URL is wrong.',
  ],
  http_5xx: ['Error in the receiver', 'Check the receiver’s own log at the time of the attempt.'],
  aborted: [
    'Aborted by the receiver',
    'The receiver asks not to get this delivery again. If that was a mistake, correct it there, and replay the delivery.',
  ],
  redirect: ['Redirected', 'Change the webhook’s URL to the one that the receiver redirects to.'],
  timeout: ['Timed out', 'Make the receiver respond first and do the work afterwards.'],
  connection_refused: [
    'Connection refused',
    'Check that the receiver is running, and that the host and port of the URL are correct.',
  ],
  connection_reset: [
    'Connection closed early',
    'Check whether the receiver crashes, or whether a proxy or load balancer in front of it closes connections early.',
  ],
  unreachable: [
    'Unreachable',
    'Check that the address is correct, and that no firewall or missing route makes it unreachable.',
  ],
  dns: [
    'Host name not found',
    'Check that the host in the URL is spelled correctly and has a public A record: webhooks are sent by IPv4 only.',
  ],
  tls: ['No secure connection', 'Renew the certificate, or add the missing intermediate certificates.'],
  blocked_address: ['Address not allowed', 'Use a URL whose host resolves to public addresses only.'],
  too_large: ['Response headers too large', 'Make the receiver respond with fewer or shorter headers.'],
  invalid_response: [
    'Not an HTTP response',
    'Check that an HTTP server, and nothing else, listens on the port of the URL.',
  ],
  bus_denied: [
    'Refused by the event bus',
    'Give the bus a policy that lets this service put events with this Source on it: the guide has one.',
  ],
  bus_not_found: ['No such event bus', 'Check the region, the account and the name in the ARN of the bus.'],
  bus_throttled: ['Throttled by EventBridge', 'There is nothing to do: it is sent again, and fewer at once.'],
  bus_too_large: ['Too large for an event bus', 'Use a URL for events of this size, or have the platform send less.'],
  not_sent: ['Not sent'],
  receiver_down: [
    'Receiver is down',
    'Fix the receiver. Then choose “Try now” on the webhook’s page, or wait for the next probe: what waits is sent automatically, the oldest event first.',
  ],
  window_full: [
    'Waiting for its turn',
    'There is nothing to do: it is sent automatically, the oldest event first, as fast as the receiver responds.',
  ],
  webhook_disabled: ['Webhook disabled', 'Enable the webhook, then replay the delivery.'],
  event_expired: ['Event expired', 'The platform has to post the event again.'],
};

/** What a class means, and what to do about it. */
export function classExplanation(deliveryClass: DeliveryStanding): string {
  const [, advice] = texts[deliveryClass];
  const meaning = standingDescriptions[deliveryClass];
  return advice === undefined ? meaning : `${meaning} ${advice}`;
}

/** The name of a class, after the HTTP status of the response if there was one: `503 – Error in the receiver`. */
export function classTitle(deliveryClass: DeliveryStanding, statusCode?: number): string {
  const [name] = texts[deliveryClass];
  // Without an attempt, the status is an earlier attempt's, of another class.
  return statusCode === undefined || deliveryClass in unattemptedClasses ? name : `${statusCode} – ${name}`;
}

const HOUR = 3_600;
const { retryDelaysSeconds } = usualSettings;
const retrySeconds = retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0);

/** `up to 8 times within about 28 hours`. */
export const RETRY_SCHEDULE = `up to ${retryDelaysSeconds.length + 1} times within about ${Math.round(retrySeconds / HOUR)} hours`;
