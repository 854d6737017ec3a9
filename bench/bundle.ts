/** The size of each function's bundle, as deployed, and of the client's entry points. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type PluginBuild } from 'esbuild';
import { bundleFolder, bundleFunctions } from '../lib/functions/bundle.ts';
import { handlers } from '../lib/functions/handlers.ts';
import { type Measure, type Row, rounded } from './harness/benchmark.ts';

const KB = 1_000;

export const measure: Measure = async () => {
  await bundleFunctions(handlers);
  const rows = handlers.map((handler) =>
    rowOf(handler, sizeOf(readFileSync(join(bundleFolder(handler), 'index.cjs')))),
  );
  for (const entryPoint of ['index.ts', 'react/index.ts', 'server/index.ts', 'webhooks/index.ts']) {
    rows.push(rowOf(`client/${entryPoint}`, await clientSize(entryPoint)));
  }
  return rows;
};

interface Size {
  readonly bytes: number;
  /** With gzip. */
  readonly compressedBytes: number;
}

const sizeOf = (code: Uint8Array): Size => ({
  bytes: code.length,
  compressedBytes: gzipSync(code, { level: 9 }).length,
});

/** As CloudFront may send a file: with brotli, at a middle quality, since it does not say which. */
export const brotliBytes = (file: Buffer): number =>
  brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

/**
 * The minified size of an entry point with all its exports, as a front end or a receiver bundles it. The hooks are
 * measured without the files of the client above their folder, and without React.
 */
export async function clientSize(entryPoint: string): Promise<Size> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../client', entryPoint)],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    target: 'es2022',
    plugins: [{ name: 'hooks', setup: withoutClientAndReact }],
  });
  return sizeOf(outputFiles[0]?.contents ?? new Uint8Array());
}

function withoutClientAndReact({ onResolve }: PluginBuild): void {
  onResolve({ filter: /^\.\.\/|^react$/ }, ({ path, importer }) =>
    importer.includes(join('client', 'react')) ? { path, external: true } : undefined,
  );
}

const rowOf = (name: string, { bytes, compressedBytes }: Size): Row => ({
  name,
  figure: bytes / KB,
  unit: 'KB',
  note: `${rounded(compressedBytes / KB)} KB compressed`,
});
