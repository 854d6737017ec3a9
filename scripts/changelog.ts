/**
 * The changelog (https://keepachangelog.com/en/1.1.0/) of a release.
 *
 * `node scripts/changelog.ts` is a step of `npm version`, which `npm run release -- <version>` calls: it moves what
 * CHANGELOG.md has under "Unreleased" below a heading of the new version. npm has refused a tree with changes before, and
 * commits and tags afterwards. `node scripts/changelog.ts notes <version>` prints what it has of a released version.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';

/** How entries are grouped: those of Keep a Changelog, and what to do about them. */
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Upgrade'];

/** How to get to a version where nothing special has to be done. */
const usualUpgrade = (version: string): string =>
  `### Upgrade

With the package: \`npm install social-platform-services@${version}\`, then \`npx sps diff --env STAGE\` and \`npx sps deploy --env STAGE\`
for each stage. In a clone: \`docs/guides/deploy.md\`, "Upgrade". Callers need no change.
`;

/**
 * The changelog after the release, which says how to upgrade. `date` is such as `2026-11-23`. Throws if nothing is
 * unreleased, an entry is in no group, something was removed without a word on the upgrade, or the version has a heading
 * already.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before, rest] = changelog.split(UNRELEASED);
  const changes = rest?.split(/^## /m, 1).join('').trim();
  if (rest === undefined || !changes) throw new Error(`${FILE} has nothing under "Unreleased".`);
  if (rest.includes(`\n## ${version} `)) throw new Error(`${FILE} has a heading of ${version} already.`);
  const groups = [...changes.matchAll(/^### (.*)$/gm)].map(([, name = '']) => name);
  if (!changes.startsWith('### ') || groups.some((name) => !GROUPS.includes(name)))
    throw new Error(`Each entry under "Unreleased" in ${FILE} belongs to a group: ${GROUPS.join(', ')}.`);
  const isUpgradeSaid = groups.includes('Upgrade');
  if (groups.includes('Removed') && !isUpgradeSaid)
    throw new Error(`${FILE} removes something: say under "### Upgrade" what those who use it have to do.`);
  const released = isUpgradeSaid ? `${changes}\n` : `${changes}\n\n${usualUpgrade(version)}`;
  const older = rest.slice(rest.indexOf(changes) + changes.length).trimStart();
  return `${before}${UNRELEASED}\n## ${version} - ${date}\n\n${released}${older && `\n${older}`}`;
}

/** What the changelog has of a released version, without its heading. Throws if there is no such version. */
export function releaseNotes(changelog: string, version: string): string {
  const [, section] = changelog.split(`\n## ${version} - `);
  const notes = section?.split(/^## /m, 1).join('');
  if (notes === undefined) throw new Error(`${FILE} has no version ${version}.`);
  return `${notes.slice(notes.indexOf('\n')).trim()}\n`;
}

if (import.meta.main) {
  const [command, version] = process.argv.slice(2);
  const changelog = readFileSync(FILE, 'utf8');
  if (command === 'notes' && version !== undefined) process.stdout.write(releaseNotes(changelog, version));
  else {
    const { npm_new_version: released = '' } = process.env;
    writeFileSync(FILE, releasedChangelog(changelog, released, new Date().toISOString().slice(0, 10)));
  }
}
