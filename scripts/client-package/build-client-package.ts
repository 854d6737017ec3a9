/** Builds the client's package: ES modules and CommonJS with their types, ready for `npm pack`. */

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { builds, manifest } from './manifest.ts';

const root = join(import.meta.dirname, '../..');

/** The compiler's options for CommonJS, in addition to client/tsconfig.build.json. */
const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

/** Writes the package into `folder`, which is emptied first. Throws with the compiler's messages if it fails. */
export function buildClientPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, type] of Object.entries(builds)) {
    const output = join(folder, name);
    compile(['--outDir', output, ...(type === 'commonjs' ? commonJs : [])]);
    for (const file of globSync('**/*.d.ts', { cwd: output })) rewriteImports(join(output, file));
    writeJson(join(output, 'package.json'), { type });
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeJson(join(folder, 'package.json'), manifest(version));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'client/README.md'), join(folder, 'README.md'));
}

function compile(options: readonly string[]): void {
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  const project = join(root, 'client/tsconfig.build.json');
  const { status, stdout, error } = spawnSync(process.execPath, [compiler, '-p', project, ...options], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The client does not compile: ${error?.message ?? stdout}`);
}

/** The compiler rewrites imports of `.ts` files in code, but not in declarations. */
function rewriteImports(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}

function writeJson(file: string, value: object): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
