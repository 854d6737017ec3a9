/**
 * Bundles every function with one call of esbuild: `build/functions/<capability>/<handler>/index.cjs`.
 *
 * Each bundle stands alone and carries its AWS SDK clients. Names stay readable in stack traces. What the settings are
 * worth to the first request of a process is in docs/performance.md.
 *
 * Two synths may run at once: esbuild's output is kept in memory, and a file is renamed into place only where its bytes
 * differ, so a reader sees a whole bundle at any time, and asset folders never hold a half-written or a temporary file.
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
 * What the SDK would load on demand, and a function never does: sources of credentials other than the environment, and
 * event streams, which neither DynamoDB nor SQS has. An `import()` of something bundled makes esbuild wrap each module
 * that it leads to, and nearly all of the SDK's core with them, so that none of it is left out or started early.
 */
const unusedParts = {
  alias: { '@aws-sdk/credential-provider-node': './lambdas/shared/environment-credentials.ts' },
  external: ['@smithy/core/event-streams'],
  // What undici asks before it brings its second, experimental parser along.
  define: { esbuildDetection: 'true' },
};

/**
 * A module of Node's own that is imported, rather than required, has each of its exports read, those that load on demand
 * included: `node:http` brings all of fetch. Lambda's runtime requires them for the same reason.
 */
const requireOwnModules = { format: 'cjs', supported: { 'dynamic-import': false } } as const;

/** How every bundle is made. */
export const bundleSettings = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  ...requireOwnModules,
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

const ACCOUNT = 'build/functions.meta.json';
const BUILD_RECORD = 'build/functions.inputs.json';

/**
 * Bundles the given handlers, unless nothing has changed since they were. Leaves esbuild's account of what fills them in
 * `build/functions.meta.json`. Throws esbuild's own error.
 */
export async function bundleFunctions(handlers: readonly Handler[]): Promise<void> {
  const beganAt = Date.now();
  if (isCurrent(BUILD_RECORD, [ACCOUNT, ...handlers.map(fileOf)])) return;
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
  replaceFile(join(root, ACCOUNT), Buffer.from(JSON.stringify(metafile)));
  rememberBuild(BUILD_RECORD, {
    beganAt,
    inputs: [...COMMON_INPUTS, relative(root, import.meta.filename), ...Object.keys(metafile.inputs)],
    outputs: [ACCOUNT, ...handlers.map(fileOf)],
  });
}

const fileOf = (handler: Handler): string => `build/functions/${handler}/index.cjs`;

function replaceFile(path: string, contents: Uint8Array): void {
  if (holds(path, contents)) return;
  const temporary = join(buildFolder, 'tmp', randomUUID());
  mkdirSync(dirname(temporary), { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

/** An asset is a whole folder: what an earlier build left there under another name must not be deployed, or run instead. */
function removeOthersBeside(path: string): void {
  const folder = dirname(path);
  const others = readdirSync(folder).filter((name) => name !== basename(path));
  for (const name of others) rmSync(join(folder, name), { force: true });
}

function holds(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}
