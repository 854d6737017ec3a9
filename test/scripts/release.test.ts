/** What a release says: in the changelog, and of the repository that it is from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { releasedChangelog, releaseNotes } from '../../scripts/changelog.ts';
import { packageManifest } from '../../scripts/package/manifest.ts';
import { releaseProblem, repositoryOf } from '../../scripts/package/repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the changelog', () => {
  const before = '# Changelog\n\nText.\n\n## Unreleased\n\n### Added\n\n- One.\n';
  const first = releasedChangelog(before, '1.0.0', '2026-11-23');
  const unreleased = (text: string): string => first.replace('## Unreleased\n', `## Unreleased\n\n${text}\n`);

  test('of a release has what was unreleased, and how to upgrade', () => {
    expect(first).toMatch(
      /^# Changelog\n\nText\.\n\n## Unreleased\n\n## 1\.0\.0 - 2026-11-23\n\n### Added\n\n- One\.\n\n### Upgrade\n\n.*npm install social-platform-services@1\.0\.0/,
    );
  });

  test('of a release has the releases before below it', () => {
    const second = releasedChangelog(unreleased('### Fixed\n\n- Two.'), '1.1.0', '2026-12-01');
    const shown = ['## Unreleased', '## 1.1.0 - 2026-12-01', '- Two.', '## 1.0.0 - 2026-11-23', '- One.'];
    expect(second.split('\n').filter((line) => /^## |^- /.test(line))).toEqual(shown);
    expect(releaseNotes(second, '1.1.0')).toMatch(/^### Fixed\n\n- Two\.\n\n### Upgrade\n(?!.*- One)/s);
    expect(releaseNotes(second, '1.0.0')).toBe(releaseNotes(first, '1.0.0'));
    expect(() => releaseNotes(second, '1.2.0')).toThrow(/has no version 1\.2\.0/);
  });

  test.each([
    ['', /nothing under "Unreleased"/],
    ['- Two.', /belongs to a group: Added, Changed/],
    ['### New\n\n- Two.', /belongs to a group/],
    ['### Removed\n\n- Two.', /say under "### Upgrade" what/],
  ])('of a release can not have %j', (text, problem) => {
    expect(() => releasedChangelog(unreleased(text), '1.0.1', '2026-11-24')).toThrow(problem);
  });

  test('of a version is written once', () => {
    const more = unreleased('### Fixed\n\n- Two.');
    expect(() => releasedChangelog(more, '1.0.0', '2026-11-24')).toThrow(/a heading of 1\.0\.0 already/);
  });

  test('says how to upgrade in the words of its authors, if these are there', () => {
    const own = unreleased('### Removed\n\n- Two.\n\n### Upgrade\n\nThree.');
    expect(releaseNotes(releasedChangelog(own, '2.0.0', '2026-12-01'), '2.0.0')).toBe(
      '### Removed\n\n- Two.\n\n### Upgrade\n\nThree.\n',
    );
  });

  test('of this project can be released, or has been', () => {
    const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const changelog = readFileSync('CHANGELOG.md', 'utf8');
    if (changelog.includes(`\n## ${version} `)) return;
    expect(scripts.release).toContain('--allow-same-version');
    const released = releasedChangelog(changelog, version, '2026-12-01');
    expect(releaseNotes(released, version)).toMatch(/### Added[\s\S]*### Upgrade/);
  });
});

describe('the repository of a package', () => {
  const workflow = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/social' };
  const url = 'git+https://github.com/acme/social.git';
  const folderWith = (manifest: object): string => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    return folder;
  };
  const given = { repository: { type: 'git', url: 'git+https://git.example.com/social.git' } };

  test('is that of package.json, else that of the workflow, else none', () => {
    expect(repositoryOf(folderWith(given), workflow)).toEqual(given.repository);
    expect(repositoryOf(folderWith({}), workflow)).toEqual({ type: 'git', url });
    expect(repositoryOf(folderWith({}), {})).toBeUndefined();
    expect(packageManifest('.').repository).toEqual(repositoryOf('.'));
  });

  test('is one without which nothing is released, and the one that releases', () => {
    expect(releaseProblem(folderWith({}), workflow)).toMatch(/names no repository/);
    expect(releaseProblem(folderWith(given), workflow)).toMatch(/names .*git\.example\.com.*acme\/social/);
    expect(releaseProblem(folderWith({ repository: { type: 'git', url } }), workflow)).toBeUndefined();
  });
});
