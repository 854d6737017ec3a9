/**
 * `npm run release -- <version>`: makes a release in the working tree: changelog, version, generated files, packages and bills of
 * materials in `build/`, commit and tag. It never pushes or publishes: that is for the one who looks at the commit, and for
 * .github/workflows/release.yml.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const UNRELEASED = '## Unreleased\n';
/** Scripts that write what has the version in it. */
const BUILD_STEPS = ['generate', 'build:client', 'build:ctl', 'sbom'];

/** Where and when a release is made. */
export interface ReleaseTools {
  /** The checkout. */
  readonly folder: string;
  /** Such as `2026-11-23`. */
  readonly date: string;
  /** Generates and builds what has the version in it. Rejects if that fails. */
  readonly build: () => Promise<void>;
}

/** What stops a release before it has changed anything. */
export class ReleaseRefused extends Error {}

/**
 * Makes the release, and returns the name of its tag. Throws ReleaseRefused for a version that is not above the present one,
 * a tree with changes, a tag that exists and an empty changelog. If the build fails the tree is restored, and the error thrown.
 */
export async function release(version: string, { folder, date, build }: ReleaseTools): Promise<string> {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const tag = `v${version}`;
  refuseOlder(version, presentVersion(folder));
  if (git('status', '--porcelain') !== '')
    throw new ReleaseRefused('The tree has changes: commit or stash them first.');
  if (git('tag', '--list', tag) !== '') throw new ReleaseRefused(`The tag ${tag} exists.`);
  const file = join(folder, 'CHANGELOG.md');
  const changelog = releasedChangelog(readFileSync(file, 'utf8'), version, date);
  try {
    writeFileSync(file, changelog);
    const bump = ['version', version, '--no-git-tag-version', '--ignore-scripts'];
    execFileSync('npm', bump, { cwd: folder, stdio: 'pipe' });
    await build();
    git('commit', '--all', '--message', `Release ${version}`);
    git('tag', '--annotate', tag, '--message', `Release ${version}`);
  } catch (error) {
    git('restore', '--staged', '--worktree', '.');
    throw error;
  }
  return tag;
}

/**
 * Returns the changelog (https://keepachangelog.com/en/1.1.0/) with what is under "Unreleased" under the version, and nothing under
 * "Unreleased". `date` is such as `2026-11-23`. Throws ReleaseRefused if nothing is unreleased, or the version has a heading already.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) throw new ReleaseRefused('CHANGELOG.md has no heading "Unreleased".');
  if (changelog.includes(`\n## ${version} `))
    throw new ReleaseRefused(`CHANGELOG.md has a heading of ${version} already.`);
  const before = changelog.slice(0, start + UNRELEASED.length);
  const rest = changelog.slice(start + UNRELEASED.length);
  const changes = rest.split(/^## /m, 1).join('').trim();
  if (changes === '') throw new ReleaseRefused('CHANGELOG.md has nothing under "Unreleased".');
  return `${before}\n## ${version} - ${date}\n\n${rest.trimStart()}`;
}

function presentVersion(folder: string): string {
  const Manifest = v.looseObject({ version: v.string() });
  return v.parse(Manifest, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}

function refuseOlder(version: string, present: string): void {
  const [wanted, before] = [numbersOf(version), numbersOf(present)];
  if (wanted === undefined) throw new ReleaseRefused(`${version} is not a version such as 1.2.3.`);
  const index = wanted.findIndex((number, position) => number !== before?.[position]);
  const isAbove = index >= 0 && (wanted[index] ?? 0) > (before?.[index] ?? 0);
  if (!isAbove) throw new ReleaseRefused(`${version} is not above the present version, ${present}.`);
}

const numbersOf = (version: string): readonly number[] | undefined =>
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)?.slice(1).map(Number);

/** Rejects if a step fails. */
async function build(folder: string): Promise<void> {
  for (const step of BUILD_STEPS) {
    const { status } = spawnSync('npm', ['run', '--silent', step], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm run ${step} failed; the tree is as it was before.`);
  }
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..');
  const [version, ...others] = process.argv.slice(2);
  if (version === undefined || others.length > 0) {
    console.error('Name the version: npm run release -- 1.2.3');
    process.exitCode = 2;
  } else {
    try {
      const tag = await release(version, {
        folder,
        date: new Date().toISOString().slice(0, 10),
        build: () => build(folder),
      });
      console.log(
        `\nCommitted and tagged ${tag}. Look at it (git show ${tag}), then push it: git push origin HEAD ${tag}`,
      );
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      console.error(`Nothing was released. ${error.message}`);
      process.exitCode = 1;
    }
  }
}
