/**
 * Builds the admin panel with esbuild into `build/panel/`: `pages/index.html`, and `assets/` whose names contain a hash
 * of their content, so that browsers can cache them forever. The other screens are loaded once one is opened.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { withoutDocumentation } from '../lib/functions/bundle.ts';
import { buildUnlessCurrent, keepOnly, replaceFile } from '../lib/last-build.ts';

const root = join(import.meta.dirname, '..');

/** The output folder of `buildPanel`, which is uploaded below `/admin/`. */
export const panelFolder = join(root, 'build/panel');

const PAGE = 'build/panel/pages/index.html';
/** What is in the assets, from esbuild. */
const METAFILE = 'build/panel.meta.json';
const BUILD_RECORD = 'build/panel.inputs.json';

/** Inputs of the build that esbuild does not report. */
const OWN_INPUTS = ['panel/build.ts', 'panel/index.html'];

/**
 * Builds the panel, unless nothing has changed since the last build. Assets that exist already are not written again;
 * stale ones are removed. Throws esbuild's own error.
 */
export const buildPanel = (): Promise<void> =>
  buildUnlessCurrent(BUILD_RECORD, [PAGE, METAFILE], async () => {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['panel/main.tsx'],
      outdir: panelFolder,
      entryNames: 'assets/[name]-[hash]',
      chunkNames: 'assets/[name]-[hash]',
      write: false,
      metafile: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
      jsx: 'automatic',
      minify: true,
      define: { 'process.env.NODE_ENV': '"production"', ...withoutDocumentation },
      legalComments: 'linked',
      logLevel: 'silent',
      // Cloudscape's messages are parsed already; for such messages, the package has an entry without its parser.
      alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/lib/no-parser.js' },
      plugins: [leaner],
    });
    const page = pageOf(readFileSync(join(root, 'panel/index.html'), 'utf8'), metafile);
    const files = outputFiles.filter(({ path }) => !isRepeatedSheet(path, metafile));
    for (const { path, contents } of files) replaceFile(path, contents);
    // After all its assets, which exist when it is read.
    replaceFile(join(root, PAGE), Buffer.from(page));
    keepOnly(
      join(panelFolder, 'assets'),
      files.map(({ path }) => path),
    );
    replaceFile(join(root, METAFILE), Buffer.from(JSON.stringify(metafile)));
    return [...OWN_INPUTS, ...Object.keys(metafile.inputs)];
  });

const OUTPUT = 'build/panel/';

/** The finished `index.html`. The browser fetches the scripts the entry imports, and `config.json`, in parallel. */
function pageOf(template: string, { outputs }: Metafile): string {
  const main = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'panel/main.tsx');
  if (main === undefined) throw new Error('The build has no entry.');
  const [script, { cssBundle, imports }] = main;
  const lines = [
    '<link rel="preload" href="config.json" as="fetch" crossorigin />',
    ...imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => `<link rel="modulepreload" href="${relative(path)}" />`),
    ...(cssBundle === undefined ? [] : [`<link rel="stylesheet" href="${relative(cssBundle)}" />`]),
    `<script type="module" src="${relative(script)}"></script>`,
  ];
  return template.replace('<!-- assets -->', () => lines.join('\n    '));
}

/** Whether an output is a screen's style sheet. The entry's sheet contains all styles, so the others are not needed. */
const isRepeatedSheet = (path: string, { outputs }: Metafile): boolean => {
  const sheets = Object.values(outputs).flatMap(({ entryPoint, cssBundle }) =>
    entryPoint === undefined || entryPoint === 'panel/main.tsx' ? [] : (cssBundle ?? []),
  );
  return sheets.some((sheet) => path.endsWith(sheet.slice(OUTPUT.length)));
};

const relative = (output: string): string => output.slice(OUTPUT.length);

const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
/** Modules of Cloudscape that the panel never uses, and what they export. */
const UNUSED = [
  [/i18n[\\/]dynamic\.js$/, 'export const importMessages = undefined;'],
  [
    /feature-notifications-drawer-content\.js$/,
    'export const RuntimeContentPart = () => null; export default RuntimeContentPart;',
  ],
] as const;

/** An esbuild plugin that leaves out the embedded font (readers see their own) and unused modules. */
const leaner: Plugin = {
  name: 'leaner',
  setup(build) {
    build.onLoad({ filter: /global-styles[\\/]index\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(FONT_FACE, ''),
      loader: 'css',
    }));
    for (const [filter, contents] of UNUSED) build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
  },
};

if (import.meta.main) await buildPanel();
