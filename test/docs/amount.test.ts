/** Hand-written pages stay short, and each decision says when, whether it holds, what else, and its cost. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

/** Cut a text elsewhere before you raise it. */
const MOST_WORDS = 50_000;
/** A word has a letter or a digit: the bars of tables don't count. */
const wordsIn = (markdown: string): number => markdown.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;

const isGenerated = (page: string): boolean => page.startsWith('docs/api');
const withoutTables = (markdown: string): string => markdown.replace(/<!-- table: \w+ -->[\s\S]*?<!-- end -->/g, '');

test(`pages that are written by hand have at most ${MOST_WORDS} words`, () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
  const words = pages
    .filter((page) => !isGenerated(page))
    .map((page) => wordsIn(withoutTables(readFileSync(page, 'utf8'))));
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MOST_WORDS);
});

describe.each(globSync('docs/adr/*-*.md'))('%s', (page) => {
  const record = readFileSync(page, 'utf8');

  test('has a date and a status, the alternatives and the cost', () => {
    expect(record).toMatch(/^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted|replaced by \[.+\]\(.+\))\.\n/);
    expect(record.match(/^## .+/gm)).toEqual(['## Context', '## Decision', '## Alternatives', '## Cost']);
  });

  test('is short, and in the list of decisions', () => {
    expect(wordsIn(record)).toBeLessThanOrEqual(450);
    expect(readFileSync('docs/adr/README.md', 'utf8')).toContain(`(${page.replace('docs/adr/', '')})`);
  });
});
