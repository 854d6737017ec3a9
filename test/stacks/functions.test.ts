import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { functionEnvironment } from '../../contract/function-environment.ts';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import { stages } from '../../lib/config.ts';
import { type Handler, handlers } from '../../lib/functions/handlers.ts';
import { functionsOf } from './listing.ts';
import { everything, signerOf, synthesized } from './synthesized.ts';

const { panel, service } = synthesized(everything);
const delivery = { ...stages.dev.delivery, eventBuses: true };
const dev = synthesized({ ...stages.dev, architecture: 'x86_64', delivery }).service;
const functions = service.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties);

test('only what sends may put events on buses, in a stage that has them, and on none of its own account', () => {
  const withRight = (stack: typeof service) =>
    stack
      .ofType('AWS::IAM::Role')
      .map(([id, { Properties }]) => [id, JSON.stringify(Properties)] as const)
      .filter(([, text]) => text.includes('events:PutEvents'));
  expect(withRight(service)).toEqual([]);
  const found = withRight(dev);
  expect(found.map(([id]) => id.replace(/Role.*$/, '')).sort()).toEqual([
    'DeliveriesCheckUpWebhook',
    'DeliveriesSendTestEvent',
    'DeliveryFirstAttemptsSigner',
    'DeliverySlowLaneSigner',
  ]);
  for (const [, text] of found)
    expect(text).toMatch(
      /"Effect":"Deny","Resource":\{"Fn::Join":\[[^\]]*\{"Ref":"AWS::Partition"\},":events:\*:",\{"Ref":"AWS::AccountId"\},":event-bus\/\*"/,
    );
});

describe('every function', () => {
  test('has one of the handlers, and every handler has one function, except that each lane has a signer', () => {
    expect(functions).toHaveLength(handlers.length + 1);
    for (const handler of handlers) {
      const ofHandler = service.functionsOf(handler);
      expect(ofHandler).toHaveLength(handler === 'delivery/sign-and-send' ? 2 : 1);
      for (const [, { Properties }] of ofHandler) expect(Properties['Handler']).toBe('index.handler');
    }
  });

  test('runs Node 24 on ARM, logs JSON into a log group of the stack, and has no name of its own', () => {
    for (const lambda of functions) {
      expect(lambda).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      });
      expect(lambda).not.toHaveProperty('FunctionName');
    }
  });

  test('runs on the architecture that its stage sets', () => {
    for (const [, lambda] of dev.ofType('AWS::Lambda::Function')) {
      expect(lambda.Properties['Architectures']).toEqual(['x86_64']);
    }
  });

  test('has its logs stored for as long as its stage sets, and longer than its stack where data is protected', () => {
    for (const [stack, days, policy] of [
      [service, 90, 'RetainExceptOnCreate'],
      [dev, 7, 'Delete'],
    ] as const) {
      const logGroups = stack.ofType('AWS::Logs::LogGroup');
      for (const [, logGroup] of logGroups) {
        expect(logGroup).toMatchObject({ Properties: { RetentionInDays: days }, DeletionPolicy: policy });
      }
    }
  });
});

test('no log group is left that never expires', () => {
  const Logging = v.object({ LoggingConfig: v.object({ LogGroup: v.object({ Ref: v.string() }) }) });
  const expires = { Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: stages.prod.logRetentionDays } };
  for (const stack of [service, panel]) {
    for (const [, group] of stack.ofType('AWS::Logs::LogGroup')) expect(group).toMatchObject(expires);
    for (const [, { Properties }] of stack.ofType('AWS::Lambda::Function')) {
      expect(stack.resource(v.parse(Logging, Properties).LoggingConfig.LogGroup.Ref)).toMatchObject(expires);
    }
  }
});

describe('the environment of each function', () => {
  test('names a table, and the queue that it sends to, where it may use it, and nowhere else', () => {
    const queueOf: Readonly<Record<string, string>> = {
      FIRST_ATTEMPTS_QUEUE_URL: 'FirstAttemptsQueue',
      SLOW_LANE_QUEUE_URL: 'SlowLaneQueue',
      SLOW_LANE_DEAD_LETTER_QUEUE_URL: 'SlowLaneDeadLetters',
      NOTICES_QUEUE_URL: 'NoticesQueue',
    };
    for (const { handler, logicalId, variables, rights } of functionsOf(service)) {
      const allowed = rights
        .filter(({ action }) => /^dynamodb:(?!ListStreams)|^sqs:(Send|Receive)Message$/.test(action))
        .map(({ resource }) => resource.replace(/\/index\/.*/, ''))
        // What a mapping reads has no variable, except that the slow lane sends to its own queue.
        .filter((resource) => !resource.endsWith('/stream') && resource !== 'FirstAttemptsQueue');
      const named = Object.entries(variables).flatMap(([name, value]) => {
        if (name.endsWith('_TABLE')) return [/Ref(\w+Table)/.exec(JSON.stringify(value))?.[1]];
        if (!name.endsWith('_QUEUE_URL') || name === 'FIRST_ATTEMPTS_QUEUE_URL') return [];
        const queue = queueOf[name] ?? `${logicalId.replace(/^(Activity|Delivery)|Function\w{8}$/g, '')}OnFailureQueue`;
        expect(value).toEqual({ Ref: queue });
        return [queue];
      });
      expect({ handler, named: new Set(named) }).toEqual({ handler, named: new Set(allowed) });
    }
  });

  test('has what the function needs to know of its stage', () => {
    const variablesOf = (handler: Handler) =>
      Object.fromEntries(functionsOf(service).map((one) => [one.handler, one.variables]))[handler];
    expect(variablesOf('auth/authorizer')).toMatchObject({
      MAX_TOKEN_DAYS: '30',
      ADMIN_ISSUER: { 'Fn::ImportValue': expect.stringContaining('AdminPoolProviderURL') },
    });
    expect(variablesOf('webhooks/create-webhook')).toMatchObject({
      TARGET_POLICY: JSON.stringify(publicHttpsOnly),
      QUOTAS: JSON.stringify(stages.prod.quotas.network),
      RETENTION: JSON.stringify(stages.prod.retention),
      METRICS_NAMESPACE: 'SocialPlatformServices/prod',
      AWS_ENDPOINT_URL_DYNAMODB: '',
      AWS_ENDPOINT_URL_SQS: '',
    });
    for (const lane of ['fast', 'slow'] as const) {
      expect(signerOf(service, lane)[1].Properties['Environment']).toMatchObject({
        Variables: { DELIVERY_LANE: lane, DELIVERY_SETTINGS: '{}', TARGET_POLICY: JSON.stringify(publicHttpsOnly) },
      });
    }
  });

  // A report of a time-out or a crash has the level WARN; those of calls that went well have INFO:
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
  test("logs Lambda's own entries from WARN on, and its own without a filter", () => {
    const all = [...functions, ...dev.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties)];
    for (const { LoggingConfig } of all) {
      expect(LoggingConfig).toEqual({ LogFormat: 'JSON', SystemLogLevel: 'WARN', LogGroup: expect.anything() });
    }
  });

  test('has no name that CloudFormation refuses', () => {
    const Environment = v.object({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) });
    const all = [...functions, ...dev.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties)];
    const names = all.flatMap((lambda) => Object.keys(v.parse(Environment, lambda).Environment.Variables));
    expect(names).toEqual(expect.arrayContaining(Object.keys(functionEnvironment)));
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]+$/);
  });
});
