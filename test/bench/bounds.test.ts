import { describe, expect, test } from '@jest/globals';
import { clientSize } from '../../bench/bundle.ts';
import type { Row } from '../../bench/harness/benchmark.ts';
import { type Held, middleOf, problemsOf } from '../../bench/harness/bounds.ts';

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

test.each([
  ['webhooks/index.ts', 4.5, 2.25],
  ['webhooks/reconcile.ts', 4, 2],
])(
  'what receivers of webhooks need of %s is less than %f KiB, and %f KiB compressed',
  async (file, most, compressed) => {
    const { bytes, compressedBytes } = await clientSize(file);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(most * 1024);
    expect(compressedBytes).toBeLessThan(compressed * 1024);
  },
);

test('what front ends need of react/index.ts beside the client and React is less than 3 KB, compressed', async () => {
  const { bytes, compressedBytes } = await clientSize('react/index.ts');
  expect(bytes).toBeGreaterThan(1_000);
  expect(compressedBytes).toBeLessThan(3_000);
});
