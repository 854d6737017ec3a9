/**
 * Records what something in `build/` was built from, so that it is not built again without need: esbuild takes seconds
 * of CPU.
 *
 * Files are compared by their content, folders by the names in them, and packages by the list of those that npm has
 * installed.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '..');

const LastBuild = v.object({
  /** Paths of the files that it read, and folders. */
  inputs: v.array(v.string()),
  /** Paths of the files that it wrote. */
  outputs: v.array(v.string()),
  /** The hash of its inputs. */
  content: v.string(),
});
/** The record of a build; paths are relative to `folder`. */
type LastBuild = v.InferOutput<typeof LastBuild>;

/** Files that every build depends on, besides those that it reads: packages, and how they are resolved. */
export const COMMON_INPUTS: readonly string[] = [
  'node_modules/.package-lock.json',
  'package-lock.json',
  'tsconfig.json',
  'lib/last-build.ts',
];

/** Runs `build`, which returns paths of what it has read, unless the last one wrote `outputs` from the same. */
export async function buildUnlessCurrent(
  record: string,
  outputs: readonly string[],
  build: () => Promise<readonly string[]>,
): Promise<void> {
  if (isCurrent(record, outputs)) return;
  const beganAt = Date.now();
  rememberBuild(record, { beganAt, inputs: [...COMMON_INPUTS, ...(await build())], outputs });
}

/** Renames a file into place if its bytes differ: two builds may run at once, and readers always see a whole file. */
export function replaceFile(path: string, contents: Uint8Array): void {
  if (isUnchanged(path, contents)) return;
  const temporary = join(root, 'build/tmp', randomUUID());
  for (const file of [temporary, path]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

function isUnchanged(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** Removes all files from a folder but these, which are of the last build. */
export function keepOnly(folder: string, paths: readonly string[]): void {
  const kept = new Set(paths.map((path) => basename(path)));
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
}

/**
 * Whether `outputs` are what would be built now: the last build wrote them, they exist, and nothing that it read has
 * changed since. `record` is the file with the record of that build; if it can't be read, they are not.
 */
export function isCurrent(record: string, outputs: readonly string[], folder = root): boolean {
  try {
    const last = lastBuild(record, folder);
    const written = new Set(last.outputs);
    return (
      outputs.every((output) => written.has(output) && statSync(join(folder, output)).isFile()) &&
      contentOf(last.inputs, folder) === last.content
    );
  } catch {
    return false;
  }
}

/** What the last build has read. Throws if its record can't be read. */
export const inputsOf = (record: string, folder = root): readonly string[] => lastBuild(record, folder).inputs;

const lastBuild = (record: string, folder: string): LastBuild =>
  v.parse(LastBuild, JSON.parse(readFileSync(join(folder, record), 'utf8')));

/** A build: when it began, in milliseconds since 1970, and paths of what it read and wrote. */
interface Build {
  readonly beganAt: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Records a build in the file `record`, unless something has changed since it began. */
export function rememberBuild(record: string, { beganAt, inputs: read, outputs }: Build, folder = root): void {
  const inputs = [...new Set(read.filter((path) => COMMON_INPUTS.includes(path) || !path.startsWith('node_modules/')))];
  if (inputs.some((input) => statSync(join(folder, input)).mtimeMs >= beganAt))
    rmSync(join(folder, record), { force: true });
  else writeFileSync(join(folder, record), JSON.stringify({ inputs, outputs, content: contentOf(inputs, folder) }));
}

function contentOf(inputs: readonly string[], folder: string): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(folder, input);
    const content = statSync(path).isDirectory() ? readdirSync(path).join() : readFileSync(path);
    hash.update(`${input}\n`).update(content);
  }
  return hash.digest('hex');
}
