/**
 * Lints an OpenAPI document and its form of version 3.0 with Redocly's rules, and generates clients of it in TypeScript with
 * two generators: `node generate.mjs DOCUMENT FOLDER`. Fails if the linter finds a problem, or a generator does.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApi30 } from '../../../contract/openapi-3-0.ts';

// Generators print with the compiler's JavaScript API, which TypeScript 7 does not have: they get the one that oazapfts brings.
const parentURL = import.meta.resolve('oazapfts');
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL } : context),
});

const [document, folder] = process.argv.slice(2);

const { createConfig, lint } = await import('@redocly/openapi-core');
const config = await createConfig({ extends: ['recommended'] });
const form30 = join(folder, 'openapi-3.0.json');
writeFileSync(form30, JSON.stringify(openApi30(JSON.parse(readFileSync(document, 'utf8')))));
const problems = [...(await lint({ ref: document, config })), ...(await lint({ ref: form30, config }))];
for (const { ruleId, message, location } of problems) console.error(ruleId, message, location[0]?.pointer ?? '');
if (problems.length > 0) process.exitCode = 1;

const { default: openApiTypes, astToString } = await import('openapi-typescript');
mkdirSync(join(folder, 'types'), { recursive: true });
writeFileSync(join(folder, 'types/schema.ts'), astToString(await openApiTypes(pathToFileURL(document))));

const { generateSource } = await import('oazapfts');
mkdirSync(join(folder, 'oazapfts'));
writeFileSync(join(folder, 'oazapfts/client.ts'), await generateSource(document, { argumentStyle: 'object' }));
