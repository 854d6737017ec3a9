import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { stages } from '../../lib/config.ts';
import { type Handler, handlers } from '../../lib/functions/handlers.ts';
import { type Resource, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);

const Statement = v.object({
  Effect: v.string(),
  Action: v.union([v.string(), v.array(v.string())]),
  Resource: v.unknown(),
  Condition: v.optional(v.unknown()),
});
const Role = v.object({
  Policies: v.array(v.object({ PolicyDocument: v.object({ Statement: v.array(Statement) }) })),
  ManagedPolicyArns: v.optional(v.array(v.unknown()), []),
});

const roleIdOf = (lambda: Resource) =>
  v.parse(v.object({ Role: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) }), lambda.Properties)
    .Role['Fn::GetAtt'][0];

/** Every statement of a handler's role, as "<actions> on <resource>", apart from its own log group. */
function rightsOf(handler: Handler): { right: string; condition?: unknown }[] {
  const [, lambda] = service.functionOf(handler);
  const { Policies, ManagedPolicyArns } = v.parse(Role, service.resource(roleIdOf(lambda)).Properties);
  expect(ManagedPolicyArns).toEqual([]);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).map(
    ({ Effect, Action, Resource, Condition }) => {
      expect(Effect).toBe('Allow');
      const right = `${[Action].flat().join(', ')} on ${resourceName(Resource)}`;
      return Condition === undefined ? { right } : { right, condition: Condition };
    },
  );
}

function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  const exported = /ExportsOutputFnGetAtt(\w+Table)(Arn|StreamArn)/.exec(text);
  if (exported) return exported[2] === 'Arn' ? `${exported[1]}` : `the stream of ${exported[1]}`;
  const own = v.safeParse(v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }), resource);
  if (!own.success) return text;
  return service.resource(own.output['Fn::GetAtt'][0]).Type;
}

const logging = { right: 'logs:CreateLogStream, logs:PutLogEvents on AWS::Logs::LogGroup' };

describe('the rights of each function', () => {
  test.each<[Handler, string[]]>([
    ['auth/authorizer', ['dynamodb:GetItem on NetworksTable']],
    ['block/block-user', ['dynamodb:PutItem on BlocksTable']],
    ['block/unblock-user', ['dynamodb:DeleteItem on BlocksTable']],
    ['block/list-blocked-users', ['dynamodb:Query on BlocksTable']],
    ['block/check-hidden', ['dynamodb:BatchGetItem, dynamodb:Query on BlocksTable']],
    ['activity/list-activities', ['dynamodb:Query on ActivitiesTable']],
    ['events/ingest-events', ['dynamodb:PutItem on EventsTable']],
    ['api/health', []],
    ['api/openapi', []],
    ['api/not-found', []],
  ])('%s may log, and %j', (handler, rights) => {
    expect(rightsOf(handler)).toEqual([logging, ...rights.map((right) => ({ right }))]);
  });

  test('activity/record-activity may write records, read settings but never keys, and read its stream', () => {
    expect(rightsOf('activity/record-activity')).toEqual([
      logging,
      { right: 'dynamodb:PutItem on ActivitiesTable' },
      {
        right: 'dynamodb:GetItem on NetworksTable',
        condition: {
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': ['networkId', 'hideMode', 'features', 'activityRetentionDays'],
          },
          StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        },
      },
      { right: 'dynamodb:DescribeStream, dynamodb:GetRecords, dynamodb:GetShardIterator on the stream of EventsTable' },
      { right: 'dynamodb:ListStreams on "*"' },
      { right: 'sqs:SendMessage on AWS::SQS::Queue' },
    ]);
  });

  test('only the authorizer may read all of a network, its keys included', () => {
    const readers = handlers.filter((handler) =>
      rightsOf(handler).some(({ right, condition }) => right.includes('NetworksTable') && condition === undefined),
    );
    expect(readers).toEqual(['auth/authorizer']);
  });

  test('no two functions share a role or a log group', () => {
    const lambdas = handlers.map((handler) => service.functionOf(handler)[1]);
    const logGroups = lambdas.map(({ Properties }) => JSON.stringify(Properties['LoggingConfig']));
    expect(new Set(lambdas.map(roleIdOf)).size).toBe(handlers.length);
    expect(new Set(logGroups).size).toBe(handlers.length);
  });

  test('no role has a policy beside its own', () => {
    expect(service.ofType('AWS::IAM::Policy')).toEqual([]);
    expect(service.ofType('AWS::IAM::ManagedPolicy')).toEqual([]);
  });
});
