/** Filters in processor time: fan-out prepares and compares those of all networks (docs/spec/webhooks.md#filters). */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { filterShapes, refusedFilters } from '../../testing/filter-shapes.ts';

/** What a computation may take that serves several networks; these take a fifth of it. */
const MOST_MILLISECONDS = 5;
/** Four times the text takes four times the time; twice that, since caches hold less of it and machines are disturbed. */
const MOST_GROWTH = 8;
/** Milliseconds; below that, a growth says nothing. */
const LEAST_MEASURED = 0.1;

const Costs = v.object({
  filters: v.array(
    v.object({
      name: v.string(),
      ...{ prepared: v.number(), quarter: v.number(), checked: v.number(), compared: v.number() },
    }),
  ),
  refusals: v.array(v.object({ name: v.string(), refused: v.number() })),
});

let costs: v.InferOutput<typeof Costs>;
beforeAll(async () => {
  const program = fileURLToPath(new URL('measure-filters.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  costs = v.parse(Costs, JSON.parse(stdout));
});

describe.each(Object.keys(filterShapes))('the largest filter with %s', (shape) => {
  const own = () => costs.filters.find(({ name }) => name === shape);

  test('is prepared within milliseconds, and in time that grows no more than its size', () => {
    const { prepared = Number.NaN, quarter = Number.NaN } = own() ?? {};
    expect(prepared).toBeLessThan(MOST_MILLISECONDS);
    expect(prepared).toBeLessThan(MOST_GROWTH * Math.max(quarter, LEAST_MEASURED));
  });

  test('is checked against the name patterns of its webhook within milliseconds', () => {
    expect(own()?.checked).toBeLessThan(MOST_MILLISECONDS);
  });

  test('is compared with the dearest event within milliseconds', () => {
    expect(own()?.compared).toBeLessThan(MOST_MILLISECONDS);
  });
});

test.each(Object.keys(refusedFilters))('a filter with %s is refused within milliseconds', (shape) => {
  expect(costs.refusals.find(({ name }) => name === shape)?.refused).toBeLessThan(MOST_MILLISECONDS);
});
