/** The public construct: in any app, beside stacks of its host, and in place of a fork. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { App, CfnOutput, Stack, Stage } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import * as v from 'valibot';
import { assemblyStages } from '../../bin/stage/assembly-stages.ts';
import { stageConfig } from '../../lib/config.ts';
import { development, production } from '../../lib/index.ts';
import { LOCAL_CONTEXT } from '../../lib/local-context.ts';
import { SocialPlatform, type SocialPlatformProps } from '../../lib/social-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { everything, sources, synthesized } from './synthesized.ts';

/** An app as somebody else has it: without this project's feature flags. */
const hostApp = (context: Record<string, unknown> = {}): App =>
  new App({
    context: { 'aws:cdk:disable-asset-staging': true, 'aws:cdk:disable-stack-trace': true, ...context },
    outdir: temporaryFolder(),
    builtinCloudFormationValidation: false,
    treeMetadata: false,
  });
const add = (scope: Construct, id: string, props: SocialPlatformProps = development()): SocialPlatform =>
  new SocialPlatform(scope, id, props, sources);
const templates = ({ stacks: { data, service, panel } }: SocialPlatform): readonly unknown[] =>
  [data, service, ...(panel ? [panel] : [])].map((stack) => Template.fromStack(stack).toJSON());

describe('the templates of a stage', () => {
  const own = (props: SocialPlatformProps) => {
    const { data, service, panel } = synthesized({ name: 'dev', ...production(props) });
    return [data, service, panel].map(({ template }) => template.toJSON());
  };

  test('are the same in another app, whatever its feature flags are, but for the tags of the host', () => {
    const nested = new Stage(hostApp({ '@aws-cdk/core:enablePartitionLiterals': false }), 'pipeline');
    expect(templates(add(nested, 'platform', { name: 'dev', ...development() }))).toEqual(own(development()));
  });

  const Resources = v.record(v.string(), v.record(v.string(), v.unknown()));
  const Fork = v.record(v.string(), v.object({ data: Resources, service: Resources, panel: Resources }));
  const fork = v.parse(Fork, JSON.parse(readFileSync(join(import.meta.dirname, 'fork.json'), 'utf8')));

  // What a deployed fork of commit caa741b1 had, with the properties whose change replaces a resource.
  test.each(Object.keys(fork))('keep each resource with data or an address of a fork: %s', (name) => {
    const { name: stage, ...settings } = name === 'prod with everything' ? everything : stageConfig(name);
    const platform = add(hostApp(), 'moved', { name: stage, ...settings });
    const { data, service, panel } = platform.stacks;
    expect(data.stackName).toBe(`sps-${stage}-data`);
    const now = { data, service, panel };
    for (const part of ['data', 'service', 'panel'] as const) {
      const stack = now[part];
      if (stack === undefined) throw new Error(`There is no stack ${part}.`);
      const { Resources: resources } = v.parse(
        v.object({
          Resources: v.record(v.string(), v.looseObject({ Type: v.string(), Properties: v.optional(v.unknown()) })),
        }),
        Template.fromStack(stack).toJSON(),
      );
      for (const [logicalId, { Type, ...immutable }] of Object.entries(fork[name]?.[part] ?? {})) {
        expect({ logicalId, resource: resources[logicalId] }).toEqual({
          logicalId,
          resource: expect.objectContaining({ Type }),
        });
        if (Object.keys(immutable).length > 0) expect(resources[logicalId]?.Properties).toMatchObject(immutable);
      }
    }
  });
});

describe('names and tags', () => {
  test('differ between two stages of one account, and leave stacks of the host alone', () => {
    const app = hostApp();
    const host = new Stack(app, 'host');
    new Topic(host, 'Topic');
    const [one, two] = ['eu', 'us'].map((prefix) =>
      add(app, prefix, { ...everything, name: 'prod', prefix, tags: { team: 'community' } }),
    );
    if (one === undefined || two === undefined) throw new Error('There are two.');
    const [names, others] = [namesIn(one), namesIn(two)];
    expect(names.size).toBeGreaterThan(Object.keys(NAMED).length);
    expect([...names].filter((name) => others.has(name))).toEqual([]);
    expect(JSON.stringify(templates(one))).not.toContain('sps-');
    Template.fromStack(host).hasResource('AWS::SNS::Topic', { Properties: Match.absent() });
    Template.fromStack(one.stacks.data).allResourcesProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [Match.objectLike({ Tags: Match.arrayWith([{ Key: 'team', Value: 'community' }]) })],
    });
  });

  test.each([
    [{ name: 'Prod' }, /name must be 1 to 20/],
    [{ name: 'a'.repeat(21) }, /name must be/],
    [{ prefix: '9lives' }, /prefix must be/],
    [{ prefix: 'my-aws' }, /must not contain aws, amazon or cognito/],
  ])('%j is refused', (names, problem) => {
    expect(() => add(hostApp(), 'x', { ...development(), ...names })).toThrow(problem);
  });
});

/** Names that must be unique in an account or a region, by the type of their resource. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::MetricFilter': ['MetricTransformations', '0', 'MetricNamespace'],
};

/** The names in all templates of a stage. */
const namesIn = ({ stacks: { data, service, panel } }: SocialPlatform): Set<string> =>
  new Set(
    [data, service, ...(panel ? [panel] : [])].flatMap((stack) => [
      JSON.stringify(stack.stackName),
      ...Object.entries(NAMED).flatMap(([type, path]) =>
        Object.values(Template.fromStack(stack).findResources(type)).flatMap((resource) => {
          const name = path.reduce<unknown>((value, key) => member(value, key), member(resource, 'Properties'));
          return name === undefined ? [] : JSON.stringify(name);
        }),
      ),
    ]),
  );

const member = (value: unknown, key: string): unknown =>
  v.is(v.looseObject({}), value) || Array.isArray(value)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;

describe('what a stage returns', () => {
  test('can be used by a stack of the host', () => {
    const app = hostApp();
    const platform = add(app, 'prod', { ...everything, name: 'prod' });
    const host = new Stack(app, 'host');
    const caller = new LambdaFunction(host, 'Poster', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline('// posts'),
    });
    platform.grantIngest(caller, { networkId: 'acme', secret: Secret.fromSecretNameV2(host, 'Key', 'acme') });
    platform.tables.events.grantReadData(caller);
    platform.metrics.metricDeliveries().createAlarm(host, 'Quiet', { threshold: 1, evaluationPeriods: 60 });
    platform.metrics
      .metricAttempts('fast', 'timeout')
      .createAlarm(host, 'Slow', { threshold: 9, evaluationPeriods: 1 });
    new CfnOutput(host, 'Panel', { value: `${platform.panelUrl} ${platform.docsUrl}` });
    for (const { deadLetters } of Object.values(platform.queues))
      new CfnOutput(host, deadLetters.node.addr, { value: deadLetters.queueArn });
    expect(Object.keys(platform.functions)).toEqual(expect.arrayContaining(['BlockUser', 'FanOut', 'Authorizer']));
    expect(Object.keys(platform.queues)).toEqual(['FirstAttempts', 'SlowLane', 'Notices']);
    expect(Object.keys(platform.alarmTopics ?? {})).toEqual(['page', 'ticket']);
    app.synth();
    const template = Template.fromStack(host);
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: {
          SOCIAL_PLATFORM_URL: {
            'Fn::Join': ['', ['https://', { 'Fn::ImportValue': Match.stringLikeRegexp('^sps-prod-service:') }]],
          },
          SOCIAL_PLATFORM_NETWORK: 'acme',
          SOCIAL_PLATFORM_KEY_SECRET: Match.anyValue(),
        },
      },
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'SocialPlatformServices/prod',
      MetricName: 'DeliveriesCreated',
      Statistic: 'Sum',
    });
  });

  test('is also in the assembly: the settings of the stage, by which sps finds it', () => {
    const app = hostApp();
    add(app, 'acme-prod', { ...development(), name: 'prod' });
    add(new Stage(app, 'pipeline'), 'acme', { ...everything, name: 'staging' });
    const { directory } = app.synth();
    expect(assemblyStages(directory)).toEqual([
      { path: 'acme-prod', folder: directory, config: { name: 'prod', ...development() } },
      { path: 'pipeline/acme', folder: `${directory}/assembly-pipeline`, config: { ...everything, name: 'staging' } },
    ]);
  });
});

describe('in a local cloud', () => {
  const hosted = (platform: SocialPlatform): boolean => platform.stacks.data.stackName === 'sps-local-data';

  test.each([
    ['*', [true, false]],
    ['prod', [false, true]],
    [undefined, [false, false]],
  ])('with the context %j, of two stages these are hosted: %j', (context, expected) => {
    const app = hostApp({ [LOCAL_CONTEXT]: context });
    const platforms = ['dev', 'prod'].map((id) => add(app, id, { ...everything, name: id }));
    expect(platforms.map(hosted)).toEqual(expected);
  });

  test('a stage keeps what it promises, and does without what one machine has not', () => {
    const app = hostApp({ [LOCAL_CONTEXT]: '*', deliverySettings: '{"probeFirstSeconds":2}' });
    const retention = { eventDays: 10, deliveryDays: 11, auditDays: 40 };
    const { stacks } = add(app, 'prod', { ...everything, name: 'prod', retention });
    const service = Template.fromStack(stacks.service);
    service.hasOutput('ApiUrl', {});
    for (const type of ['AWS::CloudWatch::Alarm', 'AWS::Lambda::Alias', 'AWS::WAFv2::WebACL'])
      service.resourceCountIs(type, 0);
    Template.fromStack(stacks.data).hasOutput('Retention', { Value: JSON.stringify(retention) });
    service.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: { DELIVERY_SETTINGS: Match.serializedJson(Match.objectLike({ probeFirstSeconds: 2 })) },
      },
    });
  });
});
