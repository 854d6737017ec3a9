import { expect, test } from '@jest/globals';
import { releasedChangelog } from '../../scripts/changelog.ts';

const before = '# Changelog\n\nText.\n\n## Unreleased\n\n### Added\n\n- One.\n';
const first = releasedChangelog(before, '1.0.0', '2026-11-23');

test('a release has what was unreleased', () => {
  expect(first).toBe('# Changelog\n\nText.\n\n## Unreleased\n\n## 1.0.0 - 2026-11-23\n\n### Added\n\n- One.\n');
});

test('a release has the releases before below it', () => {
  const more = first.replace('## Unreleased\n', '## Unreleased\n\n- Two.\n');
  const second = releasedChangelog(more, '1.1.0', '2026-12-01');
  const shown = ['## Unreleased', '## 1.1.0 - 2026-12-01', '- Two.', '## 1.0.0 - 2026-11-23', '- One.'];
  expect(second.split('\n').filter((line) => /^## |^- /.test(line))).toEqual(shown);
});

test('nothing is released twice, and no release is empty', () => {
  expect(() => releasedChangelog(first, '1.0.1', '2026-11-24')).toThrow(/nothing under "Unreleased"/);
  const more = first.replace('## Unreleased\n', '## Unreleased\n\n- Two.\n');
  expect(() => releasedChangelog(more, '1.0.0', '2026-11-24')).toThrow(/a heading of 1\.0\.0 already/);
});
