/**
 * The files of tests that failed and passed when they ran once more, in the last runs. One such file is an accident;
 * one that needs it again soon is a defect, of the test or of the product.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** How many runs are remembered. */
const RUNS = 10;
/** The files of each run, the latest last. */
const History = v.array(v.array(v.string()));

/** The files that have needed it before in the last runs. `files` become part of what is remembered at `path`. */
export function repeatedAgain(path: string, files: readonly string[]): readonly string[] {
  const earlier = existsSync(path) ? v.parse(History, JSON.parse(readFileSync(path, 'utf8'))).slice(1 - RUNS) : [];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify([...earlier, files]));
  const known = new Set(earlier.flat());
  return files.filter((file) => known.has(file));
}
