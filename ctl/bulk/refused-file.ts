/** The file of refused lines, beside the file that is imported: always one that an import has made, never one that was there before. */
import { appendFileSync, closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';

/** Which of the files it is, and what a later run needs to know that it is still the same. */
export const RefusedFileId = v.object({ number: v.number(), inode: v.number() });
type RefusedFileId = v.InferOutput<typeof RefusedFileId>;

export interface RefusedFile {
  readonly path: string;
  readonly id: RefusedFileId;
  append(text: string): void;
  /** Removes the file if nothing was refused. */
  close(isEmpty: boolean): void;
}

const Exists = v.object({ code: v.literal('EEXIST') });

/** `FILE.refused.ndjson`, or `FILE.refused.2.ndjson` and so on where that is taken. Throws the errors of `fs`. */
export function createRefusedFile(importedPath: string): RefusedFile {
  for (let number = 1; ; number += 1) {
    const path = pathOf(importedPath, number);
    try {
      // Exclusive: what is there, a link to another file above all, is neither followed nor emptied.
      return refusedFile(path, number, openSync(path, 'ax'));
    } catch (error) {
      if (!v.is(Exists, error)) throw error;
    }
  }
}

/** The file of an earlier run, cut to the length that it had. Throws OperatorError where another file is in its place, and the errors of `fs`. */
export function reopenRefusedFile(importedPath: string, { number, inode }: RefusedFileId, bytes: number): RefusedFile {
  const path = pathOf(importedPath, number);
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
  const stat = fstatSync(file);
  if (!stat.isFile() || stat.ino !== inode || stat.nlink !== 1) {
    closeSync(file);
    throw new OperatorError(
      `${path} is not the file that the import has begun with.`,
      `Delete ${importedPath}.progress.json to begin again; records that are there already stay as they are.`,
    );
  }
  ftruncateSync(file, bytes);
  return refusedFile(path, number, file);
}

const pathOf = (importedPath: string, number: number): string =>
  `${importedPath}.refused${number === 1 ? '' : `.${number}`}.ndjson`;

const refusedFile = (path: string, number: number, file: number): RefusedFile => ({
  path,
  id: { number, inode: fstatSync(file).ino },
  append: (text) => appendFileSync(file, text),
  close(isEmpty) {
    closeSync(file);
    if (isEmpty) rmSync(path);
  },
});
