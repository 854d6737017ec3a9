/**
 * Where a receiver that reads events itself is (docs/adr/0066-pull.md). Pure; times are milliseconds since 1970.
 *
 * The index of accepted events lags, and a slow request writes its events some time after their time of acceptance. So
 * what was read of the last minutes may have lacked something. The cursor has the number of events that were seen in
 * each of these intervals of five seconds, and each interval is counted once more when it is old enough.
 */
import * as v from 'valibot';
import { MAX_CURSOR_COUNTS, PullCursor } from '../../contract/pull.ts';
import { lastIdOf, timeOf } from '../../contract/time-ids.ts';

/** The length of an interval whose events are counted. */
export const INTERVAL_MS = 5_000;
/** Events are read when they are so old: usually the index has them by then. */
export const HORIZON_MS = 5_000;
/** When an interval is so old, all of its events are expected in the index: it is counted for the last time. */
export const SETTLED_MS = 120_000;

/** A position, and the counts of the intervals up to that of the position, which is the last one. */
export interface Cursor {
  /** In the order of `AcceptedPosition`; events behind it are not read yet. */
  readonly position: string;
  readonly counts: readonly number[];
}

/** The position before every event of a time. */
const before = (time: number): string => lastIdOf(time - 1);

/** The first time of which something may be behind a position. */
export function firstTimeBehind(position: string): number {
  const time = timeOf(position);
  return position >= lastIdOf(time) ? time + 1 : time;
}

const intervalOf = (time: number): number => Math.floor(time / INTERVAL_MS);
const startOf = (interval: number): number => interval * INTERVAL_MS;
const isSettled = (interval: number, now: number): boolean => startOf(interval + 1) <= now - SETTLED_MS;

/** Before the events of the interval to which a time belongs. */
export const cursorAt = (time: number): Cursor => ({ position: before(startOf(intervalOf(time))), counts: [] });

/** Reads a cursor of a request. */
export function parseCursor(text: PullCursor): Cursor {
  const [position = '', ...counts] = text.split('.');
  return { position, counts: counts.map((count) => Number.parseInt(count, 36)) };
}

/** The cursor as text, of at most `MAX_CURSOR_COUNTS` counts. */
export const cursorText = ({ position, counts }: Cursor): PullCursor =>
  v.parse(
    PullCursor,
    [position, ...counts.slice(-MAX_CURSOR_COUNTS).map((count) => Math.min(count, 36 ** 7 - 1).toString(36))].join('.'),
  );

/** The time of the first interval that is to be counted once more; undefined where none is old enough. */
export function settledRange({ position, counts }: Cursor, now: number) {
  const last = intervalOf(timeOf(position));
  const first = last - counts.length + 1;
  const due = counts.filter((_, index) => isSettled(first + index, now)).length;
  if (due === 0) return undefined;
  return { since: startOf(first), until: Math.min(startOf(first + due) - 1, timeOf(position)) };
}

/**
 * The cursor after another count of its settled intervals. `positions` are those of the index from the first interval
 * on, complete before the time `end`. Where an interval has another number of events than was seen, the cursor goes
 * back to its beginning: all from there on is read again.
 */
export function verified(cursor: Cursor, positions: readonly string[], end: number, now: number): Cursor {
  const { position, counts } = cursor;
  const first = intervalOf(timeOf(position)) - counts.length + 1;
  const found = countsOf(positions.filter((one) => one <= position));
  let done = 0;
  for (const [index, count] of counts.entries()) {
    const interval = first + index;
    if (!isSettled(interval, now) || Math.min(startOf(interval + 1), timeOf(position) + 1) > end) break;
    if ((found.get(interval) ?? 0) !== count) return cursorAt(startOf(interval));
    done++;
  }
  return { position, counts: counts.slice(done) };
}

/** The cursor at a later position, where the index had events at `positions` on the way. */
export function advanced({ position, counts }: Cursor, to: string, positions: readonly string[], now: number): Cursor {
  if (to <= position) return { position, counts };
  const last = intervalOf(timeOf(to));
  const seen = countsOf(positions.filter((one) => position < one && one <= to));
  const first =
    counts.length === 0 ? intervalOf(firstTimeBehind(position)) : intervalOf(timeOf(position)) - counts.length + 1;
  const known = new Map(counts.map((count, index) => [first + index, count]));
  const begin = Math.max(first, Math.floor((now - SETTLED_MS) / INTERVAL_MS));
  const length = Math.max(0, last - begin + 1);
  return {
    position: to,
    counts: Array.from({ length }, (_, index) => (known.get(begin + index) ?? 0) + (seen.get(begin + index) ?? 0)),
  };
}

/** How many positions each interval has. */
function countsOf(positions: readonly string[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const position of positions) {
    const interval = intervalOf(timeOf(position));
    counts.set(interval, (counts.get(interval) ?? 0) + 1);
  }
  return counts;
}
