/** Writes the links to the built assets into the page. */
import type { Metafile } from 'esbuild';

const FOLDER = 'build/panel/';
/** The screen that is usually opened first. It is fetched in parallel with the panel's frame. */
const FIRST_SCREEN = 'panel/webhooks/list/list-screen.tsx';

/** The finished `index.html`. The browser fetches the first screen's scripts and `config.json` in parallel. */
export function pageOf(template: string, { outputs }: Metafile): string {
  const main = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'panel/main.tsx');
  if (main === undefined) throw new Error('The build has no entry.');
  const [script, { cssBundle }] = main;
  const first = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === FIRST_SCREEN);
  const early = new Set(
    [main, ...first].flatMap(([path, { imports }]) => [
      ...imports.filter(({ kind }) => kind === 'import-statement').map((imported) => imported.path),
      ...(path === script ? [] : [path]),
    ]),
  );
  const lines = [
    '<link rel="preload" href="config.json" as="fetch" crossorigin />',
    ...[...early]
      .filter((path) => path !== script)
      .map((path) => `<link rel="modulepreload" href="${relative(path)}" />`),
    ...(cssBundle === undefined ? [] : [`<link rel="stylesheet" href="${relative(cssBundle)}" />`]),
    `<script type="module" src="${relative(script)}"></script>`,
  ];
  return template.replace('<!-- assets -->', () => lines.join('\n    '));
}

/** Whether an output is the style sheet of a screen. The entry's sheet contains all styles, so the others are not needed. */
export const isRepeatedSheet = (path: string, { outputs }: Metafile): boolean => {
  const sheets = Object.values(outputs).flatMap(({ entryPoint, cssBundle }) =>
    entryPoint === undefined || entryPoint === 'panel/main.tsx' ? [] : (cssBundle ?? []),
  );
  return sheets.some((sheet) => path.endsWith(sheet.slice(FOLDER.length)));
};

const relative = (output: string): string => output.slice(FOLDER.length);
