/** The files in the data folder's `logs/`: one for each function, and one for the database. */
import { openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Writes text to the end of a log. */
export type Log = (text: string) => void;

/** A file of more bytes is renamed at the next start, so that logs never grow without end. */
const LARGEST_LOG = 16 * 1024 * 1024;

/** Opens `<folder>/<name>.log`, for its owner only. Throws the errors of `fs`. */
export function openLog(folder: string, name: string): Log {
  const file = join(folder, `${name}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  return (text) => {
    try {
      writeSync(descriptor, text);
    } catch {
      // The disk is full, say: the line is lost.
    }
  };
}
