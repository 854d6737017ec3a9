/** Compiles the files of a package that is published as they are, module by module. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Compiles a project of TypeScript, given its tsconfig, into the folder `output`, with declarations. Throws with the
 * compiler's messages if it fails.
 */
export function compile(project: string, output: string, options: readonly string[] = []): void {
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  const words = [compiler, '-p', project, '--outDir', output, ...options];
  const { status, stdout, error } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${project} does not compile: ${error?.message ?? stdout}`);
  for (const file of globSync('**/*.d.ts', { cwd: output })) rewriteImports(join(output, file));
}

/** The compiler rewrites imports of `.ts` files in code, but not in declarations. */
function rewriteImports(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*|import\("\.[^"]*)\.ts(?=['"])/g, '$1.js'));
}

/** Writes a value as JSON, in a folder that is made if it is missing. */
export function writeJson(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
