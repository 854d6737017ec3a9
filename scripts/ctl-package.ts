/**
 * `npm run build:ctl`: builds the operator's package for `npm pack`: one command without dependencies.
 *
 * Node runs no TypeScript below node_modules, and the project's own dependencies are for building it, so the package
 * has the bundled program with the libraries that it uses. What a command does not need stays in files of its own.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { COMMAND_NAME } from '../ctl/about.ts';

const root = join(import.meta.dirname, '..');

/** Some libraries are CommonJS, and need `require` for modules of Node. */
const banner = `#!/usr/bin/env node
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`;

/**
 * Writes the package into `folder`, which is emptied first, and esbuild's metafile, which says what is in it, to
 * `build/ctl.meta.json`. Throws esbuild's own error.
 */
export async function buildCtlPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['bin/ctl.ts'],
    outdir: join(folder, 'bin'),
    bundle: true,
    metafile: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: banner },
    logLevel: 'silent',
  });
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: '@social-platform-services/ctl',
    version,
    description: "The operator's command line of Social Platform Services.",
    license,
    type: 'module',
    engines,
    bin: { [COMMAND_NAME]: 'bin/ctl.js' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(join(root, 'build/ctl.meta.json'), JSON.stringify(metafile));
}

if (import.meta.main) {
  await buildCtlPackage('build/ctl-package');
  console.log('Built build/ctl-package. Try it: npx ./build/ctl-package --help');
}
