/**
 * `npm run coverage -- [arguments of jest]`: runs the tests and says which code of the service no test has executed.
 *
 * That code runs in three ways, and each leaves V8's counts: in Jest, whose results carry them; in processes that tests
 * start; and bundled, in the threads of local clouds. The latter two write theirs into `coverage/`
 * (test/global-setup.ts). A place is covered when any of them has executed it.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileSystem } from 'aws-cdk-lib/core';
import { build, transformSync } from 'esbuild';
import * as v from 'valibot';
import { bundleFolder, bundleSettings } from '../../lib/functions/bundle.ts';
import { handlers } from '../../lib/functions/handlers.ts';
import { ExecutedCode, lineStarts, type Place, placesIn, ScriptCoverage } from './executed-code.ts';
import { runTests } from './run-tests.ts';

const root = join(import.meta.dirname, '../..');
const measured = /^(lambdas|contract|client)\/.*\.ts$/;
const folder = 'coverage';

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const { success, testResults } = await runTests(process.argv.slice(2), {
  coverage: true,
  coverageProvider: 'v8',
  coverageReporters: ['none'],
  collectCoverageFrom: '{lambdas,contract,client}/**/*.ts',
});
if (!success) process.exitCode = 1;

const sources = new Map(globSync('{lambdas,contract,client}/**/*.ts').map((file) => [file, placesOf(file)]));
const bundles = await bundledPlaces();
const executed = new ExecutedCode();
for (const places of sources.values()) executed.add('source', places);
for (const { v8Coverage = [] } of testResults) for (const { result } of v8Coverage) count(result);
for (const script of scriptsOfProcesses()) count(script);
report();

function count(script: ScriptCoverage): void {
  const path = script.url.startsWith('file:') ? fileURLToPath(script.url) : script.url;
  const source = sources.get(relative(root, path));
  const bundle = bundles.get(/\/asset\.(\w+)\/index\.cjs$/.exec(path)?.[1] ?? '');
  if (source !== undefined) executed.add('source', source, script);
  if (bundle !== undefined) executed.add('bundle', bundle, script);
}

/** The places of a file as it stands; without its types it has each of them at the same offset. */
function placesOf(file: string): Place[] {
  const text = readFileSync(file, 'utf8');
  const { minifySyntax, minifyWhitespace, target } = bundleSettings;
  const { code, map } = transformSync(text, {
    loader: 'ts',
    sourcemap: 'external',
    minifySyntax,
    minifyWhitespace,
    target,
  });
  const starts = lineStarts(text);
  const imports = /^((im|ex)port[^"'=(]*["'][^;]*;)*/.exec(code)?.[0].length ?? 0;
  return placesIn(code, map, () => file)
    .filter(({ offset }) => offset >= imports)
    .map((place) => ({ ...place, offset: (starts[place.line] ?? 0) + place.column }));
}

/** The places of each bundle, by the hash that the CDK names its asset with. */
async function bundledPlaces(): Promise<Map<string, Place[]>> {
  const { outputFiles } = await build({
    ...bundleSettings,
    entryPoints: handlers.map((handler) => ({ in: `lambdas/${handler}.ts`, out: `${handler}/index` })),
    outdir: 'build/functions',
    write: false,
    sourcemap: 'external',
  });
  const text = (path: string) => outputFiles.find((file) => file.path === path)?.text ?? '';
  return new Map(
    handlers.map((handler) => {
      const path = join(bundleFolder(handler), 'index.cjs');
      const places = placesIn(text(path), text(`${path}.map`), (source) => {
        const file = relative(root, join(path, '..', source));
        return measured.test(file) ? file : undefined;
      });
      return [FileSystem.fingerprint(bundleFolder(handler)), places];
    }),
  );
}

function* scriptsOfProcesses(): Generator<ScriptCoverage> {
  const Report = v.object({ result: v.array(ScriptCoverage) });
  for (const name of readdirSync(folder)) {
    yield* v.parse(Report, JSON.parse(readFileSync(join(folder, name), 'utf8'))).result;
  }
}

function report(): void {
  const files = executed.files();
  const [lines, missed] = [files.flatMap((file) => file.lines), files.flatMap((file) => file.missed)];
  for (const file of files) if (file.missed.length > 0) console.log(`${file.file}:${rangesOf(file)}`);
  const percent = (100 * (1 - missed.length / lines.length)).toFixed(1);
  console.log(`${percent} % of ${lines.length} lines with code were executed in full.`);
}

/** Such as `3, 7-9`: a range goes over lines without code. */
function rangesOf({
  lines,
  missed,
}: {
  readonly lines: readonly number[];
  readonly missed: readonly number[];
}): string {
  const ranges: [number, number][] = [];
  for (const line of missed) {
    const last = ranges.at(-1);
    if (last !== undefined && lines[lines.indexOf(line) - 1] === last[1]) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
