/**
 * Bundles every function with one call of esbuild: `build/functions/<capability>/<handler>/index.cjs`.
 *
 * Each bundle includes its AWS SDK clients. Names stay readable in stack traces. What the settings do for the first
 * request of a process is in docs/performance.md.
 *
 * Two synths may run at once: esbuild's output stays in memory, so that asset folders never have a half-written file.
 */
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { buildUnlessCurrent, keepOnly, replaceFile } from '../last-build.ts';
import type { Handler } from './handlers.ts';

const root = join(import.meta.dirname, '../..');

/** Leaves the sentences and examples of the contract out (contract/documentation.ts). */
export const withoutDocumentation = { WITHOUT_DOCUMENTATION: 'true' };

/**
 * Parts of the SDK that functions never need: sources of credentials other than the environment, the discovery of
 * endpoints, and event streams, which neither DynamoDB nor SQS has. esbuild wraps each module that a bundled `import()`
 * leads to, which is nearly all of the SDK's core, and could then leave nothing of it out, nor run it before the first
 * request.
 */
const unusedParts = {
  alias: {
    '@aws-sdk/credential-provider-node': './lambdas/shared/environment-credentials.ts',
    '@aws-sdk/endpoint-cache': './lambdas/shared/endpoint-cache.ts',
  },
  external: ['@smithy/core/event-streams'],
  // undici checks the first before it loads its second, experimental parser.
  define: { esbuildDetection: 'true', ...withoutDocumentation },
};

/**
 * An `import` of a module of Node reads each of its exports, even those that load on demand: with `node:http` comes all
 * of fetch. A `require` does not. Lambda's runtime uses `require` for the same reason.
 */
const requireNodeModules = { format: 'cjs', supported: { 'dynamic-import': false } } as const;

/** esbuild's settings for every bundle. */
export const bundleSettings = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  ...requireNodeModules,
  ...unusedParts,
  outExtension: { '.js': '.cjs' },
  minifyWhitespace: true,
  minifySyntax: true,
  treeShaking: true,
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions;

/** The folder that holds a handler's `index.cjs`: the asset of its function. */
export const bundleFolder = (handler: Handler): string => join(root, 'build/functions', handler);

const METAFILE = 'build/functions.meta.json';
const BUILD_RECORD = 'build/functions.inputs.json';

/**
 * Bundles the given handlers, unless the last bundles are current. Writes esbuild's metafile, the sizes of what is in
 * them, to `build/functions.meta.json`. Throws esbuild's own error.
 */
export const bundleFunctions = (handlers: readonly Handler[]): Promise<void> =>
  buildUnlessCurrent(BUILD_RECORD, [METAFILE, ...handlers.map(fileOf)], async () => {
    const { outputFiles, metafile } = await build({
      ...bundleSettings,
      entryPoints: handlers.map((handler) => ({ in: `lambdas/${handler}.ts`, out: `${handler}/index` })),
      outdir: 'build/functions',
      write: false,
      metafile: true,
    });
    for (const { path, contents } of outputFiles) {
      replaceFile(path, contents);
      // An asset is a whole folder, so a stale file of an earlier build must not stay in it.
      keepOnly(dirname(path), [path]);
    }
    replaceFile(join(root, METAFILE), Buffer.from(JSON.stringify(metafile)));
    return [relative(root, import.meta.filename), ...Object.keys(metafile.inputs)];
  });

const fileOf = (handler: Handler): string => `build/functions/${handler}/index.cjs`;
