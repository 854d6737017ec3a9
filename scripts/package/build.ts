/**
 * `npm run build:package`: builds and packs the package `social-platform-services`: the construct as ES modules and
 * CommonJS with declarations, the command line with the local cloud, bundles of all functions, panel and documentation;
 * and that of the local cloud alone.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildDocs, docsFolder } from '@social-platform-services/docs/build';
import { buildPanel, panelFolder } from '@social-platform-services/panel/build';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { DEFAULT_APP } from '../../bin/start/installed-service.ts';
import { BUILT_FILES, packedFiles } from '../../lib/built-files.ts';
import { bundleFolder, bundleFunctions } from '../../lib/functions/bundle.ts';
import { handlers } from '../../lib/functions/handlers.ts';
import { buildLocalPackage } from '../local-package.ts';
import { writeJson } from './compile.ts';
import { writeDeclarations } from './declarations.ts';
import { writeDefaultAssembly } from './default-assembly.ts';
import { packageManifest } from './manifest.ts';
import { packPackage } from './pack.ts';

const root = join(import.meta.dirname, '../..');

/** Writes the package into `folder`, which is emptied first. Throws the errors of the tools. */
export async function buildServicePackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const output = resolve(root, folder);
  await Promise.all([buildPanel(), buildDocs(), bundleFunctions(handlers), buildCode(output)]);
  writeFileSync(join(output, BUILT_FILES), packedFiles(builtFiles()));
  writeDeclarations([join(output, 'esm'), join(output, 'cjs')]);
  writeDefaultAssembly(output);
}

/** What is deployed, by its path in the package's file; bundles first, which have the most in common. */
function builtFiles(): ReadonlyMap<string, Uint8Array> {
  const bundles = handlers.map((handler) => [`functions/${handler}`, bundleFolder(handler), 'index.cjs'] as const);
  const sites = [
    ['panel', panelFolder, '{pages,assets}/**'],
    ['docs', docsFolder, '{pages,assets}/**'],
  ] as const;
  return new Map(
    [...bundles, ...sites].flatMap(([place, from, pattern]) =>
      globSync(pattern, { cwd: from, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .toSorted()
        .map((file) => [`${place}/${relative(from, file).replaceAll('\\', '/')}`, readFileSync(file)] as const),
    ),
  );
}

/** Puts the list of handlers in place of the module that reads it from the project's files. */
const knownHandlers: Plugin = {
  name: 'known-handlers',
  setup({ onLoad }) {
    const contents = `export const handlers = ${JSON.stringify(handlers)};`;
    onLoad({ filter: /lib[\\/]functions[\\/]handler-files\.ts$/ }, () => ({ contents, loader: 'js' }));
  },
};

/** Code for the Node of others, with readable names in stack traces. */
const settings = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  mainFields: ['module', 'main'],
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'silent',
  plugins: [knownHandlers],
} satisfies BuildOptions;

/** What the app of the host has, of which there must be one. */
const external = ['aws-cdk-lib', 'constructs'];

/** Some libraries are CommonJS, and need `require` for modules of Node. */
const requireInModules = `import { createRequire as createRequireOfPackage } from 'node:module';
const require = createRequireOfPackage(import.meta.url);`;

async function buildCode(output: string): Promise<void> {
  const [commands] = await Promise.all([
    build({
      ...settings,
      entryPoints: [
        { in: 'bin/sps.ts', out: 'sps' },
        { in: 'local/functions/worker.ts', out: 'worker' },
      ],
      outdir: join(output, 'bin'),
      format: 'esm',
      splitting: true,
      metafile: true,
      banner: { js: requireInModules },
    }),
    build({
      ...settings,
      entryPoints: [
        { in: 'lib/index.ts', out: 'index' },
        { in: 'bin/start/default-app.ts', out: DEFAULT_APP },
      ],
      external,
      outdir: join(output, 'esm'),
      format: 'esm',
      splitting: true,
    }),
    // There is no `import.meta` in CommonJS.
    build({
      ...settings,
      entryPoints: ['lib/index.ts'],
      external,
      outdir: join(output, 'cjs'),
      format: 'cjs',
      define: { 'import.meta.dirname': '__dirname' },
    }),
  ]);
  const command = join(output, 'bin/sps.js');
  writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8')}`);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(join(root, 'build/sps.meta.json'), JSON.stringify(commands.metafile));
  writeJson(join(output, 'package.json'), packageManifest(root));
  writeJson(join(output, 'cjs/package.json'), { type: 'commonjs' });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(output, file));
  cpSync(join(root, 'lib/README.md'), join(output, 'README.md'));
  cpSync(join(root, '.github/aws/deploy-roles.yaml'), join(output, 'aws/deploy-roles.yaml'));
}

if (import.meta.main) {
  const folder = 'build/package';
  await buildServicePackage(folder);
  const bytes = globSync(`${folder}/**`, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0);
  console.log(
    `${(bytes / 1e6).toFixed(1)} MB, packed as\n\n  npm install ${packPackage(folder)} aws-cdk-lib constructs`,
  );
  const local = 'build/local-package';
  buildLocalPackage(local);
  console.log(`The local cloud alone is\n\n  npm install ${packPackage(local)}`);
}
