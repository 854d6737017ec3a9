/** The changelog of a release, in the form of https://keepachangelog.com/en/1.1.0/. */

const UNRELEASED = '## Unreleased\n';

/**
 * Returns the changelog with what is under "Unreleased" under the version, and nothing under "Unreleased". `date` is such as
 * `2026-11-23`. Throws if nothing is unreleased, or the version has a heading already.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) throw new Error('CHANGELOG.md has no heading "Unreleased".');
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has a heading of ${version} already.`);
  const before = changelog.slice(0, start + UNRELEASED.length);
  const rest = changelog.slice(start + UNRELEASED.length);
  const changes = rest.split(/^## /m, 1).join('').trim();
  if (changes === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  return `${before}\n## ${version} - ${date}\n\n${rest.trimStart()}`;
}
