import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { deployStage } from '../../scripts/deploy-stage.ts';
import { BOOTSTRAP_PARAMETER, BOOTSTRAP_VERSION } from '../../scripts/preflight/account.ts';
import { stackNames } from '../../scripts/preflight/stacks.ts';
import { exportOrder, readTemplates, type StackTemplate } from '../../scripts/stack-templates.ts';
import { stageArguments } from '../../scripts/stage-arguments.ts';
import { type FakeAws, readyAccount, recorded, startFakeAws } from '../scripts/fake-aws.ts';
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

/** Rolls a stage back over commits that added a table and an index, by CloudFormation's rules for exports. */
const { STRING } = AttributeType;
const [DATA, SERVICE, PANEL] = ['sps-dev-data', 'sps-dev-service', 'sps-dev-panel'];

/** The stage as it is, and as it is after commits that add a table with an index, and functions that use both. */
function commit(changes: (data: Stack, service: Stack) => void = () => {}): readonly StackTemplate[] {
  const { app, data, service } = stageApp(stages.dev);
  changes(data, service);
  return readTemplates(app.synth().directory);
}

describe('a roll-back to the commit before a new table', () => {
  let aws: FakeAws;
  let before: readonly StackTemplate[];
  let after: readonly StackTemplate[];
  /** What is deployed, by stack. */
  let deployed: Map<string, StackTemplate>;

  beforeAll(async () => {
    aws = await startFakeAws();
    process.env = { ...process.env, ...aws.environment };
    before = commit();
    after = commit((data, service) => {
      const added = new TableV2(data, 'Reports', { partitionKey: { name: 'id', type: STRING } });
      const table = data.node.children.find((child) => child instanceof TableV2);
      if (!(table instanceof TableV2)) throw new Error('The stage has no table.');
      table.addGlobalSecondaryIndex({ indexName: 'added', partitionKey: { name: 'addedKey', type: STRING } });
      new CfnOutput(service, 'UsesTheTable', { value: added.tableArn });
      new CfnOutput(service, 'UsesTheIndex', { value: `${table.tableArn}/index/added` });
    });
  });
  beforeEach(() => {
    deployed = new Map(after.map((stack) => [stack.name, stack]));
  });
  afterAll(() => aws.stop());

  /**
   * Updates a stack as CloudFormation does: what it imports exists, and what it no longer exports is not in use
   * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-exports.html).
   */
  function update(name: string, templates: readonly StackTemplate[]): void {
    const next = templates.find((template) => template.name === name);
    if (next === undefined) throw new Error(`There is no stack ${name}.`);
    const missing = next.imports.find(
      (imported) => ![...deployed.values()].some(({ exports }) => exports.includes(imported)),
    );
    if (missing !== undefined) throw new Error(`No export named ${missing} found`);
    const inUse = deployed.get(name)?.exports.find((one) => !next.exports.includes(one) && importersOf(one).length > 0);
    if (inUse !== undefined)
      throw new Error(`Export ${inUse} cannot be deleted as it is in use by ${importersOf(inUse)}`);
    deployed.set(name, next);
  }

  const importersOf = (exported: string): readonly string[] =>
    [...deployed.values()].filter(({ imports }) => imports.includes(exported)).map(({ name }) => name);

  /** Runs `npm run deploy -- --env dev` with the templates of a commit, and returns its exit code and output. */
  async function deploy(templates: readonly StackTemplate[], ...typed: readonly string[]) {
    const args = stageArguments('deploy', ['--env', 'dev', ...typed]);
    if ('problem' in args) throw new Error(args.problem);
    const stacks = Object.fromEntries(deployed);
    const importers = Object.fromEntries(
      [...deployed.values()]
        .flatMap(({ exports }) => exports)
        .flatMap((one) => {
          const names = importersOf(one);
          return names.length === 0 ? [] : [[one, names]];
        }),
    );
    aws.account = { ...readyAccount(), stacks: JSON.parse(JSON.stringify(stacks)), importers };
    return await recorded(args, (tools) =>
      deployStage(args, {
        ...tools,
        synthesize: async () => templates,
        cdk: async ([, ...words]) => {
          const named = words.slice(
            0,
            words.findIndex((word) => word.startsWith('--')),
          );
          for (const name of named.length === 0 ? [DATA, SERVICE, PANEL] : named) update(name ?? '', templates);
          return 0;
        },
      }),
    );
  }
  const ofReports = (exported: string) => exported.includes('Reports');

  test('all stacks of the commit before are refused, with the command that works', async () => {
    const { code, output } = await deploy(before);
    expect(code).toBe(1);
    expect(output).toMatch(/✗ The table Reports\w* is not in the new template/);
    expect(output).toMatch(/✗ The index added of \w+ would be deleted while deployed functions use it/);
    expect(output).toMatch(/npm run deploy -- --env dev --keep-data/);
    expect(output).not.toContain('npx cdk deploy');
    expect(() => update(DATA, before)).toThrow(/Reports\w+ cannot be deleted as it is in use by sps-dev-service/);
  });

  test('with --keep-data, functions go back, and tables, indexes and their exports stay', async () => {
    expect(after.find(({ name }) => name === SERVICE)?.imports.filter(ofReports)).toHaveLength(1);
    expect(await deploy(before, '--keep-data')).toMatchObject({ code: 0 });
    expect(deployed.get(DATA)).toBe(after.find(({ name }) => name === DATA));
    expect(deployed.get(DATA)?.exports.filter(ofReports)).toHaveLength(1);
    expect(deployed.get(SERVICE)).toBe(before.find(({ name }) => name === SERVICE));
    expect(deployed.get(SERVICE)?.imports.filter(ofReports)).toEqual([]);

    expect(await deploy(after)).toMatchObject({ code: 0 });
    expect(deployed.get(SERVICE)?.imports.filter(ofReports)).toHaveLength(1);
  });

  test('--keep-data is refused for functions that need more than the data stack has', async () => {
    deployed = new Map(before.map((stack) => [stack.name, stack]));
    const { code, output } = await deploy(after, '--keep-data');
    expect(code).toBe(1);
    expect(output).toMatch(
      /✗ The data stack that is deployed has no sps-dev-data:\w*Reports\w*.*\n.*without --keep-data/,
    );
    expect(output).toMatch(/✗ The data stack that is deployed has no index added of/);
  });
});
