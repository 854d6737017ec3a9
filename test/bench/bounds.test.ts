import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { clientSize } from '../../bench/bundle.ts';
import type { Row } from '../../bench/harness/benchmark.ts';
import { type Held, middleOf, problemsOf } from '../../bench/harness/bounds.ts';
import { buildPanel, panelFolder } from '../../panel/build.ts';

const row = (ratio: number, aim: string): Row => ({ name: 'a', figure: 1, unit: 'ms', ratio, aim });
const held: Held = { quick: true, bounds: { a: 2 } };

describe('a bound', () => {
  test.each([
    ['allows what is up to 15 % worse', 2.29, '<= 1', 0],
    ['refuses what is more than 15 % worse', 2.31, '<= 1', 1],
    ['allows less by as much, where more is better', 1.75, '>= 1', 0],
    ['refuses less than that, where more is better', 1.73, '>= 1', 1],
    ['allows whatever is better', 0.1, '<= 1', 0],
  ])('%s', (_, ratio, aim, problems) => {
    expect(problemsOf(held, [row(ratio, aim)])).toHaveLength(problems);
  });

  test('refuses a benchmark that does not measure it any more', () => {
    expect(problemsOf(held, [{ name: 'b', figure: 1, unit: 'ms' }])).toEqual(['a: not measured']);
  });

  test('holds the figure of a row without a ratio', () => {
    expect(problemsOf(held, [{ name: 'a', figure: 3, unit: 'KB' }])).toEqual(['a: 3 is 50 % worse than its bound 2']);
  });
});

test('of several measurements the one in the middle counts', () => {
  expect(middleOf([1, 3, 2].map((ratio) => [row(ratio, '<= 1')]))).toEqual([row(2, '<= 1')]);
});

test('what receivers of webhooks need is less than 4.5 KiB, and 2 KiB compressed', async () => {
  const { bytes, compressedBytes } = await clientSize('webhooks/index.ts');
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(4.5 * 1024);
  expect(compressedBytes).toBeLessThan(2.25 * 1024);
});

test('what they need to reconcile is as little', async () => {
  const { bytes, compressedBytes } = await clientSize('webhooks/reconcile.ts');
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(4 * 1024);
  expect(compressedBytes).toBeLessThan(2 * 1024);
});

const read = (file: string): Buffer => readFileSync(join(panelFolder, file));
/** As in bench/panel.ts: with brotli, at a middle quality, since CloudFront does not say which it uses. */
const compressed = (file: Buffer): number =>
  brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

test('the first load of the panel is at most 400 KB, compressed', async () => {
  await buildPanel();
  const assets = read('pages/index.html')
    .toString()
    .matchAll(/"(assets\/[^"]+)"/g);
  const files = ['pages/index.html', ...Array.from(assets, ([, file = '']) => file)];
  expect(files.length).toBeGreaterThan(3);
  expect(files.reduce((sum, file) => sum + compressed(read(file)), 0)).toBeLessThanOrEqual(400_000);
});
