/** The declarations of the public API, without those of what it does not show. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Writes those that `lib/index.ts` leads to into each folder. Throws with the compiler's messages if it fails. */
export function writeDeclarations(folders: readonly string[]): void {
  using emitted = mkdtempDisposableSync(join(tmpdir(), 'sps-declarations-'));
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  const project = join(root, 'lib/tsconfig.declarations.json');
  const { status, stdout, error } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', emitted.path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The package does not compile: ${error?.message ?? stdout}`);
  const library = join(emitted.path, 'lib');
  for (const file of reachable(join(library, 'index.d.ts'))) {
    const place = relative(library, file);
    if (place.startsWith('..'))
      throw new Error(`The public API shows ${relative(emitted.path, file)}, which is internal.`);
    for (const folder of folders) {
      mkdirSync(dirname(join(folder, place)), { recursive: true });
      cpSync(file, join(folder, place));
      // The compiler rewrites imports of `.ts` files in code, but not in declarations.
      const text = readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
      writeFileSync(join(folder, place), text);
    }
  }
}

/** The declaration, and those that it imports or exports from. */
function reachable(entry: string): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const file of found) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)\.ts'/g)) {
      found.add(`${join(dirname(file), path)}.d.ts`);
    }
  }
  return found;
}
