/** What an erasure has done, what is left, and what stays by design (docs/spec/user-data.md#the-report). */
import { type Counts, itemKinds, type Tally } from './tally.ts';

const DAY_MILLISECONDS = 24 * 60 * 60_000;
/** The longest that point-in-time recovery goes back. */
const BACKUP_DAYS = 35;
/** The age up to which a message can be in a dead-letter queue. */
const MESSAGE_DAYS = 14;

/** Something that is not erased, and when it is gone (ISO 8601). */
export interface Remainder {
  readonly what: 'events' | 'backups' | 'messages';
  readonly why: string;
  readonly goneBy: string;
}

export interface ErasureReport {
  readonly found: Counts;
  readonly removed: Counts;
  readonly left: Counts;
  readonly remains: readonly Remainder[];
  /** ISO 8601: when events that are now on their way have arrived. */
  readonly runAgainAfter: string;
}

const EVENTS = 'events of the last day, and those with a delivery that has not arrived: receivers may still need them';
const BACKUPS = 'point-in-time recovery: after a restore, erase again';
const MESSAGES = 'copies of events in queues, as long as a fault keeps them from being handled';

/** The report of a pass that erased, and of one after it that counted what is left. `now` is in milliseconds. */
export function erasureReport(erased: Tally, left: Tally, now: number): ErasureReport {
  const after = (days: number) => new Date(now + days * DAY_MILLISECONDS).toISOString();
  return {
    found: erased.found,
    removed: erased.removed,
    left: left.found,
    remains: [
      ...(left.keptUntil === undefined
        ? []
        : [{ what: 'events' as const, why: EVENTS, goneBy: new Date(left.keptUntil * 1000).toISOString() }]),
      { what: 'messages', why: MESSAGES, goneBy: after(MESSAGE_DAYS) },
      { what: 'backups', why: BACKUPS, goneBy: after(BACKUP_DAYS) },
    ],
    runAgainAfter: after(1),
  };
}

/** Whether nothing is left in any table. */
export const isNothing = (counts: Counts): boolean => itemKinds.every((kind) => counts[kind] === 0);
