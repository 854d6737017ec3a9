/** Pages in which some tables are generated. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { withTables } from '../../bin/prove/markdown.ts';
import { stages } from '../../lib/config.ts';
import { load } from '../../scripts/capacity/load.ts';
import { sending } from '../../scripts/capacity/scale-tables.ts';
import { releasedChangelog } from '../../scripts/changelog.ts';

// What tables look like, `npm run check` compares with the pages.
test('a table without a place is an error', () => {
  const page = 'before\n\n<!-- table: a -->\nold\n<!-- end -->\n\nafter\n';
  expect(() => withTables(page, { b: '| x |' })).toThrow('The page has no place for the table b.');
});

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

test('the version of package.json is released already, or can be', () => {
  const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const isReleased = readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version} `);
  expect(isReleased || scripts.release.includes('--allow-same-version')).toBe(true);
});

test.each([stages.staging, stages.prod])(
  'a network at its default quota takes at most a fifth of what the fast lane of $name sends, and no network more than all',
  ({ delivery, quotas }) => {
    const perSecond = (delivery.concurrency.firstAttempts * load.webhooks) / sending;
    expect(quotas.network.deliveries).toBeLessThanOrEqual(perSecond / 5);
    expect(quotas.highest.deliveries).toBeLessThanOrEqual(perSecond);
  },
);
