import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DueDelivery } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import { stages } from '../../lib/config.ts';
import { tableChanges } from '../../scripts/preflight/table-changes.ts';
import { type SynthesizedStage, synthesized } from './synthesized.ts';

const prod = synthesized(stages.prod);
const staging = synthesized(stages.staging);
const dev = synthesized(stages.dev);
const local = synthesized(stages.local);

const TABLE = 'AWS::DynamoDB::GlobalTable';
const tables = ({ data }: SynthesizedStage) => data.ofType(TABLE);
/** The parts of the deliveries table that tests read. */
const DeliveriesTable = v.object({
  GlobalSecondaryIndexes: v.tuple([
    v.unknown(),
    v.object({ Projection: v.object({ NonKeyAttributes: v.array(v.string()) }) }),
  ]),
  AttributeDefinitions: v.array(v.unknown()),
});
const properties = (logicalId: string) => prod.data.resource(logicalId).Properties;

describe('the data stack', () => {
  // A changed logical id makes CloudFormation replace the table. If this test fails, the change would lose data.
  test.each([prod, staging, dev, local])('keeps the logical ids of its tables', (stage) => {
    expect(tables(stage).map(([logicalId]) => logicalId)).toEqual([
      'BlocksTable',
      'ActivitiesTable',
      'NetworksTable',
      'EventsTable',
      'WebhooksTable',
      'DeliveriesTable',
      'QuotasTable',
      'AuditTable',
    ]);
  });

  test.each([
    ['BlocksTable', ['netid_uid', 'blocked_userId']],
    ['ActivitiesTable', ['networkId_userId', 'createdAt']],
    ['NetworksTable', ['networkId']],
    ['EventsTable', ['networkId_eventId']],
    ['WebhooksTable', ['networkId', 'webhookId']],
    ['QuotasTable', ['networkId_quota']],
    ['DeliveriesTable', ['webhookId_shard', 'deliveryId']],
    ['AuditTable', ['networkId', 'entryId']],
  ])('keys %s by %j, all strings', (logicalId, names) => {
    const roles = ['HASH', 'RANGE'];
    expect(properties(logicalId)).toMatchObject({
      KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: roles[index] })),
      AttributeDefinitions: expect.arrayContaining(
        names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      ),
    });
  });

  test('has indexes for the backlog of each webhook, and for due retries with what the sweeper puts into messages', () => {
    const key = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    expect(properties('DeliveriesTable')['GlobalSecondaryIndexes']).toEqual([
      {
        IndexName: 'waiting',
        KeySchema: key('webhookId_shard', 'waitingOrder'),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      {
        IndexName: 'due',
        KeySchema: key('dueBucket', 'dueAt'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: expect.any(Array) },
      },
    ]);
    const { GlobalSecondaryIndexes, AttributeDefinitions } = v.parse(DeliveriesTable, properties('DeliveriesTable'));
    const projected = [...GlobalSecondaryIndexes[1].Projection.NonKeyAttributes, 'deliveryId', 'dueAt'];
    expect(projected.sort()).toEqual(Object.keys(DueDelivery.entries).sort());
    expect(AttributeDefinitions).toContainEqual({ AttributeName: 'dueBucket', AttributeType: 'N' });
  });

  test('has an index of the entries of each webhook, whose partitions name the network', () => {
    expect(properties('AuditTable')['GlobalSecondaryIndexes']).toEqual([
      {
        IndexName: 'webhook',
        KeySchema: [
          { AttributeName: 'networkId_webhookId', KeyType: 'HASH' },
          { AttributeName: 'entryId', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ]);
  });

  test('has an index of who blocked a user, with keys only', () => {
    expect(properties('BlocksTable')['GlobalSecondaryIndexes']).toEqual([
      {
        IndexName: 'blocked',
        KeySchema: [
          { AttributeName: 'blocked_userId', KeyType: 'HASH' },
          { AttributeName: 'netid_uid', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });

  test('has indexes only of blocks, in the tables that are swept, and in the audit trail', () => {
    const indexed = tables(prod).filter(([, table]) => table.Properties['GlobalSecondaryIndexes'] !== undefined);
    expect(indexed.map(([logicalId]) => logicalId)).toEqual([
      'BlocksTable',
      'WebhooksTable',
      'DeliveriesTable',
      'AuditTable',
    ]);
  });

  test('lets only activities, events, deliveries, quotas and the audit trail expire', () => {
    const expiring = tables(prod).filter(([, table]) => table.Properties['TimeToLiveSpecification'] !== undefined);
    expect(expiring.map(([logicalId]) => logicalId)).toEqual([
      'ActivitiesTable',
      'EventsTable',
      'DeliveriesTable',
      'QuotasTable',
      'AuditTable',
    ]);
    for (const [, table] of expiring) {
      expect(table.Properties['TimeToLiveSpecification']).toEqual({ AttributeName: 'expiresAt', Enabled: true });
    }
  });

  test('streams only events, as new images', () => {
    const streamed = tables(prod).filter(([, table]) => table.Properties['StreamSpecification'] !== undefined);
    expect(streamed.map(([logicalId]) => logicalId)).toEqual(['EventsTable']);
    expect(properties('EventsTable')['StreamSpecification']).toEqual({ StreamViewType: 'NEW_IMAGE' });
  });

  test.each([prod, staging, dev, local])(
    'has on-demand tables with encryption and point-in-time recovery in every stage',
    (stage) => {
      for (const [, table] of tables(stage)) {
        expect(table.Properties).toMatchObject({
          BillingMode: 'PAY_PER_REQUEST',
          SSESpecification: { SSEEnabled: true },
          Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
        });
      }
    },
  );

  // Retain would also keep what a failed first deployment created, and the next attempt would find it in its way:
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html
  test.each([prod, staging])('keeps its tables when it is deleted, where data is protected', (stage) => {
    expect(stage.terminationProtection.data).toBe(true);
    for (const [, table] of tables(stage)) {
      expect(table).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
        Properties: { Replicas: [{ DeletionProtectionEnabled: true }] },
      });
    }
  });

  test.each([dev, local])('is deleted with its tables where data is disposable', (stage) => {
    expect(stage.terminationProtection.data).toBe(false);
    for (const [, table] of tables(stage)) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Delete',
        UpdateReplacePolicy: 'Delete',
        Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
      });
    }
  });

  test('names every table in its outputs', () => {
    const { Outputs } = prod.data.template.toJSON();
    for (const name of ['Networks', 'Blocks', 'Activities', 'Events', 'Webhooks', 'Deliveries', 'Audit']) {
      expect(Outputs[`${name}TableName`].Value).toEqual({ Ref: `${name}Table` });
    }
  });
});

describe("the admins' accounts", () => {
  const pool = (stage: SynthesizedStage) => stage.data.resource('AdminPool');

  test.each([prod, staging, dev, local])('are in one pool, whose logical id never changes', (stage) => {
    expect(stage.data.ofType('AWS::Cognito::UserPool').map(([logicalId]) => logicalId)).toEqual(['AdminPool']);
  });

  test.each([prod, staging, dev, local])('are created by operators only, and have long passwords', (stage) => {
    expect(pool(stage).Properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      Policies: { PasswordPolicy: { MinimumLength: 12, RequireSymbols: true } },
    });
  });

  test.each([
    [prod, 'ON', 'ACTIVE', 'RetainExceptOnCreate'],
    [staging, 'ON', 'ACTIVE', 'RetainExceptOnCreate'],
    [dev, 'OPTIONAL', 'INACTIVE', 'Delete'],
  ])('need a second factor and are kept where data is protected', (stage, mfa, protection, policy) => {
    expect(pool(stage)).toMatchObject({
      DeletionPolicy: policy,
      Properties: { MfaConfiguration: mfa, EnabledMfas: ['SOFTWARE_TOKEN_MFA'], DeletionProtection: protection },
    });
  });

  test('can be given one scope, that of the API', () => {
    expect(prod.data.ofType('AWS::Cognito::UserPoolResourceServer')[0]?.[1].Properties).toMatchObject({
      Identifier: 'social-platform-services',
      Scopes: [{ ScopeName: 'admin' }],
    });
  });
});

describe('changes of the tables', () => {
  const due = v.looseObject({ IndexName: v.literal('due') });
  const next = { data: prod.data.template.toJSON(), service: prod.service.template.toJSON() };

  test('are none if nothing has changed', () => {
    expect(tableChanges(next, next)).toEqual([]);
  });

  test('are refused if functions use an index that the deployed table lacks', () => {
    const data: unknown = JSON.parse(
      JSON.stringify(next.data, (key, value) =>
        key === 'GlobalSecondaryIndexes' ? value.filter((index: object) => !v.is(due, index)) : value,
      ),
    );
    expect(tableChanges({ ...next, data }, next).map(({ what }) => what)).toEqual([
      expect.stringMatching(/Functions use the index due of WebhooksTable/),
      expect.stringMatching(/Functions use the index due of DeliveriesTable/),
    ]);
  });
});
