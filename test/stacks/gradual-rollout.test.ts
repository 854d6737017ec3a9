import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { withUrgency } from '../../lib/overrides.ts';
import { least, refersTo, type SynthesizedStack, signerOf, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const aliases = service.ofType('AWS::Lambda::Alias');
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
const versions = versionsOf(service);

describe('a stage that is deployed gradually', () => {
  // A caller of the function itself would get the new code at once, and keep it when the alias moves back.
  test('has nothing that calls such a function other than by its alias', () => {
    const naming = ['Lambda::Alias', 'Lambda::Version', 'CloudWatch::Alarm', 'CloudWatch::Dashboard', 'IAM::Role'];
    const callers = service.all().filter(([, { Type }]) => !naming.includes(Type.replace('AWS::', '')));
    const direct = callers.filter(([, caller]) => [...versions.keys()].some((name) => refersTo(caller, name)));
    expect(direct.map(([logicalId]) => logicalId)).toEqual([]);
    const { Outputs } = service.template.toJSON();
    expect([...versions.keys()].filter((name) => refersTo(Outputs, name))).toEqual([]);
  });

  test('lets CodeDeploy move each alias, and back if the new version fails or the API does', () => {
    const Policy = v.object({
      CodeDeployLambdaAliasUpdate: v.object({ ApplicationName: Reference, DeploymentGroupName: Reference }),
    });
    expect(service.ofType('AWS::CodeDeploy::DeploymentGroup')).toHaveLength(versions.size);
    for (const [, { Properties, UpdatePolicy }] of aliases) {
      const policy = v.parse(Policy, UpdatePolicy).CodeDeployLambdaAliasUpdate;
      const group = service.resource(policy.DeploymentGroupName.Ref).Properties;
      expect(group).toMatchObject({
        ApplicationName: policy.ApplicationName,
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: Array(3).fill(expect.anything()) },
        AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
      });
      const { FunctionName, FunctionVersion } = v.parse(Alias, Properties);
      const watching = alarms.filter(([logicalId]) => refersTo(group['AlarmConfiguration'], logicalId));
      const isShared = ([logicalId]: (typeof alarms)[number]) => /^Rollout(ApiErrors|BatchErrors)/.test(logicalId);
      expect(watching.filter(isShared)).toHaveLength(2);
      const [[, errors] = []] = watching.filter((alarm) => !isShared(alarm));
      expect(watchedVersions(errors?.Properties).get(FunctionName.Ref)).toBe(FunctionVersion['Fn::GetAtt'][0]);
    }
  });

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html
  test('has one alarm of routes, which reads at most ten metrics, and one for each reader and signer', () => {
    const counts = alarms.map(([, { Properties }]) => watchedVersions(Properties).size).sort((a, b) => b - a);
    expect(counts).toEqual([8, 1, 1, 1, 1, 0, 0]); // the last two are those of the API and of whole batches
  });

  // FILL puts 0 in place of a minute whose value is not there yet; an alarm on that minute alone never goes off:
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
  test('has alarms of new versions that see an error of the last minutes, also one that is counted late', () => {
    const ofVersions = alarms.filter(([, { Properties }]) => watchedVersions(Properties).size > 0);
    for (const [, { Properties }] of ofVersions) {
      expect(Properties).toMatchObject({ Threshold: 1, DatapointsToAlarm: 1, EvaluationPeriods: 3 });
    }
  });

  // Lambda counts no error where a function names what failed of a batch.
  test('has an alarm of readers and signers that fail with whole batches', () => {
    const [[, alarm] = []] = alarms.filter(([logicalId]) => logicalId.startsWith('RolloutBatchErrors'));
    expect(alarm?.Properties).toMatchObject({ MetricName: 'BatchesFailed', Threshold: 5, EvaluationPeriods: 2 });
  });

  test('has functions that write the metric of that alarm, also where nobody wants other alarms', () => {
    const quiet = synthesized({ ...stages.prod, alarms: { enabled: false, optOutReason: 'a test' } }).service;
    const [[, alarm] = []] = quiet.ofType('AWS::CloudWatch::Alarm').filter(([id]) => id.includes('BatchErrors'));
    const [, signer] = signerOf(quiet, 'fast');
    expect(signer.Properties['Environment']).toMatchObject({
      Variables: { METRICS_NAMESPACE: alarm?.Properties['Namespace'] },
    });
  });

  // AWS's own agreement of API Gateway is 99.95 %: a busy stage has some errors in each minute.
  test('has an alarm of the API that goes off for a share of responses, not for a number', () => {
    const [[, alarm] = []] = alarms.filter(([logicalId]) => logicalId.startsWith('RolloutApiErrors'));
    expect(alarm?.Properties).toMatchObject({ Threshold: 0.1, EvaluationPeriods: 2, TreatMissingData: 'notBreaching' });
    expect(JSON.stringify(alarm)).toContain('100 * errors / requests');
  });

  test('makes a new version of the functions whose settings or code have changed, and of no others', () => {
    const { delivery } = stages.prod;
    const settings = { ...delivery.settings, retryDelaysSeconds: [1, 2, 3] };
    const changed = versionsOf(synthesized({ ...stages.prod, delivery: { ...delivery, settings } }).service);
    const [signer] = signerOf(service, 'slow');
    const [blockUser] = service.functionOf('block/block-user');
    expect(changed.get(signer)).not.toBe(versions.get(signer));
    expect(changed.get(blockUser)).toBe(versions.get(blockUser));
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

  // CloudFormation updates the role before the integrations that name it: a route is denied neither before nor after.
  test('may become gradual: the API may call the functions and their aliases before and after', () => {
    const allowedIn = (stack: SynthesizedStack) =>
      JSON.stringify(stack.ofType('AWS::IAM::Role').find(([id]) => id.startsWith('HttpRole'))?.[1].Properties);
    const atOnce = synthesized(least).service;
    expect(allowedIn(atOnce)).toBe(allowedIn(service));
    const [blockUser] = service.functionOf('block/block-user');
    for (const target of ['', ':live']) {
      const arn = { 'Fn::GetAtt': [blockUser, 'Arn'] };
      expect(allowedIn(atOnce)).toContain(JSON.stringify(target === '' ? arn : { 'Fn::Join': ['', [arn, target]] }));
    }
  });
});

/** The versions whose errors an alarm watches, by their function's logical id; none for an alarm of something else. */
function watchedVersions(alarm: unknown): ReadonlyMap<string, string> {
  const Dimensions = v.tuple([
    v.object({ Name: v.literal('ExecutedVersion'), Value: Version }),
    v.object({ Name: v.literal('FunctionName'), Value: Reference }),
    v.object({ Name: v.literal('Resource'), Value: v.object({ 'Fn::Join': v.unknown() }) }),
  ]);
  const Errors = v.object({ MetricName: v.literal('Errors'), Dimensions });
  const Expression = v.object({ Metrics: v.array(v.object({ MetricStat: v.optional(v.object({ Metric: Errors })) })) });
  if (!v.is(Expression, alarm)) return new Map();
  const metrics = v.parse(Expression, alarm).Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  return new Map(
    metrics.map(({ Dimensions: [version, name, alias] }) => {
      expect(alias.Value['Fn::Join']).toEqual(['', [name.Value, ':live']]);
      return [name.Value.Ref, version.Value['Fn::GetAtt'][0]];
    }),
  );
}
