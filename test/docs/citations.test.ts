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

describe('a citation', () => {
  test.each(['docs/spec/blocking.md#hide-check', 'docs/spec/blocking.md', 'docs/adr/0001-http-api.md', 'docs/adr/'])(
    'may be %s',
    (citation) => {
      expect(brokenCitations('lambdas/x.ts', `/** Why (${citation}). */`)).toEqual([]);
      expect(bareCitations('lambdas/x.ts', `/** Why (${citation}). */`)).toEqual([]);
    },
  );

  test.each([
    'docs/spec/blocking.md#no-such-heading',
    'docs/spec/blocking.md#',
    'docs/spec/no-such-page.md',
    'docs/spec/blocking#hide-check',
    'docs/adr/0001-no-such-decision.md',
    'docs/adr/0001',
  ])('may not be %s', (citation) => {
    expect(brokenCitations('lambdas/x.ts', `a\n// See ${citation}.`)).toEqual([`lambdas/x.ts:2: ${citation}`]);
  });

  test.each([
    ['service.md 4.1', 'service.md'],
    ['events.md', 'events.md'],
    ['Decisions 8–10', 'Decisions 8'],
    ['decision 29a', 'decision 29a'],
    ['see decision\n * 24', 'decision 24'],
    ['see decisions\n// 2', 'decisions 2'],
  ])('may not be bare: %j', (mention, reported) => {
    expect(bareCitations('lambdas/x.ts', `a\n/** ${mention} */`)).toEqual([`lambdas/x.ts:2: ${reported}`]);
  });
});

test('a heading is no bare citation of the number below it', () => {
  expect(bareCitations('docs/adr/x.md', '## Decision\n\n403 is the status.')).toEqual([]);
});

describe('a link of a page', () => {
  test.each([
    '[events.md](spec/events.md#catalogue)',
    '[above](#the-flow)',
    '[decisions](adr/)',
    '[a site](https://example.com/service.md)',
  ])('may be %s', (link) => {
    expect(brokenCitations('docs/design.md', link)).toEqual([]);
    expect(bareCitations('docs/design.md', link)).toEqual([]);
  });

  test.each([
    ['[x](spec/events.md#nothing)', 'spec/events.md#nothing'],
    ['[x](events.md)', 'events.md'],
    ['[x](#nothing)', '#nothing'],
  ])('may not be %s', (link, reported) => {
    expect(brokenCitations('docs/design.md', `a\n\n${link}`)).toEqual([`docs/design.md:3: ${reported}`]);
  });
});
