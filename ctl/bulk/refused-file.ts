/** The file of refused lines, beside the imported one: always made by an import, never one that was there. */
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

/** An earlier run's file, cut to its length then. Throws OperatorError for another file, and errors of `fs`. */
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
