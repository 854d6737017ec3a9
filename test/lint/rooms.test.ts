/** What stands in `lambdas/`: rooms, one on the other (docs/design.md#layout). */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** From the lowest to the highest: a room imports only those that stand before it. */
const rooms = [
  'shared',
  'audit',
  'auth',
  'events',
  'block',
  'activity',
  'user-data',
  'deliveries',
  'pacing',
  'receiver-health',
  'webhooks',
  'notices',
  'statistics',
  'sending',
  'checkup',
  'delivery-log',
  'recovery',
  'delivery',
  'api',
];

const files = globSync('lambdas/**/*.ts').filter((file) => !file.endsWith('.d.ts'));
const roomOf = (file: string): string => file.split('/')[1] ?? '';
const textOf = (file: string): string => readFileSync(file, 'utf8');

/** By file, the files of `lambdas/` that it imports, also if only types of them. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  files.map((file) => [
    file,
    [...textOf(file).matchAll(/(?:from|import) '(\.[^']+\.ts)'/g)]
      .map(([, specifier = '']) => join(dirname(file), specifier))
      .filter((target) => target.startsWith('lambdas/')),
  ]),
);
const arrows = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

/** All that a file imports, itself included, directly or not. */
function reachableFrom(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const each of reached) for (const target of imports.get(each) ?? []) reached.add(target);
  return reached;
}

describe('the rooms of lambdas/', () => {
  test('are all in the order', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(rooms.toSorted());
  });

  test('import no room above them', () => {
    const upward = arrows.filter(({ from, to }) => rooms.indexOf(roomOf(to)) > rooms.indexOf(roomOf(from)));
    expect(upward).toEqual([]);
  });

  test('have no circle of files, types included', () => {
    const inCircle = files.filter((file) =>
      (imports.get(file) ?? []).some((target) => reachableFrom(target).has(file)),
    );
    expect(inCircle).toEqual([]);
  });

  test('have none that is larger than a fifth of all lines', () => {
    const linesOf = (of: readonly string[]): number =>
      of.reduce((sum, file) => sum + textOf(file).split('\n').length, 0);
    const large = [...Map.groupBy(files, roomOf)].filter(([, of]) => linesOf(of) > linesOf(files) / 5);
    expect(large.map(([room]) => room)).toEqual([]);
  });

  test('need at most 40 files of delivery, pacing and sending from a queue to the receiver and its retry', () => {
    const way = [...reachableFrom('lambdas/delivery/sign-and-send.ts')].filter((file) =>
      ['delivery', 'pacing', 'sending'].includes(roomOf(file)),
    );
    expect(way.length).toBeGreaterThan(20);
    expect(way.length).toBeLessThanOrEqual(40);
  });

  test('import no handler', () => {
    const isHandler = (file: string): boolean => /^export (const|async function) handler\b/m.test(textOf(file));
    expect(arrows.filter(({ to }) => isHandler(to))).toEqual([]);
  });
});

test('lambdas/ and contract/ export no name from two files, so that a search finds what is meant', () => {
  const exported = [...files, ...globSync('contract/*.ts')].flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => ({ name, file }),
    ),
  );
  const filesOf = Map.groupBy(exported, ({ name }) => name);
  // What a function runs.
  filesOf.delete('handler');
  const several = [...filesOf].filter(([, of]) => new Set(of.map(({ file }) => file)).size > 1);
  expect(several.map(([name, of]) => [name, of.map(({ file }) => file)])).toEqual([]);
});
