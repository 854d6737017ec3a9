/** What `npm run check:imports` refuses. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { whyRefused } from '../../scripts/imports/borders.ts';
import { circlesIn, exportsIn, importsIn } from '../../scripts/imports/import-graph.ts';
import { largeRooms, reachableFrom, sharedNames } from '../../scripts/imports/measures.ts';

/** Imports, and whether they are allowed. */
const imports: readonly (readonly [file: string, specifier: string, allowed: boolean])[] = [
  ['lambdas/block/x.ts', './blocks-table.ts', true],
  ['lambdas/block/x.ts', '../shared/route.ts', true],
  ['lambdas/block/x.ts', '../../contract/block.ts', true],
  ['lambdas/block/x.ts', '../events/events-table.ts', true],
  ['lambdas/block/x.ts', '../../lib/config.ts', false],
  ['lambdas/block/x.ts', 'aws-cdk-lib', false],
  ['lambdas/block/x.ts', '../delivery/decide.ts', false],
  ['lambdas/delivery/x.ts', '../pacing/flow.ts', true],
  ['lambdas/pacing/x.ts', '../delivery/decide.ts', false],
  ['lambdas/shared/x.ts', '../../contract/route.ts', true],
  ['lambdas/shared/quotas/x.ts', '../../../contract/route.ts', true],
  ['lambdas/shared/x.ts', '../auth/networks-table.ts', false],
  ['lambdas/shared/x.ts', '../../lib/config.ts', false],
  ['lambdas/shared/x.ts', 'aws-cdk-lib/aws-lambda', false],
  ['scripts/x.ts', '../test/support/service.ts', true],
  ['scripts/x.ts', '../test/e2e/delivery-room.ts', false],
  ['bench/x.ts', '../test/support/eventually.ts', true],
  ['bin/x.ts', '../test/support/eventually.ts', false],
  ['bin/stage/x.ts', '../../lib/config.ts', true],
  ['bin/stage/x.ts', '../../scripts/synth.ts', false],
  ['scripts/x.ts', '../bin/stage/run-cdk.ts', true],
  ['contract/x.ts', './ids.ts', true],
  ['contract/x.ts', '../lib/config.ts', false],
  ['local/gateway/x.ts', '../functions/pool.ts', true],
  ['local/gateway/x.ts', '../../ctl/networks.ts', false],
  ['local/gateway/x.ts', '../../contract/routes.ts', false],
  ['local/gateway/x.ts', '../../lambdas/auth/networks-table.ts', false],
  ['ctl/x.ts', '../lambdas/auth/networks-table.ts', true],
  ['ctl/x.ts', '../lambdas/auth/access-token.ts', true],
  ['ctl/x.ts', '../lambdas/auth/authorizer.ts', false],
  ['ctl/x.ts', '../lambdas/user-data/erasure.ts', true],
  ['ctl/x.ts', '../client/verify-webhook.ts', true],
  ['client/x.ts', './errors.ts', true],
  ['client/x.ts', '../contract/block.ts', false],
  ['client/x.ts', 'valibot', false],
  ['client/server/x.ts', '../errors.ts', true],
  ['client/server/x.ts', '../../contract/block.ts', false],
  ['client/server/x.ts', 'valibot', false],
  ['client/x.ts', '../lambdas/shared/errors.ts', false],
  ['lib/stacks/x.ts', '../../contract/routes.ts', true],
  ['lib/stacks/x.ts', '../../lambdas/block/blocks-table.ts', false],
  ['panel/webhooks/x.ts', '../shared/time.tsx', true],
  ['panel/webhooks/x.ts', '../api/api-provider.tsx', true],
  ['panel/webhooks/x.ts', '../session/session.ts', true],
  ['panel/webhooks/x.ts', '../../client/index.ts', true],
  ['panel/webhooks/x.ts', '../deliveries/list/list-address.ts', false],
  ['panel/webhooks/x.ts', '../app/layout.tsx', false],
  ['panel/webhooks/x.ts', '../../contract/webhooks.ts', true],
  ['panel/webhooks/x.ts', 'node:fs', false],
  ['panel/webhooks/detail/x.ts', '../webhook-queries.ts', true],
  ['panel/webhooks/detail/x.ts', '../form/draft.ts', true],
  ['panel/webhooks/detail/x.ts', '../../shared/time.tsx', true],
  ['panel/webhooks/detail/x.ts', '../../../client/index.ts', true],
  ['panel/webhooks/detail/x.ts', '../../deliveries/list/list-address.ts', false],
  ['panel/webhooks/detail/x.ts', '../../../contract/webhooks.ts', true],
  ['panel/webhooks/detail/x.ts', '../../../lambdas/webhooks/webhooks-table.ts', false],
  ['panel/shared/x.ts', '../api/api-provider.tsx', true],
  ['panel/shared/x.ts', './recovery.ts', true],
  ['panel/shared/x.ts', '../../contract/delivery-classes.ts', true],
  ['panel/shared/x.ts', '../webhooks/event-patterns.ts', false],
  ['panel/shared/x.ts', '../app/layout.tsx', false],
  ['panel/api/x.ts', '../session/session.ts', true],
  ['panel/api/x.ts', '../shared/time.tsx', false],
  ['panel/session/x.ts', './link.ts', true],
  ['panel/session/x.ts', '../api/api-provider.tsx', false],
  ['panel/app/x.ts', '../webhooks/list/list-screen.tsx', true],
  ['panel/app/x.ts', '../../contract/webhooks.ts', false],
  ['test/block/x.test.ts', '../support/eventually.ts', true],
  ['test/block/x.test.ts', '../support/service.ts', false],
  ['panel/test/x.test.ts', '../../test/support/chromium.ts', false],
  ['panel/test/x.test.ts', '../shared/texts.ts', true],
  ['panel/shared/x.ts', '../test/panel-browser.ts', false],
  ['test/block/x.integration.test.ts', '../support/service.ts', true],
  ['test/e2e/x.test.ts', '../support/service.ts', true],
];

describe('the import rules', () => {
  test.each(imports.map(([file, specifier, allowed]) => ({ file, specifier, allowed })))(
    '$file importing $specifier is allowed: $allowed',
    ({ file, specifier, allowed }) => {
      const isOurs = specifier.startsWith('.');
      const name = isOurs ? join(file, '..', specifier) : specifier;
      expect(whyRefused(file, name, isOurs) === undefined).toBe(allowed);
    },
  );
});

describe('the imports of a file', () => {
  test('are those of statements, of types, of re-exports and of calls', () => {
    const text = `
      import { a } from './a.ts';
      import type { B } from './b.ts';
      import './c.ts';
      export { d } from '../d.ts';
      export * from './e.ts';
      const f = async () => await import('./f.ts');
      import g from 'node:fs';`;
    expect(importsIn('lib/x/y.ts', text)).toEqual([
      ...['lib/x/a.ts', 'lib/x/b.ts', 'lib/x/c.ts'].map((name) => ({ name, isOurs: true })),
      { name: 'node:fs', isOurs: false },
      ...['lib/d.ts', 'lib/x/e.ts', 'lib/x/f.ts'].map((name) => ({ name, isOurs: true })),
    ]);
  });
});

const graphOf = (arrows: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(arrows).map(([file, to]) => [file, to.map((name) => ({ name, isOurs: true }))]));

describe('a circle of imports', () => {
  test('is found, however long it is', () => {
    const long = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}`, [`${(n + 1) % 5_000}`]]));
    expect(circlesIn(graphOf(long))).toHaveLength(1);
    expect(circlesIn(graphOf({ a: ['b', 'c'], b: ['c'], c: ['a'] }))[0]).toEqual(['a', 'c', 'a']);
    expect(circlesIn(graphOf({ a: ['a'] }))).toEqual([['a', 'a']]);
  });

  test('is not what two ways to one file are', () => {
    expect(circlesIn(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
  });
});

describe('what is measured', () => {
  test('a room is too large from more than a fifth of all lines on', () => {
    const lines = (count: number) => new Map([['lambdas/a/x.ts', count], ...['b', 'c', 'd', 'e'].map(rest)]);
    const rest = (room: string): [string, number] => [`lambdas/${room}/x.ts`, 100];
    expect([100, 101].map((count) => largeRooms(lines(count)))).toEqual([[], ['a']]);
  });

  test('all files are reached that a file imports by way of others, in circles too', () => {
    const graph = graphOf({ a: ['b'], b: ['c', 'a'], c: [], d: ['a'] });
    expect([...reachableFrom(graph, 'a')]).toEqual(['a', 'b', 'c']);
  });

  test('a name is shared where two files declare and export it', () => {
    const one = 'export const a = 1; export type B = string; const c = 2; export { c as d };';
    const other = "export function a() {} export type { B } from './one.ts'; export const c = 3;";
    const exported = new Map([
      ['one.ts', exportsIn('one.ts', one)],
      ['other.ts', exportsIn('other.ts', other)],
    ]);
    expect(exported.get('one.ts')).toEqual(['a', 'B', 'd']);
    expect([...sharedNames(exported)]).toEqual([['a', ['one.ts', 'other.ts']]]);
  });
});
