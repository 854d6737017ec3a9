/**
 * What the local cloud gets in place of a site's files, so that it starts without building them: it runs the site's
 * script once it is ready, or when a file is first requested (`local/site`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

interface SiteBuild {
  /** Builds the site. Paths are relative to the project. */
  readonly script: string;
  /** The folder with its output. */
  readonly output: string;
  /** Whether a browser shows another page meanwhile. */
  readonly isSlow?: boolean;
}

/**
 * Writes `pages/` and `assets/` of a site, each with one file, which says how it is built. Returns the absolute path of
 * their folder.
 */
export function builtOnRequest({ script, output, isSlow }: SiteBuild): string {
  const folder = join(root, `${output}-on-request`);
  for (const part of ['pages', 'assets']) {
    mkdirSync(join(folder, part), { recursive: true });
    const build = { script, output: `${output}/${part}`, isSlow };
    writeFileSync(join(folder, part, 'built-on-request.json'), JSON.stringify(build));
  }
  return folder;
}
