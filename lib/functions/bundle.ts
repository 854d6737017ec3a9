/**
 * Bundles every function with one call of esbuild: `build/functions/<capability>/<handler>/index.mjs`.
 *
 * Each bundle stands alone and carries its AWS SDK clients. Names stay readable in stack traces. Two synths may run at
 * once: esbuild's output is kept in memory, and a file is renamed into place only where its bytes differ, so a reader
 * sees a whole bundle at any time, and asset folders never hold a half-written or a temporary file.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Handler } from './handlers.ts';

const root = join(import.meta.dirname, '../..');
const buildFolder = join(root, 'build');

/** undici is CommonJS, and what esbuild leaves of its `require` calls for Node's own modules needs a `require`. */
const requireForCommonJs =
  "import { createRequire as bundleCreateRequire } from 'node:module'; const require = bundleCreateRequire(import.meta.url);";

/** The folder that holds a handler's `index.mjs`: the asset of its function. */
export const bundleFolder = (handler: Handler): string => join(buildFolder, 'functions', handler);

/** Bundles the given handlers, and leaves esbuild's account of what fills them in `build/functions.meta.json`. Throws esbuild's own error. */
export async function bundleFunctions(handlers: readonly Handler[]): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: handlers.map((handler) => ({ in: `lambdas/${handler}.ts`, out: `${handler}/index` })),
    outdir: 'build/functions',
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    minifyWhitespace: true,
    minifySyntax: true,
    treeShaking: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  replaceFile(join(buildFolder, 'functions.meta.json'), Buffer.from(JSON.stringify(metafile)));
}

function replaceFile(path: string, contents: Uint8Array): void {
  if (holds(path, contents)) return;
  const temporary = join(buildFolder, 'tmp', randomUUID());
  mkdirSync(dirname(temporary), { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

function holds(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}
