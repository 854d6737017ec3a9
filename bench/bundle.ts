/** The size of each function's bundle, as deployed, and its largest parts, from esbuild's metafile; and of the client. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as v from 'valibot';
import { bundleFolder, bundleFunctions } from '../lib/functions/bundle.ts';
import { type Handler, handlers } from '../lib/functions/handlers.ts';
import type { Measure, Row } from './harness/benchmark.ts';
import { rounded } from './harness/statistics.ts';

const root = join(import.meta.dirname, '..');

/** The part of esbuild's metafile with the bytes that each input takes in an output. */
const Metafile = v.object({
  outputs: v.record(v.string(), v.object({ inputs: v.record(v.string(), v.object({ bytesInOutput: v.number() })) })),
});

/** Parts that are listed for each bundle. */
const NAMED_PARTS = 4;
const KB = 1_000;

export const measure: Measure = async () => {
  await bundleFunctions(handlers);
  const { outputs } = v.parse(Metafile, JSON.parse(readFileSync(join(root, 'build/functions.meta.json'), 'utf8')));
  const clients = await Promise.all(Object.entries(entryPoints).map(clientRow));
  return [...handlers.map((handler) => rowOf(handler, outputs)), ...clients];
};

/** The client's entry points, with the largest size that each may have. */
const entryPoints: Readonly<Record<string, string | undefined>> = {
  'index.ts': undefined,
  'server/index.ts': undefined,
  'webhooks/index.ts': '<= 4.1',
};

/** The size of an entry point with everything that it exports, as a bundler puts it into a front end or a receiver: minified. */
export async function clientSize(
  entryPoint: string,
): Promise<{ readonly bytes: number; readonly compressedBytes: number }> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'client', entryPoint)],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    target: 'es2022',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { bytes: code.length, compressedBytes: gzipSync(code, { level: 9 }).length };
}

async function clientRow([entryPoint, aim]: readonly [string, string | undefined]): Promise<Row> {
  const { bytes, compressedBytes } = await clientSize(entryPoint);
  const note = `${rounded(compressedBytes / KB)} KB compressed`;
  return { name: `client/${entryPoint}`, figure: bytes / KB, unit: 'KB', note, ...(aim && { aim }) };
}

function rowOf(handler: Handler, outputs: v.InferOutput<typeof Metafile>['outputs']): Row {
  const file = `build/functions/${handler}/index.cjs`;
  const inputs = outputs[file]?.inputs;
  if (inputs === undefined) throw new Error(`${file} is not in esbuild's metafile.`);
  const bytes = readFileSync(join(bundleFolder(handler), 'index.cjs'));
  const note = [`${rounded(gzipSync(bytes).length / KB)} KB compressed`, ...largestParts(inputs)].join(', ');
  return { name: handler, figure: bytes.length / KB, unit: 'KB', note };
}

/** `@smithy/core 145 KB`, the largest first. */
function largestParts(inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>): string[] {
  const bytesOf = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    bytesOf.set(partOf(path), (bytesOf.get(partOf(path)) ?? 0) + bytesInOutput);
  }
  return [...bytesOf]
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED_PARTS)
    .map(([part, bytes]) => `${part} ${rounded(bytes / KB)} KB`);
}

/** The package, or our own top-level folder, of an input. */
function partOf(path: string): string {
  const [, inPackages] = path.split('node_modules/');
  const [first = '', second = ''] = (inPackages ?? path).split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
