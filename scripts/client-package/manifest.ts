/** The `package.json` of the client's package. */

/** The folders of compiled code, each with its kind of modules. */
export const builds = { esm: 'module', cjs: 'commonjs' } as const;

/** The entry points: the name after the package's, and the compiled file without its ending. */
const entryPoints = {
  '.': 'index',
  './server': 'server/index',
  './webhooks': 'webhooks/index',
  './webhooks/reconcile': 'webhooks/reconcile',
};

/** Returns the manifest. `version` is that of the project. */
export const manifest = (version: string) => ({
  name: '@social-platform-services/client',
  version,
  description: 'Typed client of Social Platform Services for front ends, back ends and receivers of webhooks.',
  license: 'Apache-2.0',
  type: builds.esm,
  sideEffects: false,
  engines: { node: '>=20' },
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
