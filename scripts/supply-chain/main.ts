/**
 * `npm run sbom`: builds the bundles and writes their bills of materials to `build/sbom/`, one for each thing that is deployed or
 * installed, and one of all packages that development, tests and the documentation site use.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { bundleFunctions } from '../../lib/functions/bundle.ts';
import { handlers } from '../../lib/functions/handlers.ts';
import { buildPanel } from '../../panel/build.ts';
import { buildCtlPackage } from '../ctl-package/build-ctl-package.ts';
import { bundledPackages } from './bundled-packages.ts';
import { lockedPackages } from './locked-packages.ts';
import { billOfMaterials } from './sbom.ts';

const FOLDER = 'build/sbom';
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const { version, license } = v.parse(v.object({ version: v.string(), license: v.string() }), readJson('package.json'));
const packages = lockedPackages('package-lock.json');

await Promise.all([bundleFunctions(handlers), buildPanel()]);
mkdirSync(FOLDER, { recursive: true });
write('functions', 'The Lambda functions', bundledPackages(readJson('build/functions.meta.json')));
write('panel', 'The admin panel', bundledPackages(readJson('build/panel.meta.json')));
write('ctl', "The operator's command line", bundledPackages(await buildCtlPackage('build/ctl-package')));
write('development', 'Everything that is installed to build, test and document', undefined);

/** Writes the bill of some packages, or of all. */
function write(part: string, description: string, bundled: ReadonlySet<string> | undefined): void {
  const chosen = packages.filter(({ path }) => bundled?.has(path) ?? true);
  if (bundled !== undefined && chosen.length < bundled.size) throw new Error(`${part} has packages without a lock.`);
  const subject = { name: `social-platform-services-${part}`, version, license, description };
  const file = `${FOLDER}/${part}.cdx.json`;
  writeFileSync(file, billOfMaterials(subject, chosen));
  console.log(`${file}: ${chosen.length} packages`);
}
