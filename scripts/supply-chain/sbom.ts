/**
 * A software bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), from the lockfile.
 *
 * npm's own `npm sbom` refuses this project, since VitePress asks for another React as a peer, and with `--omit dev` it leaves
 * React out.
 */
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { LockedPackage } from './locked-packages.ts';

/** What a bill is of. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
}

/** Returns the bill as JSON text: the same for the same packages, without time or serial number. */
export function billOfMaterials(subject: Subject, packages: readonly LockedPackage[]): string {
  const { name, version, license, description } = subject;
  const root = new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: `${name}@${version}`,
    version,
    description,
    licenses: new Models.LicenseRepository([new Models.LicenseExpression(license)]),
  });
  const components = packages.map(componentOf);
  for (const { bomRef } of components) root.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: root }),
    components: new Models.ComponentRepository(components),
  });
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalizers).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf({ path, name, version, license, integrity }: LockedPackage): Models.Component {
  const [group, local] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const hash = integrity === undefined ? undefined : /^sha512-(.+)$/.exec(integrity)?.[1];
  return new Models.Component(Enums.ComponentType.Library, local ?? name, {
    bomRef: path,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(group !== undefined && { group }),
    ...(hash !== undefined && {
      hashes: new Models.HashDictionary([
        [Enums.HashAlgorithm['SHA-512'], Buffer.from(hash, 'base64').toString('hex')],
      ]),
    }),
    ...(license !== undefined && { licenses: new Models.LicenseRepository([new Models.LicenseExpression(license)]) }),
  });
}
