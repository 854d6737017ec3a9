/**
 * Builds the admin panel with esbuild into `build/panel/`: an `index.html`, and assets whose names contain a hash of their
 * content, so that browsers can cache them forever. Each screen is a chunk of its own, loaded when it is opened.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildResult, build } from 'esbuild';
import { COMMON_INPUTS, isCurrent, rememberBuild } from '../lib/last-build.ts';
import { fontFiles } from './bundle/font-files.ts';
import { isRepeatedSheet, pageOf } from './bundle/page.ts';

const root = join(import.meta.dirname, '..');

/** The output folder of `buildPanel`, which is uploaded below `/admin/`. */
export const panelFolder = join(root, 'build/panel');

const PAGE = 'build/panel/index.html';
/** What is in the assets, from esbuild. */
const METAFILE = 'build/panel.meta.json';
const BUILD_RECORD = 'build/panel.inputs.json';

/** Inputs of the build that esbuild does not report. */
const OWN_INPUTS = ['build.ts', 'index.html', 'bundle/page.ts', 'bundle/font-files.ts'].map((file) => `panel/${file}`);

/**
 * Builds the panel, unless nothing has changed since the last build. Assets that exist already are not written again; stale
 * ones are removed. Throws esbuild's own error.
 */
export async function buildPanel(): Promise<void> {
  const beganAt = Date.now();
  if (isCurrent(BUILD_RECORD, [PAGE, METAFILE])) return;
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['panel/main.tsx'],
    outdir: panelFolder,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file' },
    legalComments: 'linked',
    logLevel: 'silent',
    plugins: [fontFiles],
  });
  const page = pageOf(readFileSync(join(root, 'panel/index.html'), 'utf8'), metafile);
  writeFolder(
    outputFiles.filter(({ path }) => !isRepeatedSheet(path, metafile)),
    page,
  );
  replaceFile(join(root, METAFILE), Buffer.from(JSON.stringify(metafile)));
  const read = Object.keys(metafile.inputs).filter((input) => !input.startsWith('font:'));
  rememberBuild(BUILD_RECORD, {
    beganAt,
    inputs: [...COMMON_INPUTS, ...OWN_INPUTS, ...read],
    outputs: [PAGE, METAFILE],
  });
}

/** Writes the page last, so that all its assets exist when it is read. */
function writeFolder(outputFiles: NonNullable<BuildResult['outputFiles']>, page: string): void {
  const assets = join(panelFolder, 'assets');
  mkdirSync(assets, { recursive: true });
  for (const { path, contents } of outputFiles) {
    if (!existsSync(path)) replaceFile(path, contents);
  }
  replaceFile(join(panelFolder, 'index.html'), Buffer.from(page));
  const current = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(assets)) if (!current.has(name)) rmSync(join(assets, name), { force: true });
}

/** Replaces a file atomically, since two builds may run at once. */
function replaceFile(path: string, contents: Uint8Array): void {
  const temporary = join(root, 'build', `${basename(path)}.${process.pid}.tmp`);
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}
