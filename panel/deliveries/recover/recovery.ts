/** How far a recovery has come, told from what still fails or waits in its range of time. */
import type { DeliverySummary } from '../../../client/index.ts';

/** Deliveries of one state in the range. There are more of them if `isCut`. */
export interface Counted {
  readonly rows: readonly DeliverySummary[];
  readonly isCut: boolean;
}

/** A recovery that was begun. */
export interface Recovery {
  readonly since: string;
  readonly until: string;
  /** What had failed before, by id, with its attempts; undefined where that was too much to be counted at once. */
  readonly attemptsById: ReadonlyMap<string, number> | undefined;
}

/** Numbers of deliveries. */
export interface Progress {
  /** Not put back into line yet. */
  readonly failed: number;
  /** There are more failed ones than were counted. */
  readonly isCut: boolean;
  /** In line, not attempted since. */
  readonly waiting: number;
  /** Undefined where it is not known how many there were. */
  readonly delivered: number | undefined;
  /** Attempted since, in vain: they are retried on the usual schedule, or have failed for good. */
  readonly failedAgain: number;
}

/** The beginning of a recovery of `failed` deliveries. */
export const recoveryOf = (range: { since: string; until: string }, { rows, isCut }: Counted): Recovery => ({
  ...range,
  attemptsById: isCut ? undefined : new Map(rows.map(({ deliveryId, attemptCount }) => [deliveryId, attemptCount])),
});

/** Where it stands, from the deliveries of the range that are failed and retrying. */
export function progressOf({ attemptsById }: Recovery, failed: Counted, retrying: Counted): Progress {
  if (attemptsById === undefined) {
    const waiting = retrying.rows.filter(({ nextAttemptAt }) => nextAttemptAt === undefined).length;
    return { failed: failed.rows.length, isCut: failed.isCut, waiting, delivered: undefined, failedAgain: 0 };
  }
  const isKnown = ({ deliveryId }: DeliverySummary) => attemptsById.has(deliveryId);
  const isOver = ({ deliveryId, attemptCount, class: standing }: DeliverySummary) =>
    attemptCount > (attemptsById.get(deliveryId) ?? 0) || standing === 'event_expired';
  const [stillFailed, stillRetrying] = [failed.rows.filter(isKnown), retrying.rows.filter(isKnown)];
  const failedAgain = [...stillFailed, ...stillRetrying].filter(isOver).length;
  return {
    failed: stillFailed.filter((row) => !isOver(row)).length,
    isCut: failed.isCut,
    waiting: stillRetrying.filter((row) => !isOver(row)).length,
    delivered: attemptsById.size - stillFailed.length - stillRetrying.length,
    failedAgain,
  };
}

/** Whether nothing of it is left to be attempted. */
export const isOver = ({ failed, waiting, isCut }: Progress): boolean => failed === 0 && waiting === 0 && !isCut;
