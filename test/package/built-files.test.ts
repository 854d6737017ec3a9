import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { packedFiles, unpackFiles } from '../../lib/built-files.ts';
import fc from '../support/fast-check.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const name = fc.stringMatching(/^[\w@][\w@.-]{0,10}$/);
const Files = fc.uniqueArray(
  fc.tuple(
    // Folders and files have names of their own, so that no path is a folder of another one.
    fc.tuple(fc.array(name, { maxLength: 3 }), name).map(([folders, file]) => [...folders, `${file}.f`].join('/')),
    fc.uint8Array({ maxLength: 200 }),
  ),
  { selector: ([path]) => path.toLowerCase(), maxLength: 8 },
);

test('whatever is packed is unpacked, byte by byte', () => {
  fc.assert(
    fc.property(Files, (files) => {
      const [folder, file] = [temporaryFolder(), join(temporaryFolder(), 'built.br')];
      writeFileSync(file, packedFiles(new Map(files)));
      unpackFiles(file, folder);
      const written = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(written).toHaveLength(files.length);
      for (const [path, bytes] of files) expect(new Uint8Array(readFileSync(join(folder, path)))).toEqual(bytes);
    }),
    { numRuns: 50 },
  );
});

test.each(['../up', '/etc/x', 'a/../../b', 'a/..', String.raw`a\b`])('nothing is written to %s', (path) => {
  const index = Buffer.from(JSON.stringify([[path, 1]]));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  const file = join(temporaryFolder(), 'built.br');
  writeFileSync(file, brotliCompressSync(Buffer.concat([length, index, Buffer.from('x')])));
  expect(() => unpackFiles(file, temporaryFolder())).toThrow();
});
