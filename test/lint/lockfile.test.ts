import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import satisfies from 'spdx-satisfies';
import * as v from 'valibot';

const Lockfile = v.object({
  packages: v.record(
    v.string(),
    v.looseObject({
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      inBundle: v.optional(v.boolean(), false),
      link: v.optional(v.boolean(), false),
      dependencies: v.optional(v.record(v.string(), v.string())),
      devDependencies: v.optional(v.record(v.string(), v.string())),
    }),
  ),
});

const lockfiles = ['package-lock.json', 'test/proof/mutation/package-lock.json'].map((file) =>
  v.parse(Lockfile, JSON.parse(readFileSync(file, 'utf8'))),
);
/** Those that npm fetches: not the project's own, nor the links to its workspaces. */
const installed = lockfiles
  .flatMap(({ packages }) => Object.entries(packages))
  .filter(([path, { link }]) => path.includes('node_modules/') && !link);

test('npm verifies each package against a hash in a lockfile', () => {
  // A bundled package is part of another package's archive.
  const unverified = installed.filter(([, { integrity, inBundle }]) => integrity === undefined && !inBundle);
  expect(unverified.map(([path, { version }]) => `${path}@${version}`)).toEqual([]);
});

test('no lockfile names a registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('the root and all workspaces ask for the same version of a package', () => {
  const asked = lockfiles
    .flatMap(({ packages }) => Object.entries(packages))
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, { dependencies = {}, devDependencies = {} }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );
  expect(asked.length).toBeGreaterThan(80);
  const versions = Map.groupBy(asked, ([name]) => name);
  const different = [...versions].filter(([, asks]) => new Set(asks.map(([, version]) => version)).size > 1);
  expect(different.map(([name]) => name)).toEqual([]);
});

/** Licences that ask for no more than their text and the names of authors, and MPL-2.0, which ends at its own files. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  // Of data: lists of browsers and of licences.
  'CC-BY-3.0',
  'CC-BY-4.0',
];
/** Packages that declare their licence in a form that npm does not read → what they declare. */
const DECLARED: Readonly<Record<string, string>> = { 'node_modules/memorystream': 'MIT' };

test('every package has a licence that is allowed', () => {
  const refused = installed
    .map(([path, { license = DECLARED[path] ?? 'none' }]) => ({ path, license }))
    .filter(({ license }) => !isAllowed(license));
  expect(refused).toEqual([]);
});

/** What is not an SPDX expression, such as `SEE LICENSE IN …`, is not allowed. */
function isAllowed(expression: string): boolean {
  try {
    return satisfies(expression, ALLOWED);
  } catch {
    return false;
  }
}
