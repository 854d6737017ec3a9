/** The outcome of an attempt, and what it says of the receiver (docs/spec/delivery.md#what-counts-as-delivered). */
import type { Attempt } from '../../contract/deliveries.ts';
import type { DeliveryClass } from '../../contract/delivery-classes.ts';

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
export const QUICK_MS = 250;
export const SLOW_MS = 500;

/** Whether an outcome shows that the receiver as a whole is down or overloaded. */
export const showsDown = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  downClasses.has(outcome.class) || isRateLimited(outcome);

/** Whether an outcome shows that the receiver is healthy: it has taken the delivery, or has refused it for good. */
export const showsHealthy = (outcome: Pick<AttemptOutcome, 'class'>): boolean =>
  outcome.class === 'delivered' || outcome.class === 'aborted';

/** Whether the receiver gets more requests than it wants. */
const isRateLimited = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  outcome.statusCode === 429 && !showsHealthy(outcome);

/** Whether a `Retry-After` of the response is about all requests to the receiver, and not only about this one. */
export const isOverload = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  isRateLimited(outcome) || (outcome.statusCode === 503 && !showsHealthy(outcome));

/** Whether the receiver asks never to be called again. */
export const isGone = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  outcome.statusCode === 410 && !showsHealthy(outcome);
