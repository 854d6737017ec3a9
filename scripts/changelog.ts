/**
 * A step of `npm version`, which `npm run release -- <version>` calls: moves what CHANGELOG.md has under "Unreleased"
 * below a heading of the new version. npm has refused a tree with changes before, and commits and tags afterwards.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';

/**
 * The changelog (https://keepachangelog.com/en/1.1.0/) after the release. `date` is such as `2026-11-23`. Throws if
 * nothing is unreleased, or the version has a heading already.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before, rest] = changelog.split(UNRELEASED);
  const changes = rest?.split(/^## /m, 1).join('').trim();
  if (rest === undefined || changes === '') throw new Error(`${FILE} has nothing under "Unreleased".`);
  if (rest.includes(`\n## ${version} `)) throw new Error(`${FILE} has a heading of ${version} already.`);
  return `${before}${UNRELEASED}\n## ${version} - ${date}\n\n${rest.trimStart()}`;
}

if (import.meta.main) {
  const { npm_new_version: version = '' } = process.env;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(FILE, releasedChangelog(readFileSync(FILE, 'utf8'), version, date));
}
