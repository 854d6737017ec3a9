/** What `npm run check:imports` refuses. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { whyRefused } from '../../scripts/imports/borders.ts';
import { circlesIn, exportsIn, importsIn } from '../../scripts/imports/import-graph.ts';
import { largeModules, reachableFrom, sharedNames } from '../../scripts/imports/measures.ts';
import { readWorkspaces, type Workspace, whyOutside, whyUnlisted } from '../../scripts/imports/workspaces.ts';

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
  ['scripts/x.ts', '../test/e2e/delivery-network.ts', false],
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
  ['local/test/x.test.ts', '../gateway/api.ts', true],
  ['local/test/x.test.ts', '../../test/support/eventually.ts', true],
  ['local/test/x.integration.test.ts', '../../test/support/service.ts', false],
  ['local/test/x.integration.test.ts', '../../lib/functions/bundle.ts', false],
  ['test/support/eventually.ts', './service.ts', false],
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
    expect(importsIn('lib/x/y.ts', text).map(({ name, isOurs }) => [name, isOurs])).toEqual([
      ...['lib/x/a.ts', 'lib/x/b.ts', 'lib/x/c.ts'].map((name) => [name, true]),
      ['node:fs', false],
      ...['lib/d.ts', 'lib/x/e.ts', 'lib/x/f.ts'].map((name) => [name, true]),
    ]);
  });

  test('are files of a workspace where its package is named', () => {
    expect(importsIn('bin/x.ts', "import '@s/tool/part'; import '@s/tool/other';", [tool])).toEqual([
      { name: 'tool/part.ts', isOurs: true, specifier: '@s/tool/part' },
      { name: '@s/tool/other', isOurs: false, specifier: '@s/tool/other' },
    ]);
  });
});

const tool: Workspace = {
  folder: 'tool/',
  name: '@s/tool',
  exports: new Map([['@s/tool/part', 'tool/part.ts']]),
  dependencies: new Set(['valibot', '@s/other']),
};

describe('a workspace', () => {
  test.each([
    { file: 'bin/x.ts', specifier: '@s/tool/part', imported: 'tool/part.ts', reason: undefined },
    { file: 'bin/x.ts', specifier: '../tool/part.ts', imported: 'tool/part.ts', reason: "package, '@s/tool/part'" },
    { file: 'test/x.test.ts', specifier: '../tool/inner.ts', imported: 'tool/inner.ts', reason: 'does not export it' },
    { file: 'tool/x.ts', specifier: './inner.ts', imported: 'tool/inner.ts', reason: undefined },
    { file: 'tool/test/x.test.ts', specifier: '../inner.ts', imported: 'tool/inner.ts', reason: undefined },
    { file: 'tool/x.ts', specifier: '@s/tool/part', imported: 'tool/part.ts', reason: 'by their paths' },
    { file: 'tool/x.ts', specifier: '../contract/ids.ts', imported: 'contract/ids.ts', reason: undefined },
  ])('refuses $specifier in $file: $reason', ({ file, specifier, imported, reason }) => {
    const refused = whyOutside(file, specifier, imported, [tool]);
    if (reason === undefined) expect(refused).toBeUndefined();
    else expect(refused).toContain(reason);
  });

  test.each([
    { file: 'tool/x.ts', specifier: 'valibot', isListed: true },
    { file: 'tool/x.ts', specifier: '@s/other/part', isListed: true },
    { file: 'tool/x.ts', specifier: 'node:fs', isListed: true },
    { file: 'tool/x.ts', specifier: '../contract/ids.ts', isListed: true },
    { file: 'tool/x.ts', specifier: 'valibot-of-others', isListed: false },
    { file: 'tool/x.ts', specifier: '@s/third', isListed: false },
    { file: 'tool/test/x.test.ts', specifier: '@jest/globals', isListed: true },
    { file: 'bin/x.ts', specifier: 'commander', isListed: true },
  ])('has $specifier of $file in its package.json: $isListed', ({ file, specifier, isListed }) => {
    expect(whyUnlisted(file, specifier, [tool]) === undefined).toBe(isListed);
  });

  test('of this project exports files that exist', () => {
    const workspaces = readWorkspaces();
    expect(workspaces.map(({ folder }) => folder)).toEqual(['client/', 'ctl/', 'docs/', 'local/', 'panel/']);
    const files = workspaces.flatMap(({ exports }) => [...exports.values()]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});

const graphOf = (arrows: Readonly<Record<string, readonly string[]>>) =>
  new Map(
    Object.entries(arrows).map(([file, to]) => [file, to.map((name) => ({ name, isOurs: true, specifier: name }))]),
  );

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
  test('a module is too large from more than a fifth of all lines on', () => {
    const lines = (count: number) => new Map([['lambdas/a/x.ts', count], ...['b', 'c', 'd', 'e'].map(rest)]);
    const rest = (module: string): [string, number] => [`lambdas/${module}/x.ts`, 100];
    expect([100, 101].map((count) => largeModules(lines(count)))).toEqual([[], ['a']]);
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
