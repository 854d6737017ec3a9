/** What the package has built (scripts/package/), and a stage deploys. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { BUILT_FILES, builtFolders, unpackFiles } from './built-files.ts';
import type { SiteFolders } from './constructs/panel-files.ts';
import type { HandlerCode } from './constructs/service-function.ts';

/** What a stage deploys besides its settings. */
export interface StageSources {
  readonly code: HandlerCode;
  readonly siteFolders: SiteFolders;
  /** What an operator types before the words of a command; without it, the panel's default: that of the package. */
  readonly operatorCommand?: string;
}

/** The package's folder; of the project, which has no such file, if this is not the package. */
const root = join(import.meta.dirname, '..');

let unpacked: string | undefined;

/** What the package has. Throws in the project itself, where bin/app.ts builds it. */
export function packagedSources(): StageSources {
  const file = join(root, BUILT_FILES);
  if (!existsSync(file)) throw new Error(`${file} is missing: the package was not built.`);
  unpacked ??= unpackedFolder(file);
  const folder = unpacked;
  return {
    code: (handler) => Code.fromAsset(join(folder, builtFolders.functions, handler)),
    siteFolders: { panel: join(folder, builtFolders.panel), docs: join(folder, builtFolders.docs) },
  };
}

/** Writes the files into a new folder of this process, of which the CDK makes its own copy. */
function unpackedFolder(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'social-platform-services-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpackFiles(file, folder);
  return folder;
}
