/** Bounds how fast whole tables are read, and says how far it is. */
import { setTimeout } from 'node:timers/promises';
import { writeNote } from './stdio.ts';

/**
 * Half of what one partition takes, since a scan reads one after another, and others need it as well
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html).
 */
const READ_UNITS_PER_SECOND = 1_500;
const NOTE_MILLISECONDS = 10_000;

/** Waits after each page as long as its read units need, and writes what was read to stderr every ten seconds. */
export function scanPace(): (readUnits: number) => Promise<void> {
  let total = 0;
  let noted = Date.now();
  let nextAt = Date.now();
  return async (readUnits) => {
    total += readUnits;
    nextAt = Math.max(nextAt, Date.now()) + (readUnits / READ_UNITS_PER_SECOND) * 1000;
    if (Date.now() - noted >= NOTE_MILLISECONDS) {
      noted = Date.now();
      writeNote(`… ${Math.round(total * UNIT_MEGABYTES)} MB read`);
    }
    await setTimeout(Math.max(0, nextAt - Date.now()));
  };
}

/** A read unit is 4 KB. */
const UNIT_MEGABYTES = 4 / 1024;
