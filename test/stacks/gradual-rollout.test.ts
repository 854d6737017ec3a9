import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { withUrgency } from '../../lib/urgent-override.ts';
import { refersTo, type SynthesizedStack, signerOf, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const functions = service.ofType('AWS::Lambda::Function').map(([logicalId]) => logicalId);
const aliases = service.ofType('AWS::Lambda::Alias');
const groups = service.ofType('AWS::CodeDeploy::DeploymentGroup');
const alarms = service.ofType('AWS::CloudWatch::Alarm').filter(([logicalId]) => logicalId.startsWith('Rollout'));

const Reference = v.object({ Ref: v.string() });
const Version = v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Version')]) });
const Alias = v.object({ FunctionName: Reference, FunctionVersion: Version, Name: v.literal('live') });

/** The version that the alias of each function is to point to, by the function's logical id. */
const versionsOf = (stack: SynthesizedStack) =>
  new Map(
    stack.ofType('AWS::Lambda::Alias').map(([, { Properties }]) => {
      const { FunctionName, FunctionVersion } = v.parse(Alias, Properties);
      return [FunctionName.Ref, FunctionVersion['Fn::GetAtt'][0]];
    }),
  );

describe('a stage that is deployed gradually', () => {
  test('has an alias of each function, and a version that it points to', () => {
    const versions = versionsOf(service);
    expect([...versions.keys()].sort()).toEqual(functions.toSorted());
    for (const [name, version] of versions) {
      expect(service.resource(version)).toMatchObject({
        Type: 'AWS::Lambda::Version',
        Properties: { FunctionName: { Ref: name } },
      });
    }
  });

  // A caller of the function itself would get the new code at once, and keep it when the alias moves back.
  test('has nothing that calls a function other than by its alias', () => {
    const types = [
      'AWS::Lambda::Alias',
      'AWS::Lambda::Version',
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
    ];
    const { Resources, Outputs } = v.parse(
      v.object({ Resources: v.record(v.string(), v.looseObject({ Type: v.string() })), Outputs: v.unknown() }),
      service.template.toJSON(),
    );
    const callers = Object.entries(Resources).filter(([, { Type }]) => !types.includes(Type));
    const direct = callers.filter(([, caller]) => functions.some((name) => refersTo(caller, name)));
    expect(direct.map(([logicalId]) => logicalId)).toEqual([]);
    expect(functions.filter((name) => refersTo(Outputs, name))).toEqual([]);
  });

  test('lets CodeDeploy move each alias, and back if the new version fails or the API does', () => {
    const Policy = v.object({
      CodeDeployLambdaAliasUpdate: v.object({ ApplicationName: Reference, DeploymentGroupName: Reference }),
    });
    expect(groups).toHaveLength(functions.length);
    for (const [, { Properties, UpdatePolicy }] of aliases) {
      const policy = v.parse(Policy, UpdatePolicy).CodeDeployLambdaAliasUpdate;
      const group = service.resource(policy.DeploymentGroupName.Ref).Properties;
      expect(group).toMatchObject({
        ApplicationName: policy.ApplicationName,
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: [expect.anything(), expect.anything()] },
        AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
      });
      const { FunctionName, FunctionVersion } = v.parse(Alias, Properties);
      const watched = alarms.filter(([logicalId]) => refersTo(group['AlarmConfiguration'], logicalId));
      const isApi = ([, alarm]: (typeof alarms)[number]) => alarm.Properties['Namespace'] === 'AWS/ApiGateway';
      expect(watched.filter(isApi)).toHaveLength(1);
      const [[, errors] = []] = watched.filter((alarm) => !isApi(alarm));
      expect(watchedVersions(errors?.Properties).get(FunctionName.Ref)).toBe(FunctionVersion['Fn::GetAtt'][0]);
    }
  });

  test('has an alarm of its own for each function that serves no route, and shares those of routes', () => {
    const counts = alarms.map(([, { Properties }]) => watchedVersions(Properties).size).sort((a, b) => b - a);
    const ofRoutes = functions.length - 7; // the authorizer, two readers, two signers, the sweeper and the eraser of users
    const shared = counts.filter((count) => count > 1);
    expect(shared.reduce((sum, count) => sum + count, 0)).toBe(ofRoutes);
    expect(shared.every((count) => count <= 10)).toBe(true);
    expect(counts.slice(shared.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test('makes a new version of the functions whose settings or code have changed, and of no others', () => {
    const { delivery } = stages.prod;
    const settings = { ...delivery.settings, retryDelaysSeconds: [1, 2, 3] };
    const changed = versionsOf(synthesized({ ...stages.prod, delivery: { ...delivery, settings } }).service);
    const before = versionsOf(service);
    const [signer] = signerOf(service, 'slow');
    const [blockUser] = service.functionOf('block/block-user');
    expect(changed.get(signer)).not.toBe(before.get(signer));
    expect(changed.get(blockUser)).toBe(before.get(blockUser));
  });

  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html: 500, which the CDK enforces.
  test('has room for a few more routes in its stack, with 11 resources each', () => {
    const noticeMail = { sender: 'a@example.com', identity: 'example.com', panelUrl: 'https://example.com/admin/' };
    const whole = synthesized({ ...stages.prod, noticeMail }).service.template.toJSON();
    expect(Object.keys(v.parse(v.record(v.string(), v.unknown()), whole['Resources'])).length).toBeLessThan(480);
  });
});

describe('an urgent deployment', () => {
  test('moves every alias at once, and changes nothing else', () => {
    const urgent = synthesized(withUrgency(stages.prod, 'true')).service;
    expect(urgent.ofType('AWS::Lambda::Alias').filter(([, { UpdatePolicy }]) => UpdatePolicy !== undefined)).toEqual(
      [],
    );
    const withoutPolicies = (stack: SynthesizedStack) =>
      JSON.stringify(stack.template.toJSON(), (key, value) => (key === 'UpdatePolicy' ? undefined : value));
    expect(withoutPolicies(urgent)).toBe(withoutPolicies(service));
  });

  test('is of a stage that is deployed gradually, and has to be meant', () => {
    expect(withUrgency(stages.dev, undefined)).toBe(stages.dev);
    expect(() => withUrgency(stages.dev, 'true')).toThrow(/The stage dev is always deployed at once/);
    expect(() => withUrgency(stages.prod, 'yes')).toThrow(/The context urgent is true, or left out/);
  });
});

describe('a stage that is deployed at once', () => {
  test.each<StageConfig>([stages.dev, stages.local])(
    'has no aliases, versions or deployment groups ($name)',
    (stage) => {
      const stack = synthesized(stage).service;
      for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::CodeDeploy::DeploymentGroup']) {
        expect(stack.ofType(type)).toEqual([]);
      }
    },
  );
});

/** The versions whose errors an alarm watches, by the logical id of their function; none for an alarm of something else. */
function watchedVersions(alarm: unknown): ReadonlyMap<string, string> {
  const Dimensions = v.tuple([
    v.object({ Name: v.literal('ExecutedVersion'), Value: Version }),
    v.object({ Name: v.literal('FunctionName'), Value: Reference }),
    v.object({ Name: v.literal('Resource'), Value: v.object({ 'Fn::Join': v.unknown() }) }),
  ]);
  const Errors = v.object({ MetricName: v.literal('Errors'), Dimensions });
  const Expression = v.object({ Metrics: v.array(v.object({ MetricStat: v.optional(v.object({ Metric: Errors })) })) });
  const one = v.safeParse(Errors, alarm);
  const several = v.safeParse(Expression, alarm);
  const metrics = [
    ...(one.success ? [one.output] : []),
    ...(several.success ? several.output.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) : []),
  ];
  return new Map(
    metrics.map(({ Dimensions: [version, name, alias] }) => {
      expect(alias.Value['Fn::Join']).toEqual(['', [name.Value, ':live']]);
      return [name.Value.Ref, version.Value['Fn::GetAtt'][0]];
    }),
  );
}
