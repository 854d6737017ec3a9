/** Every citation of the specification, of a decision or of another page has a target that exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** Each decision says when, whether it holds, what else, and its cost. */
describe.each(globSync('docs/adr/*-*.md'))('%s', (page) => {
  const record = readFileSync(page, 'utf8');

  test('has a date and a status, the alternatives and the cost', () => {
    expect(record).toMatch(/^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted|replaced by \[.+\]\(.+\))\.\n/);
    expect(record.match(/^## .+/gm)).toEqual(['## Context', '## Decision', '## Alternatives', '## Cost']);
  });

  test('is in the list of decisions', () => {
    expect(readFileSync('docs/adr/README.md', 'utf8')).toContain(`(${page.replace('docs/adr/', '')})`);
  });
});

/** Files and commands that documents name exist. */
const pages = [
  ...globSync('*.md'),
  ...globSync('{bin,client,ctl,lambdas,lib,local,panel,scripts}/**/*.md', { exclude: ['**/node_modules'] }),
  ...globSync(['docs/**/*.md', 'docs/.vitepress/*.md'], { exclude: ['**/node_modules'] }),
  ...globSync('.github/*.md'),
];
const folders = [
  '.ci',
  'bench',
  'bin',
  'client',
  'contract',
  'ctl',
  'docs',
  'examples',
  'lambdas',
  'lib',
  'local',
  'scripts',
  'test',
];

/** Characters of a line of a table. Longer ones can't be read in a terminal or in a diff: such a table is a list. */
const TABLE_WIDTH = 200;

describe.each(pages)('%s', (page) => {
  const markdown = readFileSync(page, 'utf8');

  test('has no table that is wider than a terminal', () => {
    const lines = markdown.split('\n').filter((line) => line.startsWith('|') && line.length > TABLE_WIDTH);
    expect(lines).toEqual([]);
  });

  test('indents every line of a list item', () => {
    const text = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
    const notIndented = text.matchAll(/^(?: +\S|[-*] |\d+\. ).*\n(?![-*] |\d+\. |[#<|])(\S.*)/gm);
    expect(Array.from(notIndented, ([, line]) => line)).toEqual([]);
  });

  test('names files and folders that exist', () => {
    const names = [...markdown.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, name = '']) => name);
    const ours = names.filter((name) => folders.includes(name.split('/')[0] ?? ''));
    expect(ours.filter((name) => !existsSync(name))).toEqual([]);
  });

  test('names commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...markdown.matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

const withoutCitations = /\.(?:png|snap)$|\.generated\.|^package-lock\.json$|^docs\/api\.md$/;
/** Its samples are wrong on purpose. */
const thisFile = 'docs/test/pages.test.ts';

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

/** A page of the specification or a decision, by its path from the project's folder, with or without a heading. */
const CITATION = /\bdocs\/(?:spec|adr)\/[\w-]+(?:\.[\w-]+)*(?:#[\p{L}\p{N}_-]*)?/gu;
const MARKDOWN_LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
/** A source without `docs/spec/`, or a number instead of a heading. A comment's line may end in between. */
const BARE_SOURCE =
  /\b(?:service|events|decisions|interface)\.md\b|\bdecisions?(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|\/\/|#)?[ \t]*)\d+\w*/gi;

/** The citations and, in Markdown, the links whose file or heading is missing, each as `path:line: citation`. */
function brokenCitations(path: string, text: string): readonly string[] {
  const citations = [...text.matchAll(CITATION)].map((match) => ({
    match,
    cited: match[0],
    leads: leads('', match[0]),
  }));
  const links = [...linksOf(path, text)]
    .map((match) => ({ match, cited: match[1] ?? '' }))
    .filter(({ cited }) => !/^https?:/.test(cited))
    .map(({ match, cited }) => ({ match, cited, leads: leads(path, cited) }));
  return [...citations, ...links]
    .filter((citation) => !citation.leads)
    .map(({ match, cited }) => located(path, text, match.index, cited));
}

/** The mentions of a source that name no page and heading of `docs/spec/`, each as `path:line: mention`. */
function bareCitations(path: string, text: string): readonly string[] {
  const blank = (cited: string): string => cited.replaceAll(/[^\n]/g, ' ');
  const withoutLinks = path.endsWith('.md') ? text.replaceAll(MARKDOWN_LINK, blank) : text;
  return [...withoutLinks.replaceAll(CITATION, blank).matchAll(BARE_SOURCE)].map((match) =>
    located(path, text, match.index, match[0].replaceAll(/[\s*/#]+/g, ' ')),
  );
}

const linksOf = (path: string, text: string): Iterable<RegExpExecArray> =>
  path.endsWith('.md') ? text.matchAll(MARKDOWN_LINK) : [];

const located = (path: string, text: string, index: number, cited: string): string =>
  `${path}:${text.slice(0, index).split('\n').length}: ${cited}`;

/** Whether a citation in the file `from` leads to a file and, where it names one, to a heading. */
function leads(from: string, cited: string): boolean {
  const [file = '', anchor] = cited.split('#');
  const target = file === '' ? from : join(dirname(from), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** The anchors that GitHub makes of headings. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
