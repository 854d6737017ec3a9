import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { functionEnvironment } from '../../contract/function-environment.ts';
import { routes } from '../../contract/routes.ts';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import { type Handler, handlers, routeHandlers } from '../../lib/functions/handlers.ts';
import { signerOf, synthesized } from './synthesized.ts';

const noticeMail = {
  sender: 'notices@example.com',
  identity: 'example.com',
  panelUrl: 'https://panel.example.com/admin/',
};
const { service } = synthesized({ ...stages.prod, noticeMail });
const properties = (handler: Handler) => service.functionOf(handler)[1].Properties;
const functions = service.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties);

const table = (name: string) => ({
  'Fn::ImportValue': expect.stringMatching(`^sps-prod-data:ExportsOutputRef${name}Table`),
});
/** What every function has. */
const common = {
  METRICS_NAMESPACE: 'SocialPlatformServices/prod',
  AWS_ENDPOINT_URL_DYNAMODB: '',
  AWS_ENDPOINT_URL_SQS: '',
};

/** What every route has that needs a token. */
const quotas = { QUOTAS: JSON.stringify(stages.prod.quotas.network), QUOTAS_TABLE: table('Quotas') };
const limited: readonly Handler[] = Object.values(routes).flatMap(({ role, operationId }) =>
  role === 'anyone' ? [] : [routeHandlers[operationId]],
);
const quotasOf = (handler: Handler) => (limited.includes(handler) ? quotas : {});

/** What every function has with a table whose items expire after a period of the stage. */
const RETENTION = JSON.stringify(stages.prod.retention);
const retentionOf = (variables: object) =>
  ['AUDIT_TABLE', 'DELIVERIES_TABLE', 'EVENTS_TABLE'].some((name) => name in variables) ? { RETENTION } : {};

describe('every function', () => {
  test('has one of the handlers, and every handler has one function, except that each lane has a signer', () => {
    expect(functions).toHaveLength(handlers.length + 1);
    for (const handler of handlers) {
      const ofHandler = service.functionsOf(handler);
      expect(ofHandler).toHaveLength(handler === 'delivery/worker/sign-and-send' ? 2 : 1);
      for (const [, { Properties }] of ofHandler) expect(Properties['Handler']).toBe('index.handler');
    }
  });

  test('runs Node 24 on ARM, logs JSON into its own log group, and has no name of its own', () => {
    for (const lambda of functions) {
      expect(lambda).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      });
      expect(lambda).not.toHaveProperty('FunctionName');
    }
  });

  test('times out after 10 seconds if a client or a lane waits for it, and after 60 for a stream or a schedule', () => {
    const patient: readonly Handler[] = [
      'activity/record-activity',
      'delivery/worker/fan-out',
      'delivery/worker/sweep',
      'notices/send-mails',
    ];
    for (const handler of handlers) {
      for (const [, { Properties }] of service.functionsOf(handler)) {
        expect(Properties['Timeout']).toBe(patient.includes(handler) ? 60 : 10);
      }
    }
  });

  test('runs on the architecture that its stage sets', () => {
    const intel: StageConfig = { ...stages.dev, architecture: 'x86_64' };
    for (const [, lambda] of synthesized(intel).service.ofType('AWS::Lambda::Function')) {
      expect(lambda.Properties['Architectures']).toEqual(['x86_64']);
    }
  });

  test('has its logs stored for as long as its stage sets, and longer than its stack where data is protected', () => {
    for (const [stage, days, policy] of [
      [stages.prod, 90, 'RetainExceptOnCreate'],
      [stages.dev, 7, 'Delete'],
    ] as const) {
      const { service: stack } = synthesized(stage);
      const logGroups = stack.ofType('AWS::Logs::LogGroup');
      expect(logGroups).toHaveLength(stack.ofType('AWS::Lambda::Function').length + 1); // and the access logs
      for (const [, logGroup] of logGroups) {
        expect(logGroup).toMatchObject({ Properties: { RetentionInDays: days }, DeletionPolicy: policy });
      }
    }
  });
});

describe('the environment of each function', () => {
  test.each<[Handler, Record<string, string>]>([
    ['block/block-user', { BLOCKS_TABLE: 'Blocks' }],
    ['block/unblock-user', { BLOCKS_TABLE: 'Blocks' }],
    ['block/list-blocked-users', { BLOCKS_TABLE: 'Blocks' }],
    ['block/check-hidden', { BLOCKS_TABLE: 'Blocks' }],
    ['block/check-audience', { BLOCKS_TABLE: 'Blocks' }],
    ['activity/list-activities', { ACTIVITIES_TABLE: 'Activities' }],
    ['events/ingest-events', { EVENTS_TABLE: 'Events' }],
    ['webhooks/list-event-types', {}],
    ['webhooks/list-webhooks', { WEBHOOKS_TABLE: 'Webhooks' }],
    ['webhooks/show-webhook', { WEBHOOKS_TABLE: 'Webhooks' }],
    ['webhooks/delete-webhook', { WEBHOOKS_TABLE: 'Webhooks', AUDIT_TABLE: 'Audit' }],
    ['webhooks/reveal-secret', { WEBHOOKS_TABLE: 'Webhooks', AUDIT_TABLE: 'Audit' }],
    ['webhooks/rotate-secret', { WEBHOOKS_TABLE: 'Webhooks', AUDIT_TABLE: 'Audit' }],
    ['delivery/routes/list-deliveries', { WEBHOOKS_TABLE: 'Webhooks', DELIVERIES_TABLE: 'Deliveries' }],
    [
      'delivery/routes/show-delivery',
      { WEBHOOKS_TABLE: 'Webhooks', DELIVERIES_TABLE: 'Deliveries', EVENTS_TABLE: 'Events' },
    ],
    ['audit/list-audit', { AUDIT_TABLE: 'Audit' }],
    ['api/health', {}],
    ['api/openapi', {}],
  ])('%s has the tables %j and no other, and declares the endpoints for sam local', (handler, tables) => {
    expect(properties(handler)['Environment']).toEqual({
      Variables: {
        ...Object.fromEntries(Object.entries(tables).map(([variable, name]) => [variable, table(name)])),
        ...retentionOf(tables),
        ...quotasOf(handler),
        ...common,
      },
    });
  });

  test('activity/record-activity has its tables, and its on-failure queue', () => {
    expect(properties('activity/record-activity')['Environment']).toEqual({
      Variables: {
        ACTIVITIES_TABLE: table('Activities'),
        NETWORKS_TABLE: table('Networks'),
        ON_FAILURE_QUEUE_URL: { Ref: 'RecordActivityOnFailureQueue' },
        ...common,
      },
    });
  });

  test('auth/authorizer has its table, and the issuer of the tokens of admins with accounts', () => {
    expect(properties('auth/authorizer')['Environment']).toEqual({
      Variables: {
        NETWORKS_TABLE: table('Networks'),
        MAX_TOKEN_DAYS: '30',
        ADMIN_ISSUER: { 'Fn::ImportValue': expect.stringContaining('AdminPoolProviderURL') },
        ...common,
      },
    });
  });

  test.each<Handler>(['webhooks/create-webhook', 'webhooks/update-webhook', 'delivery/routes/send-test-event'])(
    '%s has its table, and where webhooks of its stage may point',
    (handler) => {
      const environmentOf = (stage: StageConfig) =>
        synthesized(stage).service.functionOf(handler)[1].Properties['Environment'];
      expect(environmentOf(stages.prod)).toMatchObject({
        Variables: { WEBHOOKS_TABLE: table('Webhooks'), DELIVERY_SETTINGS: '{"allowHttp":false,"allowedRanges":[]}' },
      });
      expect(environmentOf(stages.local)).toMatchObject({
        Variables: { DELIVERY_SETTINGS: '{"allowHttp":true,"allowedRanges":["loopback"]}' },
      });
    },
  );

  test.each<[Handler, Record<string, unknown>]>([
    [
      'delivery/routes/replay-delivery',
      { AUDIT_TABLE: table('Audit'), WEBHOOKS_TABLE: table('Webhooks'), DELIVERIES_TABLE: table('Deliveries') },
    ],
    [
      'delivery/routes/recover-deliveries',
      { AUDIT_TABLE: table('Audit'), WEBHOOKS_TABLE: table('Webhooks'), DELIVERIES_TABLE: table('Deliveries') },
    ],
    ['delivery/worker/sweep', { DELIVERIES_TABLE: table('Deliveries'), WEBHOOKS_TABLE: table('Webhooks') }],
    [
      'delivery/worker/fan-out',
      {
        NETWORKS_TABLE: table('Networks'),
        WEBHOOKS_TABLE: table('Webhooks'),
        FIRST_ATTEMPTS_QUEUE_URL: { Ref: 'FirstAttemptsQueue' },
        SLOW_LANE_DEAD_LETTER_QUEUE_URL: { Ref: 'SlowLaneDeadLetters' },
        NOTICES_QUEUE_URL: { Ref: 'NoticesQueue' },
        ON_FAILURE_QUEUE_URL: { Ref: 'FanOutOnFailureQueue' },
      },
    ],
  ])('%s has its tables and the queues that it sends to', (handler, variables) => {
    expect(properties(handler)['Environment']).toEqual({
      Variables: {
        ...variables,
        SLOW_LANE_QUEUE_URL: { Ref: 'SlowLaneQueue' },
        ...retentionOf(variables),
        ...quotasOf(handler),
        ...common,
      },
    });
  });

  test.each(['fast', 'slow'] as const)('the signer of the %s lane has its lane and its settings', (lane) => {
    expect(signerOf(service, lane)[1].Properties['Environment']).toEqual({
      Variables: {
        AUDIT_TABLE: table('Audit'),
        DELIVERIES_TABLE: table('Deliveries'),
        EVENTS_TABLE: table('Events'),
        NETWORKS_TABLE: table('Networks'),
        WEBHOOKS_TABLE: table('Webhooks'),
        SLOW_LANE_QUEUE_URL: { Ref: 'SlowLaneQueue' },
        DELIVERY_LANE: lane,
        DELIVERY_SETTINGS: JSON.stringify(publicHttpsOnly),
        RETENTION,
        ...common,
      },
    });
  });

  test('has no name that CloudFormation refuses', () => {
    const Environment = v.object({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) });
    const api = { ...stages.prod.api, firewall: { directCalls: 'refused' } } as const;
    const all = synthesized({ ...stages.prod, noticeMail, api }).service.ofType('AWS::Lambda::Function');
    const names = all.flatMap(([, { Properties: lambda }]) =>
      Object.keys(v.parse(Environment, lambda).Environment.Variables),
    );
    expect(names).toEqual(expect.arrayContaining(Object.keys(functionEnvironment)));
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]+$/);
  });
});
