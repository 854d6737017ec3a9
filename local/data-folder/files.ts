/** Small JSON files in the data folder, which are never read half-written. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

/** Writes `value` atomically: readers see the old file or the new one, also when the process is killed. */
export function writeJsonFile(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(temporary, file);
}

/** The file's content, or `undefined` if it is missing or does not fit the schema. */
export function readJsonFile<TSchema extends v.GenericSchema<unknown, unknown>>(
  file: string,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the file if it exists. */
export const removeFile = (file: string): void => rmSync(file, { force: true });
