import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import * as v from 'valibot';
import { BOOTSTRAP_PARAMETER, BOOTSTRAP_VERSION } from '../../bin/preflight/account.ts';
import { findingsText } from '../../bin/preflight/finding.ts';
import { deployStage } from '../../bin/stage/deploy-stage.ts';
import { exportOrder, readTemplates, type StackTemplate } from '../../bin/stage/stack-templates.ts';
import { stageArguments } from '../../bin/stage/stage-arguments.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import { stackNames } from '../../lib/stage-names.ts';
import { type FakeAws, readyAccount, recorded, startFakeAws } from '../support/fake-aws.ts';
import { stageApp } from './synthesized.ts';

const { dev } = stages;
const withLinks: StageConfig = {
  ...dev,
  panel: { enabled: true, signIn: { kind: 'links', reason: 'a test' } },
};

const synth = (config: StageConfig) => stageApp(config).app.synth();
const assembly = synth(dev);

/** What CloudFormation would say after these templates were deployed. */
function deployed(templates: readonly StackTemplate[]) {
  const stacks = stackNames(dev).flatMap((name) => templates.find((template) => template.name === name) ?? []);
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

// Other orders, and what is refused: test/bin/deploy-stage.integration.test.ts.
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

test('a stack of a host that uses what the stage drops is to be deployed without it first, and not deleted', async () => {
  const before = deployed(readTemplates(assembly.directory));
  const after = readTemplates(synth(withLinks).directory);
  const importersOf = async (name: string) => [...(await before.importersOf(name)), 'acme'];
  const { first, problems } = await exportOrder(before.stacks, after, importersOf);
  expect(first).toEqual(['sps-dev-panel', 'sps-dev-service']);
  expect(findingsText(problems)).toMatch(
    /^✗ The stack acme, which is not of the stage, .*\n.*Deploy acme without them first\.$/,
  );
});

const { STRING } = AttributeType;

/** The stage as it is, and as it is after a commit that adds a table, an index, and functions that use both. */
function commit(changes: (data: Stack, service: Stack) => void = () => {}): readonly StackTemplate[] {
  const { app, data, service } = stageApp(dev);
  changes(data, service);
  return readTemplates(app.synth().directory);
}

describe('a roll-back to the commit before a new table', () => {
  let aws: FakeAws;
  const before = commit();
  const after = commit((data, service) => {
    const added = new TableV2(data, 'Reports', { partitionKey: { name: 'id', type: STRING } });
    const table = data.node.children.find((child) => child instanceof TableV2);
    if (!(table instanceof TableV2)) throw new Error('The stage has no table.');
    table.addGlobalSecondaryIndex({ indexName: 'added', partitionKey: { name: 'addedKey', type: STRING } });
    new CfnOutput(service, 'UsesTheTable', { value: added.tableArn });
    new CfnOutput(service, 'UsesTheIndex', { value: `${table.tableArn}/index/added` });
  });
  beforeAll(async () => {
    aws = await startFakeAws();
    process.env = { ...process.env, ...aws.environment };
  });
  afterAll(() => aws.stop());

  /** Runs `npm run deploy -- --env dev` with the templates of a commit, where those of another one are deployed. */
  async function deploy(templates: readonly StackTemplate[], from: typeof templates, ...typed: readonly string[]) {
    const args = stageArguments('deploy', ['--env', 'dev', ...typed]);
    if ('problem' in args) throw new Error(args.problem);
    const imported = [...new Set(from.flatMap(({ imports }) => imports))];
    const importersOf = (one: string) => from.filter(({ imports }) => imports.includes(one)).map(({ name }) => name);
    aws.account = {
      ...readyAccount(),
      stacks: Object.fromEntries(
        from.map(({ name, exports, template }) => [name, { exports, template: JSON.parse(JSON.stringify(template)) }]),
      ),
      importers: Object.fromEntries(imported.map((one) => [one, importersOf(one)])),
    };
    return await recorded(args, (tools) => deployStage(args, { ...tools, synthesize: async () => templates }));
  }

  test('all stacks of the commit before are refused, with the command that works', async () => {
    const { code, commands, output } = await deploy(before, after);
    expect({ code, commands }).toEqual({ code: 1, commands: [] });
    expect(output).toMatch(/✗ The table Reports\w* is not in the new template/);
    expect(output).toMatch(/✗ The index added of \w+ would be deleted while deployed functions use it/);
    expect(output).toMatch(/npm run deploy -- --env dev --keep-data/);
    expect(output).not.toContain('npx cdk deploy');
  });

  test('with --keep-data, functions go back, and the data stack with what it exports stays', async () => {
    expect(await deploy(before, after, '--keep-data')).toMatchObject({
      code: 0,
      commands: [expect.stringMatching(/^deploy dev\/service dev\/panel --exclusively /)],
    });
  });

  test('--keep-data is refused for functions that need more than the data stack has', async () => {
    const { code, commands, output } = await deploy(after, before, '--keep-data');
    expect({ code, commands }).toEqual({ code: 1, commands: [] });
    expect(output).toMatch(
      /✗ The data stack that is deployed has no sps-dev-data:\w*Reports\w*.*\n.*a commit whose functions do without it/,
    );
    expect(output).toMatch(/✗ The data stack that is deployed has no index added of/);
    // With the tables the index would be used before it is built.
    expect(output).toMatch(/\nNothing was deployed\.$/);
  });
});
