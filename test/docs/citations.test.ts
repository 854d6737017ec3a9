/** Every citation of the specification, of a decision or of another page has a target that exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { bareCitations, brokenCitations } from './citations.ts';

const withoutCitations = /\.(?:png|snap)$|\.generated\.|^package-lock\.json$|^docs\/api\.md$/;
/** Its samples are wrong on purpose. */
const thisFile = 'test/docs/citations.test.ts';

describe('the files of the project', () => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const files = listed
    .split('\0')
    .filter((path) => existsSync(path) && path !== thisFile && !withoutCitations.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

  test('include code and pages', () => {
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'docs/spec/README.md', 'lambdas/block/block-user.ts', '.ci/run']),
    );
  });

  test('cite and link to headings and files that exist', () => {
    expect(files.flatMap(({ path, text }) => brokenCitations(path, text))).toEqual([]);
  });

  test('cite the specification by page and heading', () => {
    expect(files.flatMap(({ path, text }) => bareCitations(path, text))).toEqual([]);
  });
});

test.each([
  [
    'lambdas/x.ts',
    'a\n// docs/spec/blocking.md#no-such-heading',
    'lambdas/x.ts:2: docs/spec/blocking.md#no-such-heading',
  ],
  ['lambdas/x.ts', 'docs/adr/0001-no-such-decision.md', 'lambdas/x.ts:1: docs/adr/0001-no-such-decision.md'],
  ['docs/design.md', '[x](spec/events.md#nothing)', 'docs/design.md:1: spec/events.md#nothing'],
  ['docs/design.md', '[x](#nothing)', 'docs/design.md:1: #nothing'],
])('a citation in %s that leads nowhere is found: %j', (path, text, reported) => {
  expect(brokenCitations(path, text)).toEqual([reported]);
});

test.each([
  ['service.md 4.1', 'service.md'],
  ['see decision\n * 24', 'decision 24'],
])('a citation without a page is found: %j', (mention, reported) => {
  expect(bareCitations('lambdas/x.ts', `a\n/** ${mention} */`)).toEqual([`lambdas/x.ts:2: ${reported}`]);
});
