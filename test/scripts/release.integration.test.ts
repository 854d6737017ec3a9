import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ReleaseRefused, release, releasedChangelog } from '../../scripts/release.ts';

const before = '# Changelog\n\nText.\n\n## Unreleased\n\n### Added\n\n- One.\n';
let folder: string;
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const releaseOf = (version: string, build = async () => {}) => release(version, { folder, date: '2026-11-23', build });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sps-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  git('config', 'commit.gpgsign', 'false');
  git('config', 'tag.gpgsign', 'false');
  write('package.json', '{\n  "name": "x",\n  "version": "0.9.0"\n}\n');
  write('CHANGELOG.md', before);
  write('generated.txt', '0.9.0\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a release', () => {
  test('moves the changes under the version, and commits and tags all of it', async () => {
    const build = async () => write('generated.txt', '0.10.0\n');
    expect(await releaseOf('0.10.0', build)).toBe('v0.10.0');
    expect(read('CHANGELOG.md')).toBe(
      '# Changelog\n\nText.\n\n## Unreleased\n\n## 0.10.0 - 2026-11-23\n\n### Added\n\n- One.\n',
    );
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.10.0' });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s')).toBe('Release 0.10.0\nFirst');
    expect(git('show', '--stat', '--format=', 'HEAD')).toMatch(/generated\.txt/);
    expect(git('rev-list', '-n', '1', 'v0.10.0')).toBe(git('rev-parse', 'HEAD'));
    expect(git('cat-file', '-t', 'v0.10.0')).toBe('tag');
  });

  test.each([
    ['1.0', /is not a version such as 1\.2\.3/],
    ['v1.0.0', /is not a version/],
    ['01.0.0', /is not a version/],
    ['0.9.0', /is not above the present version, 0\.9\.0/],
    ['0.8.9', /is not above/],
  ])('of %s is refused', async (version, message) => {
    await expect(releaseOf(version)).rejects.toThrow(message);
    await expect(releaseOf(version)).rejects.toBeInstanceOf(ReleaseRefused);
    expect(git('tag')).toBe('');
  });

  test('is refused on a tree with changes, and with files that are not committed', async () => {
    write('new.txt', '');
    await expect(releaseOf('1.0.0')).rejects.toThrow(/The tree has changes/);
    expect(read('CHANGELOG.md')).toBe(before);
  });

  test('is refused if its tag exists', async () => {
    git('tag', 'v1.0.0');
    await expect(releaseOf('1.0.0')).rejects.toThrow(/The tag v1\.0\.0 exists/);
  });

  test('is refused if nothing has changed since the last one', async () => {
    await releaseOf('1.0.0');
    await expect(releaseOf('1.0.1')).rejects.toThrow(/nothing under "Unreleased"/);
  });

  test('leaves the tree as it was if the build fails', async () => {
    const build = async () => {
      write('generated.txt', 'half\n');
      throw new Error('broken');
    };
    await expect(releaseOf('1.0.0', build)).rejects.toThrow('broken');
    expect(git('status', '--porcelain')).toBe('');
    expect(read('generated.txt')).toBe('0.9.0\n');
    expect([git('tag'), git('log', '--format=%s')]).toEqual(['', 'First']);
    expect(existsSync(join(folder, 'package-lock.json'))).toBe(false);
  });
});

test('the changelog of a release has the releases before below it', () => {
  const first = releasedChangelog(before, '1.0.0', '2026-11-23');
  const second = releasedChangelog(
    first.replace('## Unreleased\n', '## Unreleased\n\n- Two.\n'),
    '1.1.0',
    '2026-12-01',
  );
  expect(second.split('\n').filter((line) => /^## |^- /.test(line))).toEqual([
    '## Unreleased',
    '## 1.1.0 - 2026-12-01',
    '- Two.',
    '## 1.0.0 - 2026-11-23',
    '- One.',
  ]);
});
