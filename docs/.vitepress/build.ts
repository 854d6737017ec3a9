/**
 * Builds the documentation site with VitePress into `build/docs/`: the pages in `pages/`, and apart from them
 * `assets/`, whose names contain a hash of their content.
 *
 * It takes about ten seconds of CPU. So the local cloud builds it when a page is first requested, or at a terminal
 * once it is ready, and everybody else when a stage is synthesized whose site is not current.
 */
import { globSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildUnlessCurrent } from '../../lib/last-build.ts';
import { sourceOfCopy } from './markdown/links.ts';

const root = join(import.meta.dirname, '../..');

/** The output folder of `buildDocs`, which is uploaded below `/docs/`. */
export const docsFolder = join(root, 'build/docs');

const BUILD_RECORD = 'build/docs.inputs.json';
/** With folders, which change when a file is added; of `.vitepress/`, where Vite has temporary files, only the code. */
const SOURCES = [
  'docs/**',
  'docs/.vitepress/{,markdown/,theme/}*.{ts,css}',
  'docs/.vitepress/{markdown,theme}',
  'contract/**',
];
const OWN_INPUTS = ['lambdas/api/openapi.generated.json'];
const OUTPUTS = ['build/docs/pages/index.html'];

/** Builds the site, unless nothing has changed since the last build. Throws VitePress's error, as for a dead link. */
export const buildDocs = (): Promise<void> =>
  buildUnlessCurrent(BUILD_RECORD, OUTPUTS, async () => {
    const { build } = await import('vitepress');
    // Two builds may run at once.
    const built = `${docsFolder}.${process.pid}`;
    const pages = join(built, 'pages');
    await build(join(root, 'docs'), { outDir: pages, base: '/docs/' });
    renameSync(join(pages, 'assets'), join(built, 'assets'));
    rmSync(docsFolder, { recursive: true, force: true });
    renameSync(built, docsFolder);
    const copied = globSync('**/*.txt', { cwd: join(docsFolder, 'pages/source') }).map(sourceOfCopy);
    return [...OWN_INPUTS, ...globSync(SOURCES, { cwd: root, exclude: ['docs/test'] }), ...copied];
  });

if (import.meta.main) await buildDocs();
