/** Why deliveries to a receiver fail, what happens to them next, and from when on a recovery sends them again. */
import type { DeliverySummary } from '@social-platform-services/client';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { numberText } from '../../shared/texts.ts';
import type { Between } from '../../shared/time-range.ts';

/** The latest deliveries of each state. */
export interface Undelivered {
  readonly retrying: Page;
  readonly failed: Page;
  /** Others that were attempted: of many that wait, the latest were not. */
  readonly attempted?: readonly DeliverySummary[];
}
interface Page {
  readonly results: readonly DeliverySummary[];
  /** Present if there are more. */
  readonly start?: string | undefined;
}

/** The delivery with the latest failed attempt, if any is known. */
export const lastFailure = ({ retrying, failed, attempted = [] }: Undelivered): DeliverySummary | undefined =>
  [...retrying.results, ...failed.results, ...attempted]
    .filter(({ lastAttemptAt, class: outcomeClass }) => lastAttemptAt !== undefined && !isAbandoned(outcomeClass))
    .toSorted((a, b) => (b.lastAttemptAt ?? '').localeCompare(a.lastAttemptAt ?? ''))[0];

const isAbandoned = (outcomeClass: DeliverySummary['class']): boolean =>
  ['webhook_disabled', 'event_expired', 'event_erased'].includes(outcomeClass);

/** `3 deliveries`, or `At least 100 deliveries` if there are more. */
export const countText = ({ results, start }: Page): string =>
  `${start === undefined ? '' : 'At least '}${numberText(results.length)} ${results.length === 1 ? 'delivery' : 'deliveries'}`;

/** Whether there are certainly none. */
export const isNone = ({ results, start }: Page): boolean => results.length === 0 && start === undefined;

/** Whether deliveries wait for their turn: they have no time, and are sent as soon as the receiver can take them. */
const isTurnAwaited = ({ retrying }: Undelivered): boolean =>
  retrying.results.some(({ nextAttemptAt }) => nextAttemptAt === undefined);

/** The time of the first retry, ISO 8601; undefined if one waits for its turn. */
export const nextRetryAt = (undelivered: Undelivered): string | undefined =>
  isTurnAwaited(undelivered)
    ? undefined
    : undelivered.retrying.results.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).toSorted()[0];

/**
 * What a receiver that is down gets next, and when (ISO 8601). A probe sends a delivery that waits for its turn;
 * without one, the next retry is the probe. Undefined if nothing waits, or its time is not known yet.
 */
export function nextRequest({ nextProbeAt }: Pick<Webhook, 'nextProbeAt'>, undelivered: Undelivered) {
  if (isTurnAwaited(undelivered)) return nextProbeAt && { what: 'next probe', at: nextProbeAt };
  const at = nextRetryAt(undelivered);
  return at && { what: 'next attempt', at: nextProbeAt === undefined || at > nextProbeAt ? at : nextProbeAt };
}

/** An event is attempted within moments after it is accepted. */
const MARGIN_MS = MINUTE_MS;

/**
 * The range ends at `now` (milliseconds since 1970). It begins a little before the first failure, because the events
 * that failed were accepted before it, and covers the `failed` deliveries. If none is known, it begins a day before
 * the webhook's last change.
 */
export function recoveryRange(
  { failingSince, updatedAt }: Webhook,
  now: number,
  failed: readonly DeliverySummary[] = [],
): Between {
  const failures = failed.map(({ createdAt }) => Date.parse(createdAt));
  if (failingSince !== undefined) failures.push(Date.parse(failingSince) - MARGIN_MS);
  const since = failures.length > 0 ? Math.min(...failures) : Date.parse(updatedAt) - DAY_MS;
  return { type: 'absolute', startDate: new Date(since).toISOString(), endDate: new Date(now).toISOString() };
}
