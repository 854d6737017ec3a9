/**
 * Bundles every function with one call of esbuild: `build/functions/<capability>/<handler>/index.cjs`.
 *
 * Each bundle includes its AWS SDK clients. Names stay readable in stack traces. What the settings do for the first
 * request of a process is in docs/performance.md.
 *
 * Two synths may run at once: esbuild's output stays in memory, and a file is renamed into place only if its bytes
 * differ, so that readers always see a whole bundle, and asset folders never have a half-written or temporary file.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { COMMON_INPUTS, isCurrent, rememberBuild } from '../last-build.ts';
import type { Handler } from './handlers.ts';

const root = join(import.meta.dirname, '../..');
const buildFolder = join(root, 'build');

/**
 * Parts that the SDK loads on demand and functions never need: sources of credentials other than the environment, and
 * event streams, which neither DynamoDB nor SQS has. esbuild wraps each module that a bundled `import()` leads to,
 * which is nearly all of the SDK's core, and could then leave nothing of it out, nor run it before the first request.
 */
const unusedParts = {
  alias: { '@aws-sdk/credential-provider-node': './lambdas/shared/environment-credentials.ts' },
  external: ['@smithy/core/event-streams'],
  // undici checks this before it loads its second, experimental parser.
  define: { esbuildDetection: 'true' },
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
export const bundleFolder = (handler: Handler): string => join(buildFolder, 'functions', handler);

const METAFILE = 'build/functions.meta.json';
const BUILD_RECORD = 'build/functions.inputs.json';

/**
 * Bundles the given handlers, unless the last bundles are current. Writes esbuild's metafile, the sizes of what is in
 * them, to `build/functions.meta.json`. Throws esbuild's own error.
 */
export async function bundleFunctions(handlers: readonly Handler[]): Promise<void> {
  const beganAt = Date.now();
  if (isCurrent(BUILD_RECORD, [METAFILE, ...handlers.map(fileOf)])) return;
  const { outputFiles, metafile } = await build({
    ...bundleSettings,
    entryPoints: handlers.map((handler) => ({ in: `lambdas/${handler}.ts`, out: `${handler}/index` })),
    outdir: 'build/functions',
    write: false,
    metafile: true,
  });
  for (const { path, contents } of outputFiles) {
    replaceFile(path, contents);
    removeOthersBeside(path);
  }
  replaceFile(join(root, METAFILE), Buffer.from(JSON.stringify(metafile)));
  rememberBuild(BUILD_RECORD, {
    beganAt,
    inputs: [...COMMON_INPUTS, relative(root, import.meta.filename), ...Object.keys(metafile.inputs)],
    outputs: [METAFILE, ...handlers.map(fileOf)],
  });
}

const fileOf = (handler: Handler): string => `build/functions/${handler}/index.cjs`;

function replaceFile(path: string, contents: Uint8Array): void {
  if (isUnchanged(path, contents)) return;
  const temporary = join(buildFolder, 'tmp', randomUUID());
  mkdirSync(dirname(temporary), { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

/** An asset is a whole folder, so a stale file of an earlier build must not stay in it. */
function removeOthersBeside(path: string): void {
  const folder = dirname(path);
  const others = readdirSync(folder).filter((name) => name !== basename(path));
  for (const name of others) rmSync(join(folder, name), { force: true });
}

function isUnchanged(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}
