/**
 * `npm run sbom`: builds the bundles and writes their bills of materials to `build/sbom/`, one for each thing that is
 * deployed or installed, and one of all packages that development, tests and the documentation site use.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildServicePackage } from './package/build.ts';

await buildServicePackage('build/package');
mkdirSync('build/sbom', { recursive: true });
for (const part of ['functions', 'panel', 'sps']) {
  const file = `build/sbom/${part}.cdx.json`;
  execFileSync('cyclonedx-esbuild', [`build/${part}.meta.json`, '--output-reproducible', '--output-file', file]);
}
const everything = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { maxBuffer: 32 * 1024 * 1024 });
writeFileSync('build/sbom/development.cdx.json', everything);
