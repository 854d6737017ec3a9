/**
 * Builds the admin panel with esbuild into `build/panel/`: `pages/index.html`, and `assets/` whose names contain a hash
 * of their content, so that browsers can cache them forever. The other screens are loaded once one is opened.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { withoutDocumentation } from '../lib/functions/bundle.ts';
import { buildUnlessCurrent, keepOnly, replaceFile } from '../lib/last-build.ts';
import { trimCloudscape, withoutUnusedTokens } from './trim-cloudscape.ts';

const root = join(import.meta.dirname, '..');

/** The output folder of `buildPanel`, which is uploaded below `/admin/`. */
export const panelFolder = join(root, 'build/panel');

const PAGE = 'build/panel/pages/index.html';
const ENTRY = 'panel/main.tsx';
const BROWSERS = ['chrome120', 'edge120', 'firefox121', 'safari17.2'];
/** What is in the assets, from esbuild. */
const METAFILE = 'build/panel.meta.json';
const BUILD_RECORD = 'build/panel.inputs.json';

/** Inputs of the build that esbuild does not report. */
const OWN_INPUTS = ['panel/build.ts', 'panel/index.html', 'panel/trim-cloudscape.ts'];

/**
 * Builds the panel, unless nothing has changed since the last build. Assets that exist already are not written again;
 * stale ones are removed. Throws esbuild's own error.
 */
export const buildPanel = (): Promise<void> =>
  buildUnlessCurrent(BUILD_RECORD, [PAGE, METAFILE], async () => {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: [ENTRY],
      outdir: panelFolder,
      entryNames: 'assets/[name]-[hash]',
      chunkNames: 'assets/[name]-[hash]',
      write: false,
      metafile: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      target: BROWSERS,
      jsx: 'automatic',
      minify: true,
      define: { 'process.env.NODE_ENV': '"production"', ...withoutDocumentation },
      legalComments: 'linked',
      logLevel: 'silent',
      // Cloudscape's messages are parsed already; for such messages, the package has an entry without its parser.
      alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/lib/no-parser.js' },
      plugins: [trimCloudscape],
    });
    const scripts = outputFiles.filter(({ path }) => !/\.css(\.LEGAL\.txt)?$/.test(path));
    const sheets = await sheetsOf(metafile, scripts.map(({ text }) => text).join('\n'));
    const page = pageOf(readFileSync(join(root, 'panel/index.html'), 'utf8'), metafile, sheets);
    const files = [...scripts, ...Object.values(sheets)];
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
function pageOf(template: string, { outputs }: Metafile, { first, lazy }: Sheets): string {
  const main = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  if (main === undefined) throw new Error('The build has no entry.');
  const [script, { imports }] = main;
  const lines = [
    '<link rel="preload" href="config.json" as="fetch" crossorigin />',
    ...imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => `<link rel="modulepreload" href="${relative(path)}" />`),
    `<link rel="stylesheet" href="${first.name}" />`,
    `<meta name="lazy-style-sheet" content="${lazy.name}" />`,
    `<script type="module" src="${relative(script)}"></script>`,
  ];
  return template.replace('<!-- assets -->', () => lines.join('\n    '));
}

/** A file below the output folder. */
interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly contents: Uint8Array;
}

/** The style sheet of the screen that is opened first, and what the other screens have besides. */
interface Sheets {
  readonly first: Sheet;
  readonly lazy: Sheet;
}

/**
 * The style sheets of a build, whose scripts are `used`. esbuild's own sheet of the entry has the styles of what is
 * loaded later, too.
 */
async function sheetsOf({ inputs, outputs }: Metafile, used: string): Promise<Sheets> {
  const files = Object.values(outputs).flatMap(({ entryPoint, cssBundle }) =>
    entryPoint === ENTRY ? Object.keys(outputs[cssBundle ?? '']?.inputs ?? {}) : [],
  );
  const early = importedBy(ENTRY, inputs);
  const [first, lazy] = await Promise.all([
    bundledSheet(files.filter((file) => early.has(file))),
    bundledSheet(files.filter((file) => !early.has(file))),
  ]);
  const sheetOf = (name: string, text: string): Sheet => {
    const contents = Buffer.from(withoutUnusedTokens(text, `${used}${first}${lazy}`));
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
    const file = `assets/${name}-${hash}.css`;
    return { name: file, path: join(panelFolder, file), contents };
  };
  return { first: sheetOf('main', first), lazy: sheetOf('lazy-screens', lazy) };
}

/** What a module needs before it runs: all that it imports, but what it loads later. */
function importedBy(entry: string, inputs: Metafile['inputs']): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const file of found)
    for (const { path, kind, external } of inputs[file]?.imports ?? [])
      if (kind !== 'dynamic-import' && !external) found.add(path);
  return found;
}

/** These style sheets as one, in this order. */
async function bundledSheet(files: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `@import "./${file}";`).join('\n'), resolveDir: root, loader: 'css' },
    write: false,
    bundle: true,
    minify: true,
    target: BROWSERS,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [trimCloudscape],
  });
  return outputFiles[0]?.text ?? '';
}

const relative = (output: string): string => output.slice(OUTPUT.length);

if (import.meta.main) await buildPanel();
