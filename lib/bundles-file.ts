/**
 * The file with the bundles of all functions, compressed together: each has the AWS SDK, so that they take a fiftieth of
 * what they take apart.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';

/** Its name in the package. */
export const BUNDLES_FILE = 'functions.br';

const Bundles = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** The content of the file, from the code of each handler. */
export function compressedBundles(bundles: Readonly<Record<string, string>>): Uint8Array {
  const text = Buffer.from(JSON.stringify(bundles));
  return brotliCompressSync(text, {
    // The window must reach back over many bundles.
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
}

/** Writes each bundle of the file to `<handler>/index.cjs` in the folder. */
export function writeBundles(file: string, folder: string): void {
  for (const [handler, code] of Object.entries(v.parse(Bundles, brotliDecompressSync(readFileSync(file)).toString()))) {
    mkdirSync(join(folder, handler), { recursive: true });
    writeFileSync(join(folder, handler, 'index.cjs'), code);
  }
}
