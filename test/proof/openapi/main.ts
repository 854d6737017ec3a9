/**
 * `npm run proof:openapi`: linters find nothing in the OpenAPI document and its form of version 3.0, and the importers of Postman
 * and Bruno make a request of each operation of both.
 *
 * The tools come from npm, in the versions below, and are no dependencies, since they bring half as many packages as the project
 * has. The exit code is 1 where a linter reports anything, even a hint, or an importer leaves an operation out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import { temporaryFolder } from '../../../bench/harness/temporary-cloud.ts';
import { openApi30 } from '../../../contract/openapi-3-0.ts';

const tools = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-to-postmanv2@6.3.3',
  '@usebruno/converters@0.23.0',
];

const served = readFileSync(join(import.meta.dirname, '../../../lambdas/api/openapi.generated.json'), 'utf8');

await using temporary = await temporaryFolder();
const { path: folder } = temporary;
execFileSync('npm', ['install', '--no-save', '--silent', '--ignore-scripts', '--prefix', folder, ...tools], {
  stdio: 'inherit',
});
const documents = { 'openapi-3.1.json': served, 'openapi-3.0.json': JSON.stringify(openApi30(JSON.parse(served))) };
for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');

const files = Object.keys(documents);
report('Redocly, recommended-strict', passes('redocly', 'lint', '--extends=recommended-strict', ...files));
report('Spectral, spectral:oas', passes('spectral', 'lint', '--fail-severity=hint', ...files));
for (const [name, text] of Object.entries(documents)) {
  const expected = operationsOf(JSON.parse(text));
  report(`Postman, ${name}`, same(await requestsInPostman(text), expected));
  report(`Bruno, ${name}`, same(await requestsInBruno(text), expected));
}

function report(what: string, isRight: boolean): void {
  console.log(`${what}: ${isRight ? 'right' : 'WRONG'}`);
  if (!isRight) process.exitCode = 1;
}

/** Whether a linter finds nothing; what it finds is printed. */
function passes(program: string, ...words: readonly string[]): boolean {
  const path = join(folder, 'node_modules/.bin', program);
  const { status, stdout, stderr } = spawnSync(path, words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) console.error(stdout, stderr);
  return status === 0;
}

/** Whether both have the same requests; those that one lacks are printed. */
function same(found: readonly string[], expected: readonly string[]): boolean {
  const missing = expected.filter((name) => !found.includes(name));
  const unknown = found.filter((name) => !expected.includes(name));
  if (missing.length + unknown.length > 0) console.error({ missing, unknown });
  return missing.length + unknown.length === 0 && found.length === expected.length && found.length > 0;
}

/** The summaries of the operations, by which importers call requests. */
function operationsOf(document: unknown): readonly string[] {
  const Document = v.object({ paths: v.record(v.string(), v.record(v.string(), v.object({ summary: v.string() }))) });
  const { paths } = v.parse(Document, document);
  return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ summary }) => summary));
}

async function requestsInPostman(text: string): Promise<readonly string[]> {
  const { convertV2 } = createRequire(join(folder, 'index.js'))('openapi-to-postmanv2');
  const collection = await new Promise((resolve, reject) => {
    convertV2({ type: 'string', data: text }, { folderStrategy: 'Tags' }, (error: unknown, { output }: Converted) =>
      error ? reject(error) : resolve(output[0]?.data),
    );
  });
  const Collection = v.object({ item: v.array(v.unknown()) });
  return v.parse(Collection, collection).item.flatMap(namesBelow('item'));
}

interface Converted {
  readonly output: readonly { readonly data: unknown }[];
}

async function requestsInBruno(text: string): Promise<readonly string[]> {
  const { openApiToBruno } = createRequire(join(folder, 'index.js'))('@usebruno/converters');
  const Collection = v.object({ items: v.array(v.unknown()) });
  return v.parse(Collection, await openApiToBruno(JSON.parse(text))).items.flatMap(namesBelow('items'));
}

/** The names of the requests in a request or a folder, whose member `children` has what is in it. */
function namesBelow(children: string): (entry: unknown) => readonly string[] {
  const Entry = v.looseObject({ name: v.string() });
  return function names(entry: unknown): readonly string[] {
    const { name, [children]: inside } = v.parse(Entry, entry);
    return Array.isArray(inside) ? inside.flatMap(names) : [name];
  };
}
