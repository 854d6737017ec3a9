/**
 * `npm run coverage -- [arguments of jest]`: runs all tests, and lists the service's lines that none executes.
 *
 * That code runs in Jest, in processes that tests start, and bundled in the threads of local clouds. V8 counts in each
 * of them what is executed, and Node writes the counts into `coverage/`.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileSystem } from 'aws-cdk-lib/core';
import { build } from 'esbuild';
import { CoverageReport } from 'monocart-coverage-reports';
import * as v from 'valibot';
import { bundleFolder, bundleSettings } from '../lib/functions/bundle.ts';
import { handlers } from '../lib/functions/handlers.ts';

const root = join(import.meta.dirname, '..');
const measured = /^(lambdas|contract|client(?!\/test))\/.*\.ts$/;
const Counts = v.object({ result: v.array(v.looseObject({ url: v.string() })) });
const SourceMap = v.looseObject({ sources: v.array(v.string()) });

rmSync('coverage', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [...process.execArgv, 'scripts/test.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_V8_COVERAGE: 'coverage' },
});
process.exitCode = status ?? 1;

const bundles = await sourcesOfBundles();
const report = new CoverageReport({
  logging: 'error',
  outputDir: 'coverage/report',
  sourceFilter: (path: string) => measured.test(path),
  sourcePath: (path: string) => path,
  // Files that nothing has loaded.
  all: {
    dir: ['lambdas', 'contract', 'client'],
    filter: (path: string) => measured.test(path) && 'js',
    transformer: async (entry: { source: string }) => {
      entry.source = stripTypeScriptTypes(entry.source);
    },
  },
  reports: [['console-details', { skipPercent: 100, metrics: ['lines'] }]],
});
for (const file of globSync('coverage/*.json')) {
  const { result } = v.parse(Counts, JSON.parse(readFileSync(file, 'utf8')));
  const entries = result.flatMap((script) => {
    const source = sourceOf(script.url);
    return source === undefined ? [] : [{ ...script, ...source }];
  });
  if (entries.length > 0) await report.add(entries);
}
await report.generate();

/** What a script was made of, if it is ours. */
function sourceOf(url: string): { readonly source: string; readonly sourceMap?: object } | undefined {
  const bundle = bundles.get(/\/asset\.(\w+)\/index\.cjs$/.exec(url)?.[1] ?? '');
  if (bundle !== undefined || !url.startsWith('file:')) return bundle;
  const file = relative(root, fileURLToPath(url));
  return measured.test(file) ? { source: textOf(file) } : undefined;
}

/** A file as Node runs it: without its types, with everything else at the same offset. */
function textOf(file: string): string {
  return stripTypeScriptTypes(readFileSync(file, 'utf8'));
}

/** The text and source map of each bundle, by the hash that the CDK names its asset with. */
async function sourcesOfBundles() {
  const { outputFiles } = await build({
    ...bundleSettings,
    entryPoints: handlers.map((handler) => ({ in: `lambdas/${handler}.ts`, out: `${handler}/index` })),
    outdir: 'build/functions',
    write: false,
    sourcemap: 'external',
  });
  const written = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return new Map(
    handlers.map((handler) => {
      const path = join(bundleFolder(handler), 'index.cjs');
      const map = v.parse(SourceMap, JSON.parse(written.get(`${path}.map`) ?? '{}'));
      const sources = map.sources.map((source) => relative(root, join(path, '..', source)));
      // The same text as of files that run unbundled, so that the counts of both are added up.
      const sourcesContent = sources.map((source) => (measured.test(source) ? textOf(source) : ''));
      const source = written.get(path) ?? '';
      return [
        FileSystem.fingerprint(bundleFolder(handler)),
        { source, sourceMap: { ...map, sources, sourcesContent } },
      ];
    }),
  );
}
