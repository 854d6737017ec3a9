/** Bounds how fast whole tables are read. */
import { setTimeout } from 'node:timers/promises';

/**
 * Half of what one partition takes, since a scan reads one after another, and others need it as well
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html).
 */
const READ_UNITS_PER_SECOND = 1_500;

/** Waits after each page as long as its read units need. */
export function scanPace(): (readUnits: number) => Promise<void> {
  let nextAt = Date.now();
  return async (readUnits) => {
    nextAt = Math.max(nextAt, Date.now()) + (readUnits / READ_UNITS_PER_SECOND) * 1000;
    if (readUnits > 0) await setTimeout(Math.max(0, nextAt - Date.now()));
  };
}
