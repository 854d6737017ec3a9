/** One log file per function: `<data>/logs/<function>.log`, one JSON object per line. */
import { createWriteStream, renameSync, statSync } from 'node:fs';
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
  const stream = createWriteStream(file, { flags: 'a' });
  stream.on('error', () => {});
  return {
    write: (text) => void stream.write(text),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
