/** The file of the lines that an import refuses. */
import { appendFileSync, closeSync, openSync } from 'node:fs';
import * as v from 'valibot';
import { type RefusedLine, written } from './record-file.ts';

const Exists = v.object({ code: v.literal('EEXIST') });

/**
 * Collects refused lines beside the imported file: in `FILE.refused.ndjson`, or `FILE.refused.2.ndjson` and so on where
 * that is taken. The file is made for the first line. Throws OperatorError where it can't be written.
 */
export function refusedFile(importedPath: string) {
  let made: { readonly path: string; readonly file: number } | undefined;
  return {
    /** Its path; undefined while no line was refused. */
    path: (): string | undefined => made?.path,
    add(lines: readonly RefusedLine[]): void {
      if (lines.length === 0) return;
      made ??= written(`${importedPath}.refused.ndjson`, () => make(importedPath));
      const { path, file } = made;
      written(path, () => appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    },
    close(): void {
      if (made !== undefined) closeSync(made.file);
    },
  };
}

function make(importedPath: string): { readonly path: string; readonly file: number } {
  for (let number = 1; ; number += 1) {
    const path = `${importedPath}.refused${number === 1 ? '' : `.${number}`}.ndjson`;
    try {
      // Exclusive: what is there, a link to another file above all, is neither followed nor emptied.
      return { path, file: openSync(path, 'ax') };
    } catch (error) {
      if (!v.is(Exists, error)) throw error;
    }
  }
}
