/** Callers choose their time-outs by the latency in the guide about failures: its figures are the latest that were measured. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

type Pair = readonly [p50: number, p99: number];
/** In the order of the columns of performance.md: a call that blocks, an activity record, a delivery. */
type Latencies = readonly Pair[];

const measured = readFileSync('docs/performance.md', 'utf8').replaceAll(/\s+/g, ' ');
const guide = readFileSync('docs/guides/failures.md', 'utf8');

const pairs = (text: string, pattern: RegExp): Latencies =>
  [...text.matchAll(pattern)].map(([, p50, p99]) => [Number(p50), Number(p99)]);

test('the guide about failures has the latest measured latencies', () => {
  const [alone = ''] = /Without a flood,[^.]*\./.exec(measured) ?? [];
  const floods = [...measured.matchAll(/\| [a-z][^|]*((?:\| +\d+, \d+ ){3})\|/g)].map(([, cells = '']) =>
    pairs(cells, /(\d+), (\d+)/g),
  );
  expect(floods.length).toBeGreaterThan(5);
  const worst = [0, 1, 2].map((kind) =>
    [0, 1].map((quantile) => Math.max(...floods.map((latencies) => latencies[kind]?.[quantile] ?? Number.NaN))),
  );
  const stated = [...guide.matchAll(/^\| [a-z][^|]*\| +(\d+), (\d+) +\| +(\d+), (\d+) +\|$/gm)].map((row) =>
    row.slice(1).map(Number),
  );
  expect(stated).toEqual(pairs(alone, /(\d+) and (\d+)/g).map((pair, kind) => [...pair, ...(worst[kind] ?? [])]));
});
