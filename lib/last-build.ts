/**
 * Remembers what something in `build/` was made from, so that a start that changes nothing makes nothing: esbuild takes
 * seconds of CPU.
 *
 * A file counts as changed by the time of its inode's change: npm gives the files of every version of a package the same,
 * old time of modification.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '..');

const LastBuild = v.object({
  /** Milliseconds since 1970. */
  beganAt: v.number(),
  /** The files that it read. */
  inputs: v.array(v.string()),
  /** The files that it wrote. */
  outputs: v.array(v.string()),
});
/** When a build began, what it read and what it wrote; paths are relative to `folder`. */
export type LastBuild = v.InferOutput<typeof LastBuild>;

/** What decides about every build beside the files that it reads: packages, and how they are resolved. */
export const COMMON_INPUTS: readonly string[] = ['package-lock.json', 'tsconfig.json', 'lib/last-build.ts'];

/**
 * Whether `outputs` are what would be built now: the last build wrote them, they are there, and nothing that it read has
 * changed since. Where that can't be told, they are not. `record` is where that build was remembered.
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

/** Remembers a build in the file `record`. */
export function rememberBuild(record: string, build: LastBuild, folder = root): void {
  writeFileSync(join(folder, record), JSON.stringify(build));
}
