/** Says on stderr how far the reading of whole tables is. */
import { scanPace } from '../lambdas/user-data/pace.ts';
import { writeNote } from './stdio.ts';

const NOTE_MILLISECONDS = 10_000;
/** A read unit is 4 KB. */
const UNIT_MEGABYTES = 4 / 1024;

/** Waits after each page as long as its read units need, and writes what was read to stderr every ten seconds. */
export function notedPace(): (readUnits: number) => Promise<void> {
  const pace = scanPace();
  let total = 0;
  let noted = Date.now();
  return async (readUnits) => {
    total += readUnits;
    if (Date.now() - noted >= NOTE_MILLISECONDS) {
      noted = Date.now();
      writeNote(`… ${Math.round(total * UNIT_MEGABYTES)} MB read`);
    }
    await pace(readUnits);
  };
}
