/** Which licences packages may have. */
import satisfies from 'spdx-satisfies';
import type { LockedPackage } from './locked-packages.ts';

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
  'Unlicense',
  // Of data: lists of browsers and of licences.
  'CC-BY-3.0',
  'CC-BY-4.0',
];

/** Packages that declare their licence in a form that npm does not read → what they declare. */
const DECLARED: Readonly<Record<string, string>> = { memorystream: 'MIT' };

/** Returns the packages whose licence is not allowed, or that have none, each with its licence. */
export function refusedLicences(packages: readonly LockedPackage[]): readonly string[] {
  return packages.flatMap(({ path, name, version, license }) => {
    const declared = license ?? DECLARED[name];
    return declared !== undefined && isAllowed(declared) ? [] : [`${path}@${version}: ${declared ?? 'none'}`];
  });
}

/** What is not an SPDX expression, such as `SEE LICENSE IN …`, is not allowed. */
function isAllowed(expression: string): boolean {
  try {
    return satisfies(expression, ALLOWED);
  } catch {
    return false;
  }
}
