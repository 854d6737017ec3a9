import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { bundledPackages } from '../../../scripts/supply-chain/bundled-packages.ts';
import { lockedPackages } from '../../../scripts/supply-chain/locked-packages.ts';
import { billOfMaterials } from '../../../scripts/supply-chain/sbom.ts';

const packages = lockedPackages('package-lock.json');
const subject = { name: 'x', version: '1.0.0', license: 'Apache-2.0', description: 'An example' };
const bill = billOfMaterials(subject, packages);

describe('a bill of materials', () => {
  test('is a CycloneDX document, by its JSON Schema', () => {
    const require = createRequire(import.meta.url);
    const folder = join(require.resolve('@cyclonedx/cyclonedx-library/package.json'), '../res/schema');
    const schema = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    }
    const validate = ajv.compile(schema('bom-1.6'));
    // Its rule that components are unique takes time that grows with their square.
    validate(JSON.parse(billOfMaterials(subject, packages.slice(0, 50))));
    expect(validate.errors).toBeNull();
  });

  test('has every package with its version, hash and licence, and is the same each time', () => {
    const Bill = v.object({ components: v.array(v.looseObject({ purl: v.string(), 'bom-ref': v.string() })) });
    const { components } = v.parse(Bill, JSON.parse(bill));
    expect(components.map((component) => component['bom-ref']).sort()).toEqual(packages.map(({ path }) => path).sort());
    expect(components.find(({ purl }) => purl.startsWith('pkg:npm/%40middy/core@'))).toMatchObject({
      group: '@middy',
      name: 'core',
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(billOfMaterials(subject, packages.toReversed())).toBe(bill);
  });
});

test('a package is in a bundle if any of its bytes are in an output', () => {
  const inputs = {
    'node_modules/react/index.js': { bytesInOutput: 10 },
    'node_modules/@aws-sdk/core/node_modules/@smithy/types/a/b.js': { bytesInOutput: 1 },
    'font:node_modules/fonts/a.woff2': { bytesInOutput: 1 },
    'node_modules/unused/index.js': { bytesInOutput: 0 },
    'panel/main.tsx': { bytesInOutput: 5 },
  };
  expect([...bundledPackages({ outputs: { 'a.js': { inputs }, 'b.js': { inputs: {} } } })]).toEqual([
    'node_modules/react',
    'node_modules/@aws-sdk/core/node_modules/@smithy/types',
    'node_modules/fonts',
  ]);
});
