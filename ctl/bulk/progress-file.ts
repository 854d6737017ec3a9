/**
 * How far an import got, in a file beside the imported one: `FILE.import-progress.json`. The next run of the same
 * import goes on there, however this one ended.
 */
import { closeSync, constants, createReadStream, fstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';
import { readLines } from './lines.ts';
import { written } from './record-file.ts';

const Progress = v.object({
  /** What is imported, and into what. */
  of: v.string(),
  /** The lines that are done: their records are stored. */
  lines: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Of these lines. */
  digest: v.string(),
});
type Progress = v.InferOutput<typeof Progress>;

/** The file has always this size, and is written in one piece, so no end of the process leaves a part of it. */
const FILE_BYTES = 2_048;

const Exists = v.object({ code: v.literal('EEXIST') });

/**
 * Opens the progress of the import of a file, where `of` says what is imported into what; or begins one. Its name is
 * longer than those of the files of refused lines, so where it can be written they can. Throws OperatorError where it
 * can't, or where something else has its name.
 */
export function openProgress(importedPath: string, of: string) {
  const path = `${importedPath}.import-progress.json`;
  const file = written(path, () => openFile(path));
  const earlier = readProgress(file, path);
  return {
    /**
     * Finds how many lines an earlier run of this import has done, in a file that begins with the same lines still.
     * Otherwise calls `note` with the reason, and returns 0. Rejects with the signal's reason.
     */
    async linesDone(signal: AbortSignal, note: (text: string) => void): Promise<number> {
      if (earlier === undefined || earlier.lines === 0) return 0;
      const { lines } = earlier;
      const begins = 'This one begins with the first line.';
      if (earlier.of !== of) note(`An earlier import of ${importedPath} was into another place or network. ${begins}`);
      else if ((await digestOf(importedPath, lines, signal)) === earlier.digest) return lines;
      else note(`${importedPath} has changed since an import ended after line ${lines}. ${begins}`);
      return 0;
    },
    /** Stores that so many lines are done, which have this digest. */
    store(lines: number, digest: string): void {
      const text = JSON.stringify({ of, lines, digest } satisfies Progress);
      const bytes = Buffer.alloc(FILE_BYTES, ' ');
      bytes.write(text);
      bytes.write('\n', FILE_BYTES - 1);
      written(path, () => writeSync(file, bytes, 0, FILE_BYTES, 0));
    },
    /** Removes the file, since all lines are done. */
    remove: () => rmSync(path, { force: true }),
    /** Removes the file as well if it is empty: no run has done a line. */
    close(): void {
      if (fstatSync(file).size === 0) rmSync(path, { force: true });
      closeSync(file);
    },
  };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'wx+');
  } catch (error) {
    if (!v.is(Exists, error)) throw error;
    // A link that is there is not followed.
    return openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  }
}

/** Undefined for an empty file, which a run has just made. */
function readProgress(file: number, path: string): Progress | undefined {
  const { size } = fstatSync(file);
  if (size === 0) return undefined;
  const text = size === FILE_BYTES ? readFileSync(file, 'utf8') : '';
  const progress = v.safeParse(v.pipe(v.string(), v.parseJson(), Progress), text);
  if (progress.success) return progress.output;
  closeSync(file);
  throw new OperatorError(
    `${path} is not the progress of an import.`,
    'Move it away, and run the same command again: it begins with the first line.',
  );
}

/** The digest of the first lines of a file; undefined if there are fewer. */
async function digestOf(path: string, count: number, signal: AbortSignal): Promise<string | undefined> {
  const { lines, digest } = readLines(createReadStream(path));
  let read = 0;
  for await (const _ of lines) {
    signal.throwIfAborted();
    read += 1;
    if (read === count) return digest();
  }
  return undefined;
}
