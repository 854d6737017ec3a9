import { beforeAll, describe, expect, test } from '@jest/globals';
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
const withoutPanel: StageConfig = { ...dev, panel: { enabled: false, optOutReason: 'a test' } };

/** Synthesizes a stage and reads it back from the folder, as the deployment does. */
function templatesOf(config: StageConfig): readonly StackTemplate[] {
  return readTemplates(stageApp(config).app.synth().directory);
}

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
  const { artifacts = {} } = stageApp(dev).app.synth().manifest;
  const needs = Object.values(artifacts).flatMap(({ properties }) => (v.is(Needs, properties) ? [properties] : []));
  expect(needs.length).toBeGreaterThan(0);
  for (const { requiresBootstrapStackVersion, bootstrapStackVersionSsmParameter } of needs) {
    expect(bootstrapStackVersionSsmParameter).toBe(BOOTSTRAP_PARAMETER);
    expect(requiresBootstrapStackVersion).toBeLessThanOrEqual(BOOTSTRAP_VERSION);
  }
});

describe('a change of the stage dev', () => {
  let accounts: readonly StackTemplate[];
  let before: ReturnType<typeof deployed>;
  beforeAll(() => {
    accounts = templatesOf(dev);
    before = deployed(accounts);
  });

  test('that drops no export needs no order', async () => {
    expect(await exportOrder(before.stacks, accounts, before.importersOf)).toEqual({ first: [], problems: [] });
  });

  test('from accounts to links deploys panel and service before the data stack drops the accounts', async () => {
    expect(await exportOrder(before.stacks, templatesOf(withLinks), before.importersOf)).toEqual({
      first: ['sps-dev-panel', 'sps-dev-service'],
      problems: [],
    });
  });

  test('that opts out of the panel is refused until the stack of the panel is deleted', async () => {
    const without = templatesOf(withoutPanel);
    const { problems } = await exportOrder(before.stacks, without, before.importersOf);
    expect(problems).toMatchObject([{ what: expect.stringContaining('sps-dev-panel is not part of the stage') }]);

    const rest = deployed(accounts.filter(({ name }) => name !== 'sps-dev-panel'));
    expect(await exportOrder(rest.stacks, without, rest.importersOf)).toEqual({
      first: ['sps-dev-service'],
      problems: [],
    });
  });

  test('from links to accounts needs no order', async () => {
    const links = deployed(templatesOf(withLinks));
    expect(await exportOrder(links.stacks, accounts, links.importersOf)).toEqual({ first: [], problems: [] });
  });
});
