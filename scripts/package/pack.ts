/** Packs a package that was built. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Packs the package in `folder`, and returns the path of the tarball. */
export function packPackage(folder: string, destination = 'build'): string {
  const packing = ['pack', resolve(root, folder), '--silent', '--pack-destination', destination];
  return resolve(destination, execFileSync('npm', packing, { encoding: 'utf8' }).trim());
}
