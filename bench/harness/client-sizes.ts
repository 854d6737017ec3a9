/** The sizes of the client's entry points, as a bundler puts them into a front end or a receiver. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const client = join(import.meta.dirname, '../../client');

/** Everything that the entry point exports, minified. */
export interface ClientSize {
  readonly bytes: number;
  /** With gzip. */
  readonly compressedBytes: number;
}

/** Returns the size of an entry point, such as `webhooks/index.ts`. */
export async function clientSize(entryPoint: string): Promise<ClientSize> {
  const { outputFiles } = await build({
    entryPoints: [join(client, entryPoint)],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    target: 'es2022',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { bytes: code.length, compressedBytes: gzipSync(code, { level: 9 }).length };
}
