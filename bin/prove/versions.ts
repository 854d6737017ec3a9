/** What runs, for the report. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isInstalled, packageFolder, version } from '@social-platform-services/ctl/about';
import * as v from 'valibot';

const Manifest = v.object({ version: v.string() });
const require = createRequire(import.meta.url);

/** The versions of this program and of what it runs on. */
export function versions(): Readonly<Record<string, string>> {
  return { 'this service': version, commit: commit(), 'Node here': process.version, 'aws-cdk': versionOf('aws-cdk') };
}

function versionOf(name: string): string {
  try {
    return v.parse(Manifest, require(`${name}/package.json`)).version;
  } catch {
    return 'unknown';
  }
}

/** The commit of the clone, and whether something is changed; the package has its version alone. */
function commit(): string {
  if (isInstalled) return 'none: the package';
  try {
    const git = (...words: readonly string[]): string =>
      execFileSync('git', words, { cwd: packageFolder, stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ', changed'}`;
  } catch {
    return 'unknown';
  }
}
