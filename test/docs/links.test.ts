/** What the pages name is there: the files that they link to, the files and commands that they mention. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const pages = [...globSync('*.md'), ...globSync('docs/**/*.md'), ...globSync('.github/*.md')];
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

describe.each(pages)('%s', (page) => {
  const markdown = readFileSync(page, 'utf8');

  test('links to headings and files that are there', () => {
    const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^https?:/.test(link) && !leadsSomewhere(page, link))).toEqual([]);
  });

  test('names files and folders that are there', () => {
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

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : join(dirname(page), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** As GitHub makes them of headings. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
