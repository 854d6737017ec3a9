/** What the terminal shows of a start that has failed. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, StartProblem } from './template/problem.ts';

/** One sentence for what the user can fix, and the stack of every other error, which is a bug. `folder` has the data. */
export function describeFailure(error: unknown, folder: string, free = freeBytes): string {
  const text = error instanceof Error ? `${error.message}\n${error.stack}` : messageOf(error);
  if (FULL.test(text) || (!(error instanceof StartProblem) && free(folder) < LITTLE))
    return `The local cloud can't start, because the disk is full. Free some space; ${folder} can also be on another disk: --data DIR.`;
  if (error instanceof StartProblem) return error.message;
  return `The local cloud can't start: ${error instanceof Error ? (error.stack ?? error.message) : text}`;
}

/** What Node, SQLite and Java say of a full disk. A database or a library may say nothing of it. */
const FULL = /\bENOSPC\b|\bno space left on device\b|\bdisk is full\b/i;
/** Bytes with which nothing can start. */
const LITTLE = 1024 * 1024;

/** How many bytes are left on the disk of a folder, which may not exist. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return dirname(folder) === folder ? Number.POSITIVE_INFINITY : freeBytes(dirname(folder));
  }
}
