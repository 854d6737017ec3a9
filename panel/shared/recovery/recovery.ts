/** The progress of a recovery, worked out from the deliveries of its time range that are still failed or retrying. */
import type { DeliverySummary } from '../../../client/index.ts';

/** Deliveries of one state in the range. */
export interface FoundDeliveries {
  readonly rows: readonly DeliverySummary[];
  /** There are more than `rows`. */
  readonly hasMore: boolean;
}

/** A recovery that was started. */
export interface Recovery {
  readonly since: string;
  readonly until: string;
  /** The attempts of each delivery that had failed, by ID; undefined if there were too many to list. */
  readonly attemptsById: ReadonlyMap<string, number> | undefined;
}

/** Numbers of deliveries. */
export interface Progress {
  /** Not requeued yet. */
  readonly failed: number;
  /** There are more than `failed`. */
  readonly hasMore: boolean;
  /** Requeued, not attempted since. */
  readonly waiting: number;
  /** Undefined if it is unknown how many deliveries are being recovered. */
  readonly delivered: number | undefined;
  /** Attempted since, without success: they are retried on the usual schedule, or have failed for good. */
  readonly failedAgain: number;
}

/** The start of a recovery of the failed deliveries in a range. */
export const recoveryOf = (range: { since: string; until: string }, { rows, hasMore }: FoundDeliveries): Recovery => ({
  ...range,
  attemptsById: hasMore ? undefined : new Map(rows.map(({ deliveryId, attemptCount }) => [deliveryId, attemptCount])),
});

/** The progress, given the deliveries of the range that are failed and retrying now. */
export function progressOf({ attemptsById }: Recovery, failed: FoundDeliveries, retrying: FoundDeliveries): Progress {
  if (attemptsById === undefined) {
    const waiting = retrying.rows.filter(({ nextAttemptAt }) => nextAttemptAt === undefined).length;
    return { failed: failed.rows.length, hasMore: failed.hasMore, waiting, delivered: undefined, failedAgain: 0 };
  }
  const isRecovered = ({ deliveryId }: DeliverySummary) => attemptsById.has(deliveryId);
  const isAttempted = ({ deliveryId, attemptCount, class: deliveryClass }: DeliverySummary) =>
    attemptCount > (attemptsById.get(deliveryId) ?? 0) || deliveryClass === 'event_expired';
  const [stillFailed, stillRetrying] = [failed.rows.filter(isRecovered), retrying.rows.filter(isRecovered)];
  return {
    failed: stillFailed.filter((row) => !isAttempted(row)).length,
    hasMore: failed.hasMore,
    waiting: stillRetrying.filter((row) => !isAttempted(row)).length,
    delivered: attemptsById.size - stillFailed.length - stillRetrying.length,
    failedAgain: [...stillFailed, ...stillRetrying].filter(isAttempted).length,
  };
}

/** Whether every delivery has been attempted. */
export const isFinished = ({ failed, waiting, hasMore }: Progress): boolean =>
  failed === 0 && waiting === 0 && !hasMore;
