/**
 * Records what something in `build/` was built from, so that it is not built again without need: esbuild takes seconds
 * of CPU.
 *
 * Files are compared by their content, folders by the names in them, and packages by the list of those that npm has
 * installed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
