/** The Chromium that the npm package `@sparticuz/chromium` carries, unpacked once into the build folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import * as v from 'valibot';

const root = join(import.meta.dirname, '../../..');
const manifest = readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(manifest));

/**
 * The package's own flags are for Lambda: they turn off the same-origin policy, which the panel is to be tested with.
 * Without a sandbox, because CI runs as root; it only ever sees pages of ours. Without a GPU there is none to emulate.
 */
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** Starts the browser, headless. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: unpacked(), headless: true, args: FLAGS });

/** The package unpacks into the system's temporary folder, under one name for every version; a process of its own is given another. */
function unpacked(): string {
  const folder = join(root, 'build/browser', version);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  execFileSync(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
  });
  try {
    renameSync(temporary, folder);
  } catch {
    // Somebody else was quicker.
    rmSync(temporary, { recursive: true, force: true });
  }
  return executable;
}
