/** What pages repeat of others, which change without them: measured times, and the list of commands. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildProgram } from '@social-platform-services/ctl/program';
import { ownCommands } from '../../bin/sps/own-commands.ts';

const cellsOf = (row: string): readonly string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const timesOf = (text: string): readonly number[] => [...text.matchAll(/\d+/g)].map(([number]) => Number(number));

test('the latency to expect is that of the benchmark, alone and beside the worst flood', () => {
  const [, section = ''] = readFileSync('docs/performance.md', 'utf8').split('\n## Beside a flood\n');
  const [measured = ''] = section.split(/^## /m, 1);
  const rows = (measured.match(/^\|.*\|$/gm) ?? []).slice(2).map((row) => cellsOf(row).map(timesOf));
  const [, ...alone] =
    /block calls\s+take (\d+) and (\d+), activity (\d+) and (\d+), deliveries (\d+) and (\d+)/.exec(measured) ?? [];
  const expected = [1, 2, 3].map((column) => [
    alone.slice(2 * column - 2, 2 * column).join(', '),
    [0, 1].map((which) => Math.max(...rows.map((row) => row[column]?.[which] ?? 0))).join(', '),
  ]);

  const [, guide = ''] = readFileSync('docs/guides/failures.md', 'utf8').split('\n## What latency to expect\n');
  const said = (guide.match(/^\|.*\|$/gm) ?? []).slice(2).map((row) => cellsOf(row).slice(1));
  expect(said).toEqual(expected);
});

test('the guide to the command line names every command', async () => {
  const page = readFileSync('docs/guides/command-line.md', 'utf8');
  const { commands } = await buildProgram([], ownCommands);
  const isNamed = (name: string): boolean => new RegExp(`(\`|ctl -- |sps |ctl )${name}[ \`]`).test(page);
  const names = commands.map((command) => command.name()).filter((name) => name !== 'complete');
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});
