/** `npm run build:client`: builds and packs the client's package: ES modules and CommonJS with their types. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The folders of compiled code, each with its kind of modules. */
const builds = { esm: 'module', cjs: 'commonjs' } as const;

/** The entry points: the name after the package's, and the compiled file without its ending. */
const entryPoints = {
  '.': 'index',
  './server': 'server/index',
  './webhooks': 'webhooks/index',
  './webhooks/reconcile': 'webhooks/reconcile',
  './webhooks/pull': 'webhooks/pull',
  './react': 'react/index',
};

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

/** The `package.json` of the client's package. `version` is that of the project. */
const manifest = (version: string) => ({
  name: '@social-platform-services/client',
  version,
  description: 'Typed client of Social Platform Services for front ends, back ends and receivers of webhooks.',
  license: 'Apache-2.0',
  type: builds.esm,
  sideEffects: false,
  engines: { node: '>=20' },
  // For `./react` alone, whose useSyncExternalStore React has since version 18.
  peerDependencies: { react: '>=18' },
  peerDependenciesMeta: { react: { optional: true } },
  exports: {
    ...Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, conditions(file)])),
    './package.json': './package.json',
  },
  // For tools that know no exports, such as TypeScript with "moduleResolution": "node", the default of older versions.
  main: `./cjs/${entryPoints['.']}.js`,
  types: `./cjs/${entryPoints['.']}.d.ts`,
  typesVersions: {
    '*': Object.fromEntries(
      Object.entries(entryPoints)
        .slice(1)
        .map(([name, file]) => [name.slice('./'.length), [`./cjs/${file}.d.ts`]]),
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
  const packing = ['pack', `./${folder}`, '--silent', '--pack-destination', 'build'];
  const file = execFileSync('npm', packing, { encoding: 'utf8' }).trim();
  console.log(`Built the client's package. Install it in your project:\n\n  npm install ${resolve('build', file)}`);
}
