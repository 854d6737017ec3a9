/**
 * The file of the package with all that it deploys: the bundles of functions, the panel and the documentation. They are
 * compressed together, since each bundle has the AWS SDK: so they take a thirtieth of what they take apart.
 *
 * It begins with four bytes, the length of an index, which is JSON: paths with their sizes. The files follow in its order.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';

/** Its name in the package. */
export const BUILT_FILES = 'built.br';

/** What is in it: folders with a bundle for each handler, and with the pages and assets of both sites. */
export const builtFolders = { functions: 'functions', panel: 'panel', docs: 'docs' } as const;

/** A path below no other folder, with slashes: the index decides where files are written. */
const Path = v.pipe(v.string(), v.regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[\w@./ -]+$/));
const Index = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([Path, v.pipe(v.number(), v.minValue(0))])));
const INDEX_BYTES = 4;

/** The content of the file, from the bytes of each file by its path. */
export function packedFiles(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const index = Buffer.from(JSON.stringify([...files].map(([path, bytes]) => [path, bytes.length])));
  const length = Buffer.alloc(INDEX_BYTES);
  length.writeUInt32LE(index.length);
  return brotliCompressSync(Buffer.concat([length, index, ...files.values()]), {
    // The window must reach back over many bundles.
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
}

/** Writes the files below the folder. Throws for a file that is no such one. */
export function unpackFiles(file: string, folder: string): void {
  const packed = brotliDecompressSync(readFileSync(file));
  let start = INDEX_BYTES + packed.readUInt32LE();
  const made = new Set<string>();
  for (const [path, size] of v.parse(Index, packed.subarray(INDEX_BYTES, start).toString())) {
    const place = join(folder, path);
    if (!made.has(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    made.add(dirname(place));
    writeFileSync(place, packed.subarray(start, start + size));
    start += size;
  }
}
