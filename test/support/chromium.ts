/** The Chromium of the npm package `@sparticuz/chromium`, unpacked once into the build folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import * as v from 'valibot';

const root = join(import.meta.dirname, '../..');
const manifest = readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(manifest));

/**
 * Not the package's own flags: they are for Lambda and turn off the same-origin policy, which the panel is tested with.
 * No sandbox, because CI runs as root and only our own pages are opened. No GPU, because emulating one is slow. No
 * checks of local network access: a page whose response a test makes up comes from no address, and could show none of
 * this machine.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-features=LocalNetworkAccessChecks',
];

/** Starts the browser, headless. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: unpacked(), headless: true, args: FLAGS });

/** The package unpacks every version to the same path in the temporary folder, so it runs in a process with another one. */
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
    // Another process was faster.
    rmSync(temporary, { recursive: true, force: true });
  }
  return executable;
}
