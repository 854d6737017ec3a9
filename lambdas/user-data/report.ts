/** What an erasure has done, what is left, and what stays by design (docs/spec/user-data.md#the-report). */
import type { ErasureReport, ItemCounts } from '../../contract/user-data.ts';
import type { Tally } from './tally.ts';

const DAY_MILLISECONDS = 24 * 60 * 60_000;
/** The longest that point-in-time recovery goes back. */
const BACKUP_DAYS = 35;
/** The age up to which a message can be in a dead-letter queue. */
const MESSAGE_DAYS = 14;

const EVENTS = 'events of the last day, and those with a delivery that has not arrived: receivers may still need them';
const BACKUPS = 'point-in-time recovery: after a restore, erase again';
const MESSAGES = 'copies of events in queues, as long as a fault keeps them from being handled';

/** A time (ISO 8601), so many days after another one (milliseconds). */
export const daysAfter = (milliseconds: number, days: number): string =>
  new Date(milliseconds + days * DAY_MILLISECONDS).toISOString();

/**
 * The report of what was found and removed by `endedAt` (milliseconds), and of what is left after that; `keptUntil` is when the last of
 * it is gone, in seconds.
 */
export function erasureReport(
  { found, removed }: Pick<Tally, 'found' | 'removed'>,
  left: ItemCounts,
  keptUntil: number | undefined,
  endedAt: number,
): ErasureReport {
  const events =
    keptUntil === undefined
      ? []
      : [{ what: 'events' as const, why: EVENTS, goneBy: new Date(keptUntil * 1000).toISOString() }];
  return {
    found,
    removed,
    left,
    remains: [
      ...events,
      { what: 'messages', why: MESSAGES, goneBy: daysAfter(endedAt, MESSAGE_DAYS) },
      { what: 'backups', why: BACKUPS, goneBy: daysAfter(endedAt, BACKUP_DAYS) },
    ],
  };
}
