import { expect, test } from '@jest/globals';
import { refusedLicences } from '../../../scripts/supply-chain/licences.ts';
import { lockedPackages } from '../../../scripts/supply-chain/locked-packages.ts';

const withLicence = (license: string | undefined) => [
  { path: 'node_modules/a', name: 'a', version: '1.0.0', license, integrity: undefined },
];

test.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-or-later)', '(MIT AND CC-BY-3.0)', 'MPL-2.0'])(
  'a package with the licence %s is allowed',
  (license) => {
    expect(refusedLicences(withLicence(license))).toEqual([]);
  },
);

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', '(MIT AND GPL-3.0-only)', 'SEE LICENSE IN x', 'UNLICENSED', undefined])(
  'a package with the licence %s is refused',
  (license) => {
    expect(refusedLicences(withLicence(license))).toEqual([`node_modules/a@1.0.0: ${license ?? 'none'}`]);
  },
);

test('the packages of the lockfile are read with their names', () => {
  const packages = lockedPackages('package-lock.json');
  expect(packages.length).toBeGreaterThan(500);
  expect(packages.find(({ path }) => path === 'node_modules/@aws-sdk/client-dynamodb')).toMatchObject({
    name: '@aws-sdk/client-dynamodb',
    license: 'Apache-2.0',
    integrity: expect.stringMatching(/^sha512-/),
  });
  expect(packages.filter(({ name }) => name.includes('node_modules') || name === '')).toEqual([]);
});
