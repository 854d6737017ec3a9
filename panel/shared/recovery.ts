/** The progress of a recovery, worked out from the deliveries of its time range that are still to be sent, or failed again. */
import type { DeliveryStanding, DeliveryState, DeliverySummary } from '../../client/index.ts';
import { classTexts } from './delivery-texts.ts';

/** Which deliveries of a time range to send again; `class` and `statusCode` are those of the last attempt. */
export interface RecoveryFilter {
  readonly state: DeliveryState;
  readonly event?: string | undefined;
  readonly class?: DeliveryStanding | undefined;
  readonly statusCode?: number | undefined;
}

/** Whether events that have no delivery are sent, too: those that the webhook did not get because it was disabled, or did not exist. */
export const sendsUnrecorded = ({ state, class: deliveryClass, statusCode }: RecoveryFilter): boolean =>
  state === 'failed' && deliveryClass === undefined && statusCode === undefined;

/** The filter in words: `failed deliveries of shop.didSell with status 503`. */
export const filterText = ({ state, event, class: deliveryClass, statusCode }: RecoveryFilter, count = 2): string =>
  [
    `${state} ${count === 1 ? 'delivery' : 'deliveries'}`,
    ...(event === undefined ? [] : [`of ${event}`]),
    ...(deliveryClass === undefined ? [] : [`with the result “${classTexts(deliveryClass).name}”`]),
    ...(statusCode === undefined ? [] : [`with status ${statusCode}`]),
  ].join(' ');

/** What a recovery does: `Send failed deliveries again`. What waits for its time is sent before it. */
export const recoveryTitle = (filter: RecoveryFilter): string =>
  `Send ${filterText(filter)} ${filter.state === 'retrying' ? 'now' : 'again'}`;

/** Deliveries in the range. */
export interface FoundDeliveries {
  readonly rows: readonly DeliverySummary[];
  /** There are more than `rows`. */
  readonly hasMore: boolean;
}

/** A recovery that was started. */
export interface Recovery {
  readonly since: string;
  readonly until: string;
  readonly filter: RecoveryFilter;
  /** The attempts of each delivery that matched, by ID; undefined if there were too many to list. */
  readonly attemptsById: ReadonlyMap<string, number> | undefined;
}

/** Numbers of deliveries. */
export interface Progress {
  /** Not requeued yet. */
  readonly notStarted: number;
  /** There are more than `notStarted`. */
  readonly hasMore: boolean;
  /** Requeued, not attempted since. */
  readonly waiting: number;
  /** Undefined if it is unknown how many deliveries are being recovered. */
  readonly delivered: number | undefined;
  /** Attempted since, without success: they are retried on the usual schedule, or have failed for good. */
  readonly failedAgain: number;
}

/** The start of a recovery of the deliveries in a range that match a filter. */
export const recoveryOf = (
  range: { since: string; until: string },
  filter: RecoveryFilter,
  { rows, hasMore }: FoundDeliveries,
): Recovery => ({
  ...range,
  filter,
  attemptsById: hasMore ? undefined : new Map(rows.map(({ deliveryId, attemptCount }) => [deliveryId, attemptCount])),
});

/** The deliveries of the range as they are now: those that still match the filter, and those that retry or have failed. */
interface Found {
  readonly matching: FoundDeliveries;
  readonly retrying: FoundDeliveries;
  readonly failed: FoundDeliveries;
}

/** The progress, given the deliveries of the range. */
export function progressOf({ attemptsById, filter }: Recovery, { matching, retrying, failed }: Found): Progress {
  if (attemptsById === undefined) {
    const waiting = retrying.rows.filter(({ nextAttemptAt }) => nextAttemptAt === undefined).length;
    // What was delivered again still matches a filter for delivered ones.
    const left = filter.state === 'failed' ? matching : { rows: [], hasMore: false };
    return { notStarted: left.rows.length, hasMore: left.hasMore, waiting, delivered: undefined, failedAgain: 0 };
  }
  const isAttempted = ({ deliveryId, attemptCount, class: deliveryClass }: DeliverySummary) =>
    attemptCount > (attemptsById.get(deliveryId) ?? 0) || deliveryClass === 'event_expired';
  const recovered = ({ rows }: FoundDeliveries) => rows.filter(({ deliveryId }) => attemptsById.has(deliveryId));
  const notStarted = recovered(matching).filter((row) => row.state !== 'retrying' && !isAttempted(row)).length;
  const waiting = recovered(retrying).filter((row) => !isAttempted(row)).length;
  const failedAgain = [...recovered(retrying), ...recovered(failed)].filter(isAttempted).length;
  return {
    notStarted,
    hasMore: filter.state === 'failed' && matching.hasMore,
    waiting,
    delivered: attemptsById.size - notStarted - waiting - failedAgain,
    failedAgain,
  };
}

/** Whether every delivery has been attempted. */
export const isFinished = ({ notStarted, waiting, hasMore }: Progress): boolean =>
  notStarted === 0 && waiting === 0 && !hasMore;
