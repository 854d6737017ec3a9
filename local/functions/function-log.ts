/** One log file per function: `<data>/logs/<function>.log`, one JSON object per line. */
import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

export interface FunctionLog {
  write(text: string): void;
  close(): Promise<void>;
}

/** A file of more bytes is renamed at the next start, so that logs never grow without end. */
const LARGEST_LOG = 16 * 1024 * 1024;

export function openFunctionLog(folder: string, name: string): FunctionLog {
  const file = join(folder, `${name}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(file, `${file}.1`);
  let stream = append(file);
  return {
    write(text) {
      // A stream ends with its first error, such as a full disk.
      if (stream.destroyed) stream = append(file);
      stream.write(text);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

/** Opens a file to append to. What can't be written is lost. */
const append = (file: string): WriteStream => createWriteStream(file, { flags: 'a' }).on('error', () => {});
