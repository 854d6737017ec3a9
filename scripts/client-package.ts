/** `npm run build:client`: builds and packs the client's package: ES modules and CommonJS with their types. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { compile, writeJson } from './package/compile.ts';
import { packPackage } from './package/pack.ts';
import { repositoryOf } from './package/repository.ts';

const root = join(import.meta.dirname, '..');

/** The folders of compiled code, each with its kind of modules. */
const builds = { esm: 'module', cjs: 'commonjs' } as const;

/** What the package has of the workspace's own manifest. */
const Workspace = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    description: v.string(),
    license: v.string(),
    exports: v.looseObject({ '.': v.string(), './internal': v.string() }),
  }),
);
const workspace = v.parse(Workspace, readFileSync(join(root, 'client/package.json'), 'utf8'));

/** The entry points: the name after the package's, and the compiled file without its ending. */
const entryPoints = Object.entries(v.parse(v.record(v.string(), v.string()), workspace.exports))
  .filter(([name]) => name !== './internal')
  .map(([name, file]) => [name, file.replace(/^\.\/(.*)\.ts$/, '$1')] as const);

/** The compiler's options for CommonJS, in addition to client/tsconfig.build.json. */
const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

/** Writes the package into `folder`, which is emptied first. Throws with the compiler's messages if it fails. */
export function buildClientPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, type] of Object.entries(builds)) {
    const output = join(folder, name);
    compile(join(root, 'client/tsconfig.build.json'), output, type === 'commonjs' ? commonJs : []);
    writeJson(join(output, 'package.json'), { type });
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeJson(join(folder, 'package.json'), manifest(version, repositoryOf(root)));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'client/README.md'), join(folder, 'README.md'));
}

/** The `package.json` of the client's package. `version` is that of the project. */
const manifest = (version: string, repository: ReturnType<typeof repositoryOf>) => ({
  name: workspace.name,
  version,
  description: workspace.description,
  license: workspace.license,
  ...(repository && { repository }),
  type: builds.esm,
  sideEffects: false,
  engines: { node: '>=20' },
  // For `./react` alone, whose useSyncExternalStore React has since version 18.
  peerDependencies: { react: '>=18' },
  peerDependenciesMeta: { react: { optional: true } },
  exports: {
    ...Object.fromEntries(entryPoints.map(([name, file]) => [name, conditions(file)])),
    './package.json': './package.json',
  },
  // For tools that know no exports, such as TypeScript with "moduleResolution": "node", the default of older versions.
  main: './cjs/index.js',
  types: './cjs/index.d.ts',
  typesVersions: {
    '*': Object.fromEntries(
      entryPoints.slice(1).map(([name, file]) => [name.slice('./'.length), [`./cjs/${file}.d.ts`]]),
    ),
  },
});

const conditions = (file: string) => ({
  import: { types: `./esm/${file}.d.ts`, default: `./esm/${file}.js` },
  require: { types: `./cjs/${file}.d.ts`, default: `./cjs/${file}.js` },
});

if (import.meta.main) {
  const folder = 'build/client-package';
  buildClientPackage(folder);
  console.log(`Built the client's package. Install it in your project:\n\n  npm install ${packPackage(folder)}`);
}
