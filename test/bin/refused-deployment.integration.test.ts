import { describe, expect, test } from '@jest/globals';
import { deployStage } from '../../bin/stage/deploy-stage.ts';
import type { StackTemplate } from '../../bin/stage/stack-templates.ts';
import { stageArguments } from '../../bin/stage/stage-arguments.ts';
import { readyAccount, recorded } from '../support/fake-aws.ts';
import fc from '../support/fast-check.ts';
import { withFakeAws } from '../support/with-fake-aws.ts';

const aws = withFakeAws();

/** Deploys with the fake, and returns what was printed and which commands `cdk` got. */
async function deploy(typed: readonly string[] = ['--env', 'dev'], templates: readonly StackTemplate[] = []) {
  const args = stageArguments('deploy', typed);
  if ('problem' in args) throw new Error(args.problem);
  return await recorded(args, (tools) => deployStage(args, { ...tools, synthesize: async () => templates }));
}

describe('a deployment that is refused offers what would get through, and nothing else', () => {
  interface Data {
    readonly indexes: readonly string[];
    readonly exports: readonly string[];
  }
  /** The data stack, and a service stack whose functions use all of `used`. */
  interface Version {
    readonly data: Data;
    readonly used: Data;
  }
  const arn = { 'Fn::ImportValue': 'sps-dev-data:ExportsOutputFnGetAttWebhooksTableArn5A2B' };
  const templatesOf = ({ data, used }: Version) => {
    const GlobalSecondaryIndexes = data.indexes.map((IndexName) => ({ IndexName, KeySchema: [], Projection: {} }));
    const Properties = { KeySchema: [], GlobalSecondaryIndexes };
    const uses = used.indexes.map((index) => [index, { 'Fn::Join': ['', [arn, `/index/${index}`]] }]);
    return [
      {
        name: 'sps-dev-data',
        exports: ['table', ...data.exports],
        imports: [],
        template: { Resources: { WebhooksTable: { Type: 'AWS::DynamoDB::GlobalTable', Properties } } },
      },
      {
        name: 'sps-dev-service',
        exports: [],
        imports: ['table', ...used.exports],
        template: { Resources: Object.fromEntries(uses) },
      },
    ] as const;
  };
  /** Deploys a version where another one is deployed, whose indexes are built. */
  function deployOver(before: Version, next: Version, ...typed: readonly string[]) {
    const [data, service] = templatesOf(before);
    aws().account = {
      ...readyAccount(),
      stacks: { [data.name]: { ...data, outputs: { WebhooksTableName: 'webhooks' } }, [service.name]: service },
      tables: { webhooks: Object.fromEntries(before.data.indexes.map((index) => [index, 'ACTIVE'])) },
      importers: Object.fromEntries(before.used.exports.map((exported) => [exported, [service.name]])),
    };
    return deploy(['--env', 'dev', ...typed], templatesOf(next));
  }
  const version = (indexes: readonly string[], exports: readonly string[] = []): Version => {
    const data = { indexes, exports };
    return { data, used: data };
  };
  const offered = (output: string): string | undefined => / (npm run deploy -- .*|npx cdk .*)$/.exec(output)?.[1];

  test('for an upgrade of several deployments nothing: it would not get through without the tables either', async () => {
    for (const typed of [[], ['--keep-data']]) {
      const { code, output } = await deployOver(version([]), version(['a']), ...typed);
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/✗ .*index a .*\nNothing was deployed\.$/s),
      });
    }
  });

  test('for an older commit the deployment without tables, with the same arguments', async () => {
    const typed = ['--region', 'eu-north-1', '-c', 'urgent=it is'];
    const { code, output } = await deployOver(version(['a']), version([]), ...typed);
    expect({ code, offered: offered(output) }).toEqual({
      code: 1,
      offered: "npm run deploy -- --env dev --keep-data --region eu-north-1 -c 'urgent=it is'",
    });
  });

  test('for functions that need a new value of the tables the deployment with tables', async () => {
    const { code, output } = await deployOver(version([]), version([], ['new']), '--keep-data', '-v');
    expect({ code, offered: offered(output) }).toEqual({ code: 1, offered: 'npm run deploy -- --env dev -v' });
  });

  test('whatever the versions are: what is offered gets through, and where nothing is, nothing would', async () => {
    const data = (indexes: string[]) => fc.record({ indexes: fc.subarray(indexes), exports: fc.subarray(['x', 'y']) });
    const anyVersion = data(['a', 'b', 'c']).chain((has) =>
      fc
        .record({ indexes: fc.subarray([...has.indexes]), exports: fc.subarray([...has.exports]) })
        .map((used): Version => ({ data: has, used })),
    );
    await fc.assert(
      fc.asyncProperty(anyVersion, anyVersion, fc.boolean(), async (before, next, keepData) => {
        const { code, output } = await deployOver(before, next, ...(keepData ? ['--keep-data'] : []));
        if (code === 0) return;
        const other = keepData ? [] : ['--keep-data'];
        const otherRun = await deployOver(before, next, ...other);
        const command = ['npm run deploy -- --env dev', ...other].join(' ');
        expect(offered(output)).toBe(otherRun.code === 0 ? command : undefined);
      }),
      { numRuns: 40 },
    );
  }, 180_000);

  test('for a risk the command of cdk, unless that would be refused', async () => {
    const staging = ['--env', 'staging'];
    expect(offered((await deploy(staging)).output)).toBe(
      'npx cdk deploy --all --context env=staging --output cdk.out/staging',
    );
    expect(offered((await deploy([...staging, '--keep-data', '-v'])).output)).toBe(
      'npx cdk deploy staging/service staging/panel --exclusively --context env=staging --output cdk.out/staging -v',
    );
    for (const problem of [{ bootstrapVersion: undefined }, { concurrency: { limit: 1_116, unreserved: 195 } }]) {
      aws().account = { ...readyAccount(), ...problem };
      expect((await deploy(staging)).output).toMatch(/Nothing was deployed\.$/);
    }
  });

  test('for little concurrency the command of cdk', async () => {
    aws().account = { ...readyAccount(), concurrency: { limit: 8 } };
    expect(offered((await deploy()).output)).toBe('npx cdk deploy --all --context env=dev --output cdk.out/dev');
  });

  test('for a risk nothing, where the tables would be refused as well or a stack has to come first', async () => {
    const staging = (version: Version) =>
      templatesOf(version).map((stack) => ({ ...stack, name: stack.name.replace('dev', 'staging') }));
    const before = staging(version(['a'], ['x']));
    const stacks = Object.fromEntries(before.map((stack) => [stack.name, stack]));
    aws().account = { ...readyAccount(), stacks, importers: { x: ['sps-staging-service'] } };
    for (const next of [version(['a']), version([], ['x'])]) {
      const { output } = await deploy(['--env', 'staging'], staging(next));
      expect(output).toMatch(/✗ Alarms .*\nNothing was deployed\.$/s);
    }
    const { output } = await deploy(['--env', 'staging'], before);
    expect(offered(output)).toMatch(/^npx cdk deploy --all/);
  });
});
