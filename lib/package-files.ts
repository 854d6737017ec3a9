/** What the package has built: the functions' bundles, the panel and the documentation (scripts/package/). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { BUNDLES_FILE, writeBundles } from './bundles-file.ts';
import type { SiteFolders } from './constructs/panel-files.ts';
import type { HandlerCode } from './constructs/service-function.ts';

/** What a stage deploys besides its settings. */
export interface StageSources {
  readonly code: HandlerCode;
  readonly siteFolders: SiteFolders;
}

/** The package's folder; of the project, which has none of these files, if this is not the package. */
const root = join(import.meta.dirname, '..');

let unpacked: string | undefined;

/** What the package has. Throws in the project itself, where bin/app.ts builds them. */
export function packagedSources(): StageSources {
  const bundles = join(root, BUNDLES_FILE);
  if (!existsSync(bundles)) throw new Error(`${bundles} is missing: the package was not built.`);
  unpacked ??= unpackBundles(bundles);
  const folder = unpacked;
  return {
    code: (handler) => Code.fromAsset(join(folder, handler)),
    siteFolders: { panel: join(root, 'panel'), docs: join(root, 'docs') },
  };
}

/** Writes the bundles into a new folder of this process, of which the CDK makes its own copy. */
function unpackBundles(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'social-platform-services-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeBundles(file, folder);
  return folder;
}
