/** The file of refused lines, beside the imported one: always made by an import, never one that was there. */
import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import * as v from 'valibot';

export interface RefusedFile {
  readonly path: string;
  append(text: string): void;
  /** Removes the file if nothing was refused. */
  close(isEmpty: boolean): void;
}

const Exists = v.object({ code: v.literal('EEXIST') });

/** `FILE.refused.ndjson`, or `FILE.refused.2.ndjson` and so on where that is taken. Throws the errors of `fs`. */
export function createRefusedFile(importedPath: string): RefusedFile {
  for (let number = 1; ; number += 1) {
    const path = `${importedPath}.refused${number === 1 ? '' : `.${number}`}.ndjson`;
    try {
      // Exclusive: what is there, a link to another file above all, is neither followed nor emptied.
      return refusedFile(path, openSync(path, 'ax'));
    } catch (error) {
      if (!v.is(Exists, error)) throw error;
    }
  }
}

const refusedFile = (path: string, file: number): RefusedFile => ({
  path,
  append: (text) => appendFileSync(file, text),
  close(isEmpty) {
    closeSync(file);
    if (isEmpty) rmSync(path);
  },
});
