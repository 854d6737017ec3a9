/** Where an import or export has got to, in a file beside its own, so that it goes on there after a stop or a crash. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';

/** A file of progress with the given content. */
export interface ProgressFile<Content> {
  readonly path: string;
  /** Undefined if there is none: nothing has begun. Throws OperatorError for a file that is not one of these. */
  read(): Content | undefined;
  /** Replaces the whole file at once. Throws OperatorError where it can't be written. */
  write(content: Content): void;
  remove(): void;
}

export function progressFile<Content>(path: string, schema: v.GenericSchema<unknown, Content>): ProgressFile<Content> {
  return {
    path,
    read() {
      if (!existsSync(path)) return undefined;
      const content = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(path, 'utf8'));
      if (content.success) return content.output;
      throw new OperatorError(`${path} is not a file of progress.`, 'Delete it, and begin again.');
    },
    write(content) {
      written(path, () => {
        writeFileSync(`${path}.new`, JSON.stringify(content));
        renameSync(`${path}.new`, path);
      });
    },
    remove: () => rmSync(path, { force: true }),
  };
}

/** Runs `write`. Throws OperatorError where the file can't be written, such as on a full disk. */
export function written<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new OperatorError(
      `${path} can't be written: ${error.message}`,
      'Make room for it, and run the same command again: it goes on where it stopped.',
    );
  }
}
