import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { exportOrder } from '../../scripts/export-order.ts';
import { BOOTSTRAP_PARAMETER, BOOTSTRAP_VERSION } from '../../scripts/preflight/account.ts';
import { stackNames } from '../../scripts/preflight/stacks.ts';
import { readTemplates, type StackTemplate } from '../../scripts/stack-templates.ts';
import { stageApp } from '../stacks/synthesized.ts';

const { dev } = stages;
const withLinks: StageConfig = {
  ...dev,
  panel: { enabled: true, signIn: { kind: 'links', reason: 'a test' } },
};

const synth = (config: StageConfig) => stageApp(config).app.synth();
const assembly = synth(dev);

/** What CloudFormation would say after these templates were deployed. */
function deployed(templates: readonly StackTemplate[]) {
  const stacks = stackNames('dev').flatMap((name) => templates.find((template) => template.name === name) ?? []);
  return {
    stacks: stacks.map(({ name, exports }) => ({
      name,
      exports,
      status: 'CREATE_COMPLETE',
      isProtected: false,
      outputs: new Map<string, string>(),
    })),
    importersOf: async (exported: string) =>
      stacks.filter(({ imports }) => imports.includes(exported)).map(({ name }) => name),
  };
}

test('the bootstrap that is checked is the one that the stacks ask for', () => {
  const Needs = v.looseObject({
    requiresBootstrapStackVersion: v.number(),
    bootstrapStackVersionSsmParameter: v.string(),
  });
  const { artifacts = {} } = assembly.manifest;
  const needs = Object.values(artifacts).flatMap(({ properties }) => (v.is(Needs, properties) ? [properties] : []));
  expect(needs.length).toBeGreaterThan(0);
  for (const { requiresBootstrapStackVersion, bootstrapStackVersionSsmParameter } of needs) {
    expect(bootstrapStackVersionSsmParameter).toBe(BOOTSTRAP_PARAMETER);
    expect(requiresBootstrapStackVersion).toBeLessThanOrEqual(BOOTSTRAP_VERSION);
  }
});

// Other orders, and what is refused: test/scripts/deploy-stage.integration.test.ts.
test('from accounts to links, dev deploys panel and service before the data stack drops the accounts', async () => {
  const templates = readTemplates(assembly.directory);
  const before = deployed(templates);
  expect(await exportOrder(before.stacks, templates, before.importersOf)).toEqual({ first: [], problems: [] });
  const after = readTemplates(synth(withLinks).directory);
  expect(await exportOrder(before.stacks, after, before.importersOf)).toEqual({
    first: ['sps-dev-panel', 'sps-dev-service'],
    problems: [],
  });
});
