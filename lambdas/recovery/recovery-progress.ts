/** Which events of a time are sent again, and what becomes of them (docs/spec/delivery.md#deliveries-of-a-time). Pure. */
import { asksFor } from '../../contract/event-names.ts';
import { payloadLoss, type StorageTime } from '../deliveries/delivery.ts';
import type { RecordedDelivery } from '../deliveries/ranges.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { isFirstAttemptPending, type LedgerEntry } from './missing.ts';

/** Which events to send: accepted between two times (ISO 8601, inclusive), and not attempted since `askedAt`. */
export interface RecoveryRange {
  readonly state: RecordedDelivery['state'];
  readonly event?: string | undefined;
  readonly class?: RecordedDelivery['class'] | undefined;
  readonly statusCode?: number | undefined;
  readonly since: string;
  readonly until: string;
  readonly askedAt: string;
}

/** When the last event of a recovery was accepted (milliseconds): nothing that was accepted after it was asked for. */
export const endOf = ({ until, askedAt }: Pick<RecoveryRange, 'until' | 'askedAt'>): number =>
  Math.min(Date.parse(until), Date.parse(askedAt));

/**
 * How an event stands in a recovery: it is `left` to be sent; it may still be `coming` by itself, or has to be sent if
 * it does not; or it was sent, is `waiting` for its attempt, and was then `delivered` or has `failed` at least once.
 */
export type RecoveryStage = 'left' | 'coming' | 'waiting' | 'delivered' | 'failed';

/**
 * How an entry stands; undefined where it is no part of the recovery. What is `left` is so as far as its name says: the
 * webhook's filter may leave it out. What its receiver has aborted is sent only where that class is asked for. `now` is
 * in milliseconds.
 */
export function stageInRecovery(
  entry: LedgerEntry,
  range: RecoveryRange,
  webhook: Pick<Webhook, 'updatedAt' | 'events'>,
  time: StorageTime,
): RecoveryStage | undefined {
  const { state, event = entry.event, askedAt } = range;
  if (entry.event !== event) return undefined;
  if (entry.kind === 'recorded' && isSince(entry.recovery, askedAt)) return stageOfSent(entry);
  if (!asksFor(webhook.events, event)) return undefined;
  if (entry.kind === 'unrecorded') {
    const isOfAnyClass = range.class === undefined && range.statusCode === undefined;
    if (state !== 'failed' || !isOfAnyClass) return undefined;
    return isFirstAttemptPending(entry.acceptedAt, webhook, time.now) ? 'coming' : 'left';
  }
  if (payloadLoss(entry, time) !== undefined) return undefined;
  if (entry.class === 'aborted' && range.class !== 'aborted') return undefined;
  const { class: outcomeClass = entry.class, statusCode = entry.statusCode } = range;
  const isInRange = entry.state === state && entry.class === outcomeClass && entry.statusCode === statusCode;
  return isInRange && !isSince(entry.lastAttemptAt, askedAt) ? 'left' : undefined;
}

/** A delivery that was sent again has begun a new schedule. */
function stageOfSent({ state, attemptsOnSchedule }: RecordedDelivery): RecoveryStage {
  switch (state) {
    case 'delivered':
    case 'failed':
      return state;
    case 'retrying':
      return attemptsOnSchedule === 0 ? 'waiting' : 'failed';
  }
}

/** Whether a time was at another one or later; both are ISO 8601, of any offset. */
const isSince = (time: string | undefined, since: string): boolean =>
  time !== undefined && Date.parse(time) >= Date.parse(since);

/** How many events of a recovery stand how. */
export type Progress = Readonly<Record<RecoveryStage, number>>;

export const noProgress: Progress = { left: 0, coming: 0, waiting: 0, delivered: 0, failed: 0 };

/** With one more event of each stage. */
export function progressWith(before: Progress, stages: readonly RecoveryStage[]): Progress {
  const progress: Record<RecoveryStage, number> = { ...before };
  for (const stage of stages) progress[stage] += 1;
  return progress;
}

/** Whether nothing of it is to be sent any more; of one that is stopped, only what waits for the stop still could be. */
export const hasEnded = ({ left, coming, waiting }: Progress, isStopped: boolean): boolean =>
  waiting === 0 && (isStopped || left + coming === 0);
