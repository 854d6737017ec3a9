import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, test } from '@jest/globals';

const ROOT = 'lambdas/delivery';
/** The folders of `lambdas/delivery`, and which of them each may import. Arrows point downward only. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  model: [],
  queue: ['model'],
  'deliveries-table': ['model', 'queue'],
  receiver: ['model', 'queue'],
  outbound: ['model'],
  worker: ['model', 'queue', 'deliveries-table', 'receiver', 'outbound'],
  routes: ['model', 'queue', 'deliveries-table', 'receiver', 'outbound', 'worker'],
};

/** The folders of `lambdas/delivery` that a file imports. */
function importedRooms(file: string): readonly string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  const targets = specifiers.map((specifier) => join(dirname(file), specifier));
  return targets.filter((target) => target.startsWith(`${ROOT}/`)).map((target) => target.split('/')[2] ?? '');
}

describe('the folders of lambdas/delivery', () => {
  const files = globSync(`${ROOT}/**/*.ts`);

  test('hold every file', () => {
    expect([...new Set(files.map((file) => file.split('/')[2]))].sort()).toEqual(Object.keys(rooms).sort());
  });

  test.each(Object.entries(rooms))('%s imports nothing but itself and %j', (room, below) => {
    const upward = files
      .filter((file) => file.startsWith(`${ROOT}/${room}/`))
      .flatMap((file) => importedRooms(file).map((imported) => ({ file, imported })))
      .filter(({ imported }) => imported !== room && !below.includes(imported));
    expect(upward).toEqual([]);
  });
});

test('nothing outside test/ imports from test/', () => {
  const files = globSync(
    '{bench,bin,client,contract,ctl,docs-site,lambdas,lib,local,panel,scripts,testing}/**/*.{ts,tsx}',
  );
  const imports = /from '(?:\.\.\/)+test\//;
  expect(files.filter((file) => imports.test(readFileSync(file, 'utf8')))).toEqual([]);
});
