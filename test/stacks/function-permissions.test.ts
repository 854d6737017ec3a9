import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { routes } from '../../contract/routes.ts';
import { stages } from '../../lib/config.ts';
import { type Handler, routeHandlers } from '../../lib/functions/handlers.ts';
import { type Resource, signerOf, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const functions = service.ofType('AWS::Lambda::Function');

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

/** Every route that needs a token takes from its network's quotas. The permissions of a function, without this one. */
function permissionsOf(handler: Handler) {
  const permissions = permissionsOfFunction(service.functionOf(handler)[1]);
  const others = permissions.filter(({ permission }) => permission !== 'dynamodb:UpdateItem on QuotasTable');
  expect(permissions.length - others.length).toBe(limited.includes(handler) ? 1 : 0);
  return others;
}

const limited: readonly Handler[] = Object.values(routes).flatMap(({ role, operationId }) =>
  role === 'anyone' ? [] : [routeHandlers[operationId]],
);

/** Every statement of a function's role, as "<actions> on <resource>". */
function permissionsOfFunction(lambda: Resource): { permission: string; condition?: unknown }[] {
  const { Policies, ManagedPolicyArns } = v.parse(Role, service.resource(roleIdOf(lambda)).Properties);
  expect(ManagedPolicyArns).toEqual([]);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).map(
    ({ Effect, Action, Resource, Condition }) => {
      expect(Effect).toBe('Allow');
      const permission = `${[Action].flat().join(', ')} on ${[Resource].flat().map(resourceName).join(' and ')}`;
      return Condition === undefined ? { permission } : { permission, condition: Condition };
    },
  );
}

function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  const exported = /ExportsOutputFnGetAtt(\w+Table)(Arn|StreamArn)/.exec(text);
  const index = /"\/index\/(\w+)"/.exec(text)?.[1];
  if (exported && index) return `the index ${index} of ${exported[1]}`;
  if (exported) return exported[2] === 'Arn' ? `${exported[1]}` : `the stream of ${exported[1]}`;
  const own = v.safeParse(v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }), resource);
  if (!own.success) return text;
  const [logicalId] = own.output['Fn::GetAtt'];
  return /(Queue|DeadLetters)$/.test(logicalId) ? logicalId : service.resource(logicalId).Type;
}

const readingSettings = {
  permission: 'dynamodb:GetItem on NetworksTable',
  condition: {
    'ForAllValues:StringEquals': {
      'dynamodb:Attributes': ['networkId', 'hideMode', 'features', 'activityRetentionDays'],
    },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  },
};
const readingTheStream = [
  {
    permission: 'dynamodb:DescribeStream, dynamodb:GetRecords, dynamodb:GetShardIterator on the stream of EventsTable',
  },
  { permission: 'dynamodb:ListStreams on "*"' },
];
const logging = { permission: 'logs:CreateLogStream, logs:PutLogEvents on AWS::Logs::LogGroup' };

describe('the permissions of each function', () => {
  test.each<[Handler, string[]]>([
    ['auth/authorizer', ['dynamodb:GetItem on NetworksTable']],
    ['block/block-user', ['dynamodb:PutItem on BlocksTable']],
    ['block/unblock-user', ['dynamodb:DeleteItem on BlocksTable']],
    ['block/list-blocked-users', ['dynamodb:Query on BlocksTable']],
    ['block/check-hidden', ['dynamodb:BatchGetItem, dynamodb:Query on BlocksTable']],
    ['block/check-audience', ['dynamodb:BatchGetItem, dynamodb:Query on BlocksTable']],
    ['activity/list-activities', ['dynamodb:Query on ActivitiesTable']],
    ['events/ingest-events', ['dynamodb:PutItem on EventsTable']],
    [
      'user-data/erase-users',
      ['dynamodb:PutItem on AuditTable and ErasuresTable', 'dynamodb:Query on the index pending of ErasuresTable'],
    ],
    ['user-data/show-erasure', ['dynamodb:GetItem on ErasuresTable']],
    ['user-data/show-user-data', ['dynamodb:Query on ActivitiesTable and BlocksTable']],
    [
      'user-data/erase-pending',
      [
        'dynamodb:BatchWriteItem, dynamodb:Query on ActivitiesTable',
        'dynamodb:BatchWriteItem, dynamodb:Query, dynamodb:Scan on BlocksTable',
        'dynamodb:BatchGetItem, dynamodb:UpdateItem on DeliveriesTable',
        'dynamodb:BatchGetItem, dynamodb:GetItem, dynamodb:UpdateItem on ErasuresTable',
        'dynamodb:Query on WebhooksTable and the index pending of ErasuresTable',
        'dynamodb:Scan, dynamodb:UpdateItem on EventsTable',
      ],
    ],
    ['webhooks/list-event-types', []],
    [
      'webhooks/create-webhook',
      [
        'dynamodb:GetItem, dynamodb:PutItem, dynamodb:Query, dynamodb:UpdateItem on WebhooksTable',
        'dynamodb:PutItem on AuditTable',
      ],
    ],
    ['webhooks/list-webhooks', ['dynamodb:Query on WebhooksTable']],
    ['webhooks/show-webhook', ['dynamodb:GetItem on WebhooksTable']],
    [
      'webhooks/update-webhook',
      ['dynamodb:GetItem, dynamodb:UpdateItem on WebhooksTable', 'dynamodb:PutItem on AuditTable'],
    ],
    [
      'webhooks/delete-webhook',
      ['dynamodb:DeleteItem, dynamodb:GetItem on WebhooksTable', 'dynamodb:PutItem on AuditTable'],
    ],
    ['webhooks/reveal-secret', ['dynamodb:GetItem on WebhooksTable', 'dynamodb:PutItem on AuditTable']],
    [
      'webhooks/rotate-secret',
      ['dynamodb:GetItem, dynamodb:UpdateItem on WebhooksTable', 'dynamodb:PutItem on AuditTable'],
    ],
    [
      'delivery/worker/sweep',
      [
        'dynamodb:UpdateItem on DeliveriesTable',
        'dynamodb:Query on the index due of DeliveriesTable and the index due of WebhooksTable',
        'sqs:SendMessage on SlowLaneQueue',
      ],
    ],
    [
      'delivery/routes/send-test-event',
      ['dynamodb:GetItem on WebhooksTable', 'dynamodb:PutItem on AuditTable and DeliveriesTable and EventsTable'],
    ],
    ['delivery/routes/check-up-webhook', ['dynamodb:GetItem on WebhooksTable', 'dynamodb:PutItem on AuditTable']],
    ['delivery/routes/list-deliveries', ['dynamodb:GetItem on WebhooksTable', 'dynamodb:Query on DeliveriesTable']],
    [
      'delivery/routes/show-event',
      [
        'dynamodb:GetItem on EventsTable',
        'dynamodb:Query on WebhooksTable',
        'dynamodb:BatchGetItem on DeliveriesTable',
      ],
    ],
    ['delivery/routes/show-delivery', ['dynamodb:GetItem on DeliveriesTable and EventsTable and WebhooksTable']],
    [
      'delivery/routes/replay-delivery',
      [
        'dynamodb:GetItem on WebhooksTable',
        'dynamodb:PutItem on AuditTable',
        'dynamodb:GetItem, dynamodb:UpdateItem on DeliveriesTable',
        'sqs:SendMessage on SlowLaneQueue',
      ],
    ],
    [
      'delivery/routes/retry-now',
      [
        'dynamodb:GetItem, dynamodb:UpdateItem on WebhooksTable',
        'dynamodb:PutItem on AuditTable',
        'sqs:SendMessage on SlowLaneQueue',
      ],
    ],
    [
      'delivery/routes/recover-deliveries',
      [
        'dynamodb:GetItem on WebhooksTable',
        'dynamodb:PutItem on AuditTable',
        'dynamodb:Query on DeliveriesTable',
        'sqs:SendMessage on SlowLaneQueue',
      ],
    ],
    ['audit/list-audit', ['dynamodb:Query on AuditTable and the index webhook of AuditTable']],
    ['api/health', []],
    ['api/openapi', []],
  ])('%s may log, and %j', (handler, permissions) => {
    expect(permissionsOf(handler)).toEqual([logging, ...permissions.map((permission) => ({ permission }))]);
  });

  test('activity/record-activity may write records, read settings but never keys, and read its stream', () => {
    expect(permissionsOf('activity/record-activity')).toEqual([
      logging,
      { permission: 'dynamodb:PutItem on ActivitiesTable' },
      readingSettings,
      ...readingTheStream,
      { permission: 'sqs:SendMessage on RecordActivityOnFailureQueue' },
    ]);
  });

  test('delivery/worker/fan-out may read settings but never keys, read webhooks, send to both lanes and to dead letters, and read its stream', () => {
    expect(permissionsOf('delivery/worker/fan-out')).toEqual([
      logging,
      readingSettings,
      { permission: 'dynamodb:Query on WebhooksTable' },
      {
        permission:
          'sqs:SendMessage on FanOutOnFailureQueue and FirstAttemptsQueue and SlowLaneDeadLetters and SlowLaneQueue',
      },
      ...readingTheStream,
    ]);
  });

  const reading = 'sqs:DeleteMessage, sqs:GetQueueAttributes, sqs:ReceiveMessage';
  const common = [
    readingSettings,
    { permission: 'dynamodb:GetItem, dynamodb:Query, dynamodb:UpdateItem on WebhooksTable' },
    { permission: 'dynamodb:PutItem on AuditTable' },
  ];

  test('the signer of the fast lane may do what first attempts need, read its own queue and the outbox, and add notices', () => {
    expect(permissionsOfFunction(signerOf(service, 'fast')[1])).toEqual([
      logging,
      {
        permission:
          'dynamodb:BatchWriteItem, dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem on DeliveriesTable',
      },
      { permission: 'dynamodb:GetItem, dynamodb:PutItem on EventsTable' },
      ...common,
      { permission: 'sqs:SendMessage on SlowLaneQueue' },
      { permission: `${reading} on FirstAttemptsQueue` },
    ]);
  });

  test('the signer of the slow lane may also read the backlog', () => {
    expect(permissionsOfFunction(signerOf(service, 'slow')[1])).toEqual([
      logging,
      {
        permission:
          'dynamodb:BatchGetItem, dynamodb:BatchWriteItem, dynamodb:GetItem, dynamodb:PutItem, dynamodb:Query, dynamodb:UpdateItem on DeliveriesTable',
      },
      { permission: 'dynamodb:Query on the index waiting of DeliveriesTable' },
      { permission: 'dynamodb:GetItem, dynamodb:PutItem on EventsTable' },
      ...common,
      { permission: `${reading}, sqs:SendMessage on SlowLaneQueue` },
    ]);
  });

  const attributes = [
    ...readingSettings.condition['ForAllValues:StringEquals']['dynamodb:Attributes'],
    'quotas',
    'signingKeyNames',
  ];
  const readingDescription = {
    permission: readingSettings.permission,
    condition: { ...readingSettings.condition, 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } },
  };

  test('auth/show-network may read settings, quotas and the names of keys, but never keys', () => {
    expect(permissionsOf('auth/show-network')).toEqual([logging, readingDescription]);
  });

  test.each<[Handler, string[]]>([
    ['delivery/routes/read-ledger', ['dynamodb:Query on DeliveriesTable']],
    [
      'delivery/routes/reconcile-ledger',
      ['dynamodb:Query, dynamodb:UpdateItem on DeliveriesTable', 'sqs:SendMessage on SlowLaneQueue'],
    ],
  ])('%s may read a webhook and its network, but never the keys, and %j', (handler, permissions) => {
    expect(permissionsOf(handler)).toEqual([
      logging,
      { permission: 'dynamodb:GetItem on WebhooksTable' },
      readingDescription,
      ...permissions.map((permission) => ({ permission })),
    ]);
  });

  test.each<[Handler, string]>([
    ['delivery/routes/list-webhook-statistics', 'dynamodb:Query on WebhooksTable'],
    ['delivery/routes/show-webhook-statistics', 'dynamodb:GetItem on WebhooksTable'],
  ])('%s may read webhooks and hourly counts, but never deliveries', (handler, permission) => {
    const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['wh_*_hours'] } };
    expect(permissionsOf(handler)).toEqual([
      logging,
      { permission },
      { permission: 'dynamodb:Query on DeliveriesTable', condition },
    ]);
  });

  test.each<[Handler, string, readonly { readonly permission: string }[]]>([
    ['notices/show-notice-settings', 'dynamodb:GetItem', []],
    [
      'notices/change-notice-settings',
      'dynamodb:GetItem, dynamodb:PutItem',
      [{ permission: 'dynamodb:PutItem on AuditTable' }],
    ],
  ])('%s may use the addresses of networks, but never webhooks', (handler, actions, others) => {
    const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#notices'] } };
    const onAddresses = { permission: `${actions} on WebhooksTable`, condition };
    expect(permissionsOf(handler)).toEqual([logging, onAddresses, ...others]);
  });

  test('no function may send mails in a stage without a sender, nor is there one that would', () => {
    expect(service.functionsOf('notices/send-mails')).toEqual([]);
    const template = JSON.stringify(service.template.toJSON());
    for (const word of ['ses:SendEmail', 'NoticesQueue', 'NOTICE_SENDER']) expect(template).not.toContain(word);
  });

  test('only the authorizer may read all of a network, its keys included', () => {
    const readers = functions.filter(([, lambda]) =>
      permissionsOfFunction(lambda).some(
        ({ permission, condition }) => permission.includes('NetworksTable') && condition === undefined,
      ),
    );
    expect(readers).toEqual([service.functionOf('auth/authorizer')]);
  });

  test('only one function may read the audit trail, and none may change or delete an entry', () => {
    const onTrail = functions.flatMap(([, lambda]) =>
      permissionsOfFunction(lambda).flatMap(({ permission }) => (permission.includes('AuditTable') ? permission : [])),
    );
    const reading = onTrail.filter((permission) => !permission.startsWith('dynamodb:PutItem on '));
    expect(reading).toEqual(
      permissionsOf('audit/list-audit')
        .slice(1)
        .map(({ permission }) => permission),
    );
  });

  test('no two functions share a role or a log group', () => {
    const lambdas = functions.map(([, lambda]) => lambda);
    const logGroups = lambdas.map(({ Properties }) => JSON.stringify(Properties['LoggingConfig']));
    expect(new Set(lambdas.map(roleIdOf)).size).toBe(functions.length);
    expect(new Set(logGroups).size).toBe(functions.length);
  });

  test('no role has a further policy', () => {
    expect(service.ofType('AWS::IAM::Policy')).toEqual([]);
    expect(service.ofType('AWS::IAM::ManagedPolicy')).toEqual([]);
  });
});
