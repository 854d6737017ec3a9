/** The names of tests, which a failing line has to show whole (CONTRIBUTING.md#day-to-day). */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const MAX_LENGTH = 100;

/** A call of `test` or `describe`, with `each` and its table or without, up to its name. */
const NAMED = /\b(?:test|describe)(?:\.\w+(?:<[^(]*>)?(?:\([\s\S]*?\n\s*\]\))?)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;

const longNames = (text: string): string[] =>
  [...text.matchAll(NAMED)].map(([, , name = '']) => name).filter((name) => name.length > MAX_LENGTH);

test('the name of a test has at most 100 characters', () => {
  const files = globSync('{test,client,ctl,local,panel,docs}/**/*.test.ts', {
    exclude: (path) => path.includes('node_modules'),
  });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => longNames(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a name that is too long is found, also below a table', () => {
  const long = 'x'.repeat(MAX_LENGTH + 1);
  expect(longNames(`test('${long}', () => {});`)).toEqual([long]);
  expect(longNames(`test.each<readonly [string]>([\n  ['a'],\n])('${long}', () => {});`)).toEqual([long]);
  expect(longNames(`describe('${'x'.repeat(MAX_LENGTH)}', () => {});`)).toEqual([]);
});
