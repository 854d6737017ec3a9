/** The outcome of an attempt, and what it says of the receiver (docs/spec/delivery.md#what-counts-as-delivered). */
import type { Attempt } from '../../../contract/deliveries.ts';
import type { DeliveryClass } from '../../../contract/delivery-classes.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';

/** A delivery to sign and send. */
export interface Signed {
  /** The same in every attempt. */
  readonly deliveryId: string;
  readonly eventId: string;
  /** When the event was accepted: ISO 8601. */
  readonly acceptedAt: string;
  /** The exact text; its UTF-8 bytes are signed and sent. */
  readonly body: string;
  /** Only the first attempt sends a legacy request as well (docs/spec/delivery.md#legacy-request). */
  readonly isFirstAttempt: boolean;
}

/** Signs a delivery and sends it once. Never rejects. */
export type SendSigned = (webhook: Webhook, signed: Signed) => Promise<AttemptOutcome>;

/** How an attempt ended: what the log shows, and what the retry schedule and flow control decide by. */
export interface AttemptOutcome extends Omit<Attempt, 'number'> {
  /** The delay that `Retry-After` asked for: 0 to 86,400 seconds. Absent where missing or not understood. */
  readonly retryAfterSeconds?: number | undefined;
}

const downClasses: ReadonlySet<DeliveryClass> = new Set<DeliveryClass>([
  'http_5xx',
  'timeout',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'dns',
  'tls',
  'bus_denied',
  'bus_not_found',
  'bus_throttled',
]);

/** Milliseconds up to which a response is quick, and from which it is slow. */
export const QUICK_MILLISECONDS = 250;
export const SLOW_MILLISECONDS = 500;

/** Whether the receiver as a whole is down or overloaded. */
export const meansDown = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  downClasses.has(outcome.class) || meansRefused(outcome);

/** Whether the receiver is healthy as far as this shows: it has taken the delivery, or wants it never again. */
export const meansWell = ({ class: ended }: Pick<AttemptOutcome, 'class'>): boolean =>
  ended === 'delivered' || ended === 'aborted';

/** Whether the receiver gets more requests than it wants. */
const meansRefused = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  outcome.statusCode === 429 && !meansWell(outcome);

/** Whether a `Retry-After` of the response is about all requests to the receiver, and not only about this one. */
export const meansOverload = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  meansRefused(outcome) || (outcome.statusCode === 503 && !meansWell(outcome));

/** Whether the receiver asks never to be called again. */
export const meansGone = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  outcome.statusCode === 410 && !meansWell(outcome);
