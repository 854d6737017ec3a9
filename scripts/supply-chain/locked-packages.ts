/** The packages of the lockfile: all that `npm ci` installs, on any platform. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** A package at one place of `node_modules`. */
export interface LockedPackage {
  /** Such as `node_modules/a/node_modules/@scope/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as the package itself declares it; absent if it declares none. */
  readonly license: string | undefined;
  /** Such as `sha512-…`, in base64; absent for a package that is part of another one's archive. */
  readonly integrity: string | undefined;
}

const Lockfile = v.object({
  packages: v.record(
    v.string(),
    v.looseObject({
      name: v.optional(v.string()),
      version: v.string(),
      license: v.optional(v.string()),
      integrity: v.optional(v.string()),
    }),
  ),
});

/** Reads a lockfile. Throws if it is malformed. */
export function lockedPackages(file: string): readonly LockedPackage[] {
  const { packages } = v.parse(Lockfile, JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version, license, integrity }]) => ({
      path,
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      integrity,
    }));
}
