import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { functionEnvironment } from '../../contract/function-environment.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import { type Handler, handlers } from '../../lib/functions/handlers.ts';
import { synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const properties = (handler: Handler) => service.functionOf(handler)[1].Properties;

const table = (name: string) => ({
  'Fn::ImportValue': expect.stringMatching(`^sps-prod-data:ExportsOutputRef${name}Table`),
});

describe('every function', () => {
  test('is one of the handlers, and every handler has its function', () => {
    expect(service.ofType('AWS::Lambda::Function')).toHaveLength(handlers.length);
    for (const handler of handlers) expect(properties(handler)['Handler']).toBe('index.handler');
  });

  test('runs Node 24 on ARM, logs JSON into its own log group, and has no name of its own', () => {
    for (const handler of handlers) {
      expect(properties(handler)).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
      });
      expect(properties(handler)).not.toHaveProperty('FunctionName');
    }
  });

  test('ends within 10 seconds where a client waits, and within 60 where a stream does', () => {
    for (const handler of handlers) {
      expect(properties(handler)['Timeout']).toBe(handler === 'activity/record-activity' ? 60 : 10);
    }
  });

  test('runs on the architecture that its stage names', () => {
    const intel: StageConfig = { ...stages.dev, architecture: 'x86_64' };
    for (const [, lambda] of synthesized(intel).service.ofType('AWS::Lambda::Function')) {
      expect(lambda.Properties['Architectures']).toEqual(['x86_64']);
    }
  });

  test('keeps its logs for as long as its stage says, and beyond its stack where data is protected', () => {
    for (const [stage, days, policy] of [
      [stages.prod, 90, 'Retain'],
      [stages.dev, 7, 'Delete'],
    ] as const) {
      const logGroups = synthesized(stage).service.ofType('AWS::Logs::LogGroup');
      expect(logGroups).toHaveLength(handlers.length + 1); // and the access logs
      for (const [, logGroup] of logGroups) {
        expect(logGroup).toMatchObject({ Properties: { RetentionInDays: days }, DeletionPolicy: policy });
      }
    }
  });
});

describe('the environment of each function', () => {
  test.each<[Handler, Record<string, string>]>([
    ['auth/authorizer', { NETWORKS_TABLE: 'Networks' }],
    ['block/block-user', { BLOCKS_TABLE: 'Blocks' }],
    ['block/unblock-user', { BLOCKS_TABLE: 'Blocks' }],
    ['block/list-blocked-users', { BLOCKS_TABLE: 'Blocks' }],
    ['block/check-hidden', { BLOCKS_TABLE: 'Blocks' }],
    ['activity/list-activities', { ACTIVITIES_TABLE: 'Activities' }],
    ['activity/record-activity', { ACTIVITIES_TABLE: 'Activities', NETWORKS_TABLE: 'Networks' }],
    ['events/ingest-events', { EVENTS_TABLE: 'Events' }],
    ['api/health', {}],
    ['api/openapi', {}],
    ['api/not-found', {}],
  ])('%s knows the tables %j and no other, and declares the endpoints for sam local', (handler, tables) => {
    expect(properties(handler)['Environment']).toEqual({
      Variables: {
        ...Object.fromEntries(Object.entries(tables).map(([variable, name]) => [variable, table(name)])),
        AWS_ENDPOINT_URL_DYNAMODB: '',
        AWS_ENDPOINT_URL_SQS: '',
      },
    });
  });

  test('holds no name that CloudFormation refuses', () => {
    const Environment = v.object({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) });
    const names = handlers.flatMap((handler) =>
      Object.keys(v.parse(Environment, properties(handler)).Environment.Variables),
    );
    expect(names).toEqual(expect.arrayContaining(Object.keys(functionEnvironment)));
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]+$/);
  });
});
