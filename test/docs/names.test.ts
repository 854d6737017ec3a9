/** Files and commands that documents name exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const pages = [
  ...globSync('*.md'),
  ...globSync('local/*.md'),
  ...globSync('docs/**/*.md'),
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

describe.each(pages)('%s', (page) => {
  const markdown = readFileSync(page, 'utf8');

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
