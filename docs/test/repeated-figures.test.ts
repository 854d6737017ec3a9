/** What pages repeat of others and of the code, which change without them: measured times, and lists of names. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildProgram } from '@social-platform-services/ctl/program';
import { ownCommands } from '../../bin/sps/own-commands.ts';
import { reservedHeaderPrefixes, reservedHeaders } from '../../contract/webhook-headers.ts';

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
    /(\d+) and (\d+) ms for block calls, (\d+) and (\d+) ms for activities, and (\d+) and (\d+) ms\s+for deliveries/.exec(
      measured,
    ) ?? [];
  const expected = [1, 2, 3].map((column) => [
    alone.slice(2 * column - 2, 2 * column).join(', '),
    [0, 1].map((which) => Math.max(...rows.map((row) => row[column]?.[which] ?? 0))).join(', '),
  ]);

  const [, guide = ''] = readFileSync('docs/guides/failures.md', 'utf8').split('\n## What latency to expect\n');
  const said = (guide.match(/^\|.*\|$/gm) ?? []).slice(2).map((row) => cellsOf(row).slice(1));
  expect(said).toEqual(expected);
});

test('the README has the cost and the time of delivery that their pages have', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, dollars = ''] = /\| \*\*sum\*\* .* \*\*\$(\d+)\*\* +\|$/m.exec(readFileSync('docs/cost.md', 'utf8')) ?? [];
  const tens = Math.round(Number(dollars) / 10) * 10;
  expect(readme).toContain(`about $${tens} a month for a million users`);
  const performance = readFileSync('docs/performance.md', 'utf8');
  const [, p50 = '', p99 = ''] =
    /^\| from 202 to the request at the receiver, p50 and p99 +\| ([\d.]+) and ([\d.]+) ms/m.exec(performance) ?? [];
  expect(readme.replaceAll(/\s+/g, ' ')).toContain(
    `is ${Math.round(Number(p50))} ms at the median, and ${Math.round(Number(p99))} ms at the 99th percentile`,
  );
});

test('pages say that there is no release as long as the changelog has none', () => {
  const isReleased = /^## \[?\d+\.\d+\.\d+/m.test(readFileSync('CHANGELOG.md', 'utf8'));
  const pages = globSync('{*,docs/*,docs/guides/*,examples/*/*,client/*,local/*}.md').filter((page) =>
    /\bthere is no release\b|\bin no registry (before|yet)\b/i.test(readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ')),
  );
  const saying = [
    'README.md',
    'SECURITY.md',
    'docs/guides/comparison.md',
    'docs/guides/local.md',
    'docs/guides/own-app.md',
  ];
  const others = ['examples/own-app/README.md', 'local/README.md'];
  expect(pages.sort()).toEqual(isReleased ? [] : [...saying, ...others].sort());
});

test('AWS WAF has one price on all pages', () => {
  const pages = ['docs/adr/0035-firewall-in-front.md', 'docs/cost.md', 'docs/guides/deploy.md'];
  const prices = pages.map((page) =>
    /\$[\d.]+ a month\b[^$]*\$([\d.]+) (?:for )?a million requests/.exec(readFileSync(page, 'utf8')),
  );
  for (const [index, price] of prices.entries())
    expect({ page: pages[index], price: price?.[0].match(/\$[\d.]+/g) }).toEqual({
      page: pages[index],
      price: ['$7.40', '$1.60'],
    });
});

test('the guide to the command line names every command', async () => {
  const page = readFileSync('docs/guides/command-line.md', 'utf8');
  const { commands } = await buildProgram([], ownCommands);
  const isNamed = (name: string): boolean => new RegExp(`(\`|ctl -- |sps |ctl )${name}[ \`]`).test(page);
  const names = commands.map((command) => command.name()).filter((name) => name !== 'complete');
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

test('the specification of webhooks lists every reserved name of a custom header, and no other', () => {
  const [, behind = ''] = readFileSync('docs/spec/webhooks.md', 'utf8').split('These names are reserved:\n\n');
  const [list = ''] = behind.split('\n\n', 1);
  const names = Array.from(list.matchAll(/`([^`]+)`/g), ([, name]) => name);
  expect(names.sort()).toEqual([...reservedHeaders, ...reservedHeaderPrefixes].sort());
});
