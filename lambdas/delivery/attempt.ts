/** What one attempt to deliver amounts to (decisions 22, 23). */
import type { DeliveryClass } from '../../contract/delivery-classes.ts';

/** How long an attempt may take, from the name look-up to the last byte of the answer (service.md section 7). */
export const ATTEMPT_BUDGET_MILLISECONDS = 1500;

/** The outcome of one attempt, as it is logged and as the retry schedule and the breaker look at it. */
export interface AttemptOutcome {
  /** ISO 8601 UTC, with milliseconds. */
  readonly startedAt: string;
  /** Whole milliseconds from the start to the outcome. */
  readonly milliseconds: number;
  /** Whole milliseconds of look-up, connection and TLS; absent where a kept connection was used or none was made. */
  readonly connectMilliseconds?: number | undefined;
  readonly class: DeliveryClass;
  /** Absent where no status line arrived. */
  readonly statusCode?: number | undefined;
  /** The address that the request went to, without brackets. */
  readonly remoteAddress?: string | undefined;
  /** The first 1 KiB of the answer's body as text; absent where it is empty. */
  readonly responseStart?: string | undefined;
  /** What `Retry-After` asked for, in seconds from the answer; 0 to 86,400. Absent where it was missing or not understood. */
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
]);

/** Whether the outcome means that the receiver as a whole is down or overloaded: what the breaker counts. */
export const meansDown = (outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>): boolean =>
  downClasses.has(outcome.class) || outcome.statusCode === 429;

/** Whether the receiver asks never to be called again (decision 23). */
export const meansGone = (outcome: Pick<AttemptOutcome, 'statusCode'>): boolean => outcome.statusCode === 410;
