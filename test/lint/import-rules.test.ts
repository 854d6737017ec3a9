import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

test('nothing outside test/ imports from test/', () => {
  const files = globSync(
    '{bench,bin,client,contract,ctl,docs-site,lambdas,lib,local,panel,scripts,testing}/**/*.{ts,tsx}',
  );
  const imports = /from '(?:\.\.\/)+test\//;
  expect(files.filter((file) => imports.test(readFileSync(file, 'utf8')))).toEqual([]);
});

/** Imports, and whether the linter allows them. */
const imports: readonly (readonly [file: string, specifier: string, allowed: boolean])[] = [
  ['lambdas/block/x.ts', './blocks-table.ts', true],
  ['lambdas/block/x.ts', '../shared/route.ts', true],
  ['lambdas/block/x.ts', '../../contract/block.ts', true],
  ['lambdas/block/x.ts', '../events/events-table.ts', true],
  ['lambdas/block/x.ts', '../../lib/config.ts', false],
  ['lambdas/block/x.ts', 'aws-cdk-lib', false],
  ['lambdas/shared/x.ts', '../../contract/route.ts', true],
  ['lambdas/shared/quotas/x.ts', '../../../contract/route.ts', true],
  ['lambdas/shared/x.ts', '../auth/networks-table.ts', false],
  ['lambdas/shared/x.ts', '../../lib/config.ts', false],
  ['lambdas/shared/x.ts', 'aws-cdk-lib/aws-lambda', false],
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
  ['test/block/x.test.ts', '../../testing/eventually.ts', true],
  ['test/block/x.test.ts', '../../testing/service.ts', false],
  ['test/panel/x.test.ts', '../../testing/chromium.ts', false],
  ['test/block/x.integration.test.ts', '../../testing/service.ts', true],
  ['test/e2e/x.test.ts', '../../testing/service.ts', true],
];

describe('the import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  let refused: readonly string[];

  beforeAll(() => {
    const { vcs: _, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined }));
    imports.forEach(([file, specifier], index) => {
      const path = join(folder, fileOf(file, index));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import { a } from '${specifier}';\na();\n`);
    });
    refused = lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(imports.map(([file, specifier, allowed], index) => ({ file, specifier, allowed, index })))(
    '$file importing $specifier is allowed: $allowed',
    ({ file, allowed, index }) => {
      expect(refused.includes(fileOf(file, index))).toBe(!allowed);
    },
  );
});

const fileOf = (file: string, index: number): string => file.replace('/x.', `/import-${index}.`);

/** The files in which the linter refuses an import. */
function lint(folder: string): string[] {
  const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome');
  const only = '--only=style/noRestrictedImports';
  const options = ['lint', only, '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout);
  return diagnostics.map((diagnostic: { location: { path: string } }) => diagnostic.location.path);
}
