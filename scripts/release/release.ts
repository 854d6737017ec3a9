/**
 * Makes a release in the working tree: changelog, version, generated files, packages, commit and tag. It never pushes or
 * publishes: that is for the one who looks at the commit, and for .github/workflows/release.yml.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { releasedChangelog } from './changelog.ts';

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
  const changelog = changelogOf(file, version, date);
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

function changelogOf(file: string, version: string, date: string): string {
  try {
    return releasedChangelog(readFileSync(file, 'utf8'), version, date);
  } catch (error) {
    throw new ReleaseRefused(error instanceof Error ? error.message : String(error));
  }
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
