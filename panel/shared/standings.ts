/** The classes of deliveries in words: what each is called, what it says (from the contract), and what to do about it. */
import { deliveryStandings } from '../../client/delivery-classes.generated.ts';
import type { DeliveryStanding } from '../../client/index.ts';

/** A class in words for people. */
export interface StandingWords {
  /** Two or three words: `Timed out`. */
  readonly name: string;
  /** What it says about the receiver or the delivery. */
  readonly sentence: string;
  /** What the admin or the receiver's developers can do; undefined where there is nothing to do. */
  readonly advice: string | undefined;
}

/** A name and an advice for each class; the compiler asks for those of a class that is added. */
const words: Readonly<Record<DeliveryStanding, readonly [name: string, advice?: string]>> = {
  delivered: ['Delivered'],
  http_4xx: [
    'Refused by the receiver',
    'The start of its answer may say why. 401 and 403 mostly mean that it checks the signature with another secret or not over the exact bytes, 404 that the URL’s path is wrong.',
  ],
  http_5xx: ['Error in the receiver', 'Look into the receiver’s own log at the time of the attempt.'],
  redirect: ['Redirected', 'Change the webhook’s URL to the one that it redirects to.'],
  timeout: ['Timed out', 'Let the receiver answer first and do the work afterwards.'],
  connection_refused: [
    'Connection refused',
    'See that the receiver is running, and that the URL’s host and port are right.',
  ],
  connection_reset: [
    'Connection cut off',
    'See whether the receiver crashes, or a proxy or load balancer in front of it closes connections early.',
  ],
  unreachable: ['Unreachable', 'See that the address is right, and that no firewall or missing route shuts it off.'],
  dns: ['Host name not found', 'See that the host in the URL is spelled right and has a public DNS record.'],
  tls: ['No secure connection', 'Renew the certificate, or add the intermediate certificates that are missing.'],
  blocked_address: ['Address not allowed', 'Use a URL whose host leads to public addresses only.'],
  too_large: ['Answer too large', 'Let the receiver answer {} and nothing else.'],
  invalid_response: ['Not an HTTP answer', 'See that an HTTP server listens at the URL’s port, and nothing else.'],
  not_sent: ['Not sent'],
  breaker_open: ['Waiting for the receiver', 'Bring the receiver back; what waits is then sent by itself.'],
  webhook_disabled: ['Webhook disabled', 'Enable the webhook, then replay the delivery.'],
  event_expired: ['Event expired', 'The platform has to post the event again.'],
};

/** The words for a class. */
export function standingWords(standing: DeliveryStanding): StandingWords {
  const [name, advice] = words[standing];
  return { name, sentence: deliveryStandings[standing], advice };
}

/** The status that came, if one did, and the name: `503 – Error in the receiver`. */
export function standingTitle(standing: DeliveryStanding, statusCode?: number): string {
  const { name } = standingWords(standing);
  return statusCode === undefined ? name : `${statusCode} – ${name}`;
}
