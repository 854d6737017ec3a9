import { globSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { dearText, expressionsOf } from './regular-expressions.ts';
import { table } from './table.ts';

/** What runs on text from outside. Tests' own expressions, generators and the local cloud's are not among them. */
const files = globSync('{contract,lambdas,client,ctl,panel}/**/*.{ts,tsx}').filter(
  (file) => !/\.d\.ts$|^\w+\/(test|node_modules)\//.test(file),
);
const found = files.map((file) => ({ file, ...expressionsOf(file) }));

const literals = new Map(
  found.flatMap(({ file, literals: own }) => own.map((expression) => [`${expression}`, { file, expression }] as const)),
);

describe('a regular expression takes linear time, as far as a search finds', () => {
  test.each([...literals])('%s', async (_source, { expression }) => {
    expect(await dearText(expression)).toBeUndefined();
  });
});

test('the search finds what backtracks', async () => {
  const bad = [/^(a+)+$/, /\s+$/, /^(\w|a)*!$/, /".*".*;/, /\/\*.*\*\//g, /^[a-z]+[a-z0-9]+[a-z]+$/, /(x+x+)+y/];
  for (const expression of bad)
    expect({ expression, text: await dearText(expression) }).toEqual({ expression, text: expect.any(String) });
});

test('what is made at runtime is tried by a row of the table', () => {
  const making = found.filter(({ makesOthers }) => makesOthers).map(({ file }) => file);
  const tried = table.flatMap(({ expressionsOf: own = [] }) => own);
  expect(making.filter((file) => !tried.includes(file))).toEqual([]);
});
