/** What the local cloud gets instead of the built documentation site, so that it starts without building it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const FOLDER = 'build/docs-on-request';

/**
 * Writes folders like those of `buildDocs`, each with one file: it names the script that builds the site, and the folder with
 * its output. The local cloud runs the script at the first request (`local/site/bucket-files.ts`). Returns their absolute path.
 */
export function docsOnRequest(): string {
  for (const part of ['pages', 'assets']) {
    const folder = join(root, FOLDER, part);
    mkdirSync(folder, { recursive: true });
    const build = { script: 'docs-site/main.ts', output: `build/docs/${part}` };
    writeFileSync(join(folder, 'built-on-request.json'), JSON.stringify(build));
  }
  return join(root, FOLDER);
}
