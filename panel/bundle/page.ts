/** Puts what was built into the page. */
import type { Metafile } from 'esbuild';

const FOLDER = 'build/panel/';
/** Nearly everybody comes here first; it is fetched beside the panel's frame, not after it. */
const FIRST_SCREEN = 'panel/webhooks/list/list-screen.tsx';

/** The finished `index.html`: scripts that the first screen needs are fetched side by side, and so is `config.json`. */
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

/** esbuild repeats the styles of each later chunk in a sheet of its own; the entry's sheet holds them all. */
export const isRepeatedSheet = (path: string, { outputs }: Metafile): boolean => {
  const sheets = Object.values(outputs).flatMap(({ entryPoint, cssBundle }) =>
    entryPoint === undefined || entryPoint === 'panel/main.tsx' ? [] : (cssBundle ?? []),
  );
  return sheets.some((sheet) => path.endsWith(sheet.slice(FOLDER.length)));
};

const relative = (output: string): string => output.slice(FOLDER.length);
