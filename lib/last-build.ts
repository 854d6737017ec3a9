/**
 * Records what something in `build/` was built from, so that it is not built again without need: esbuild takes seconds of
 * CPU.
 *
 * Whether a file has changed is read from its ctime: npm gives the files of every version of a package the same, old mtime.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '..');

const LastBuild = v.object({
  /** Milliseconds since 1970. */
  beganAt: v.number(),
  /** Paths of the files that it read. */
  inputs: v.array(v.string()),
  /** Paths of the files that it wrote. */
  outputs: v.array(v.string()),
});
/** The record of a build; paths are relative to `folder`. */
type LastBuild = v.InferOutput<typeof LastBuild>;

/** Files that every build depends on, besides those that it reads: packages, and how they are resolved. */
export const COMMON_INPUTS: readonly string[] = ['package-lock.json', 'tsconfig.json', 'lib/last-build.ts'];

/**
 * Whether `outputs` are what would be built now: the last build wrote them, they exist, and nothing that it read has
 * changed since. `record` is the file with the record of that build; if it can't be read, they are not.
 */
export function isCurrent(record: string, outputs: readonly string[], folder = root): boolean {
  try {
    const last = v.parse(LastBuild, JSON.parse(readFileSync(join(folder, record), 'utf8')));
    const written = new Set(last.outputs);
    const statOf = (path: string) => statSync(join(folder, path));
    return (
      outputs.every((output) => written.has(output) && statOf(output).isFile()) &&
      last.inputs.every((input) => statOf(input).ctimeMs < last.beganAt)
    );
  } catch {
    return false;
  }
}

/** Records a build in the file `record`. */
export function rememberBuild(record: string, build: LastBuild, folder = root): void {
  writeFileSync(join(folder, record), JSON.stringify(build));
}
