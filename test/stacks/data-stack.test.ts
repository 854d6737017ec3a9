import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { tableChanges } from '../../bin/preflight/table-changes.ts';
import { DueDelivery } from '../../lambdas/deliveries/deliveries-table.ts';
import { stages } from '../../lib/config.ts';
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
});

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
      'AdminLinksTable',
    ]);
  });

  // Keys, indexes, streams and expiry are in the lines of templates.test.ts.
  test('projects into the index of due retries what the sweeper puts into messages', () => {
    const { GlobalSecondaryIndexes } = v.parse(DeliveriesTable, prod.data.resource('DeliveriesTable').Properties);
    const projected = [...GlobalSecondaryIndexes[1].Projection.NonKeyAttributes, 'deliveryId', 'dueAt'];
    expect(projected.sort()).toEqual(Object.keys(DueDelivery.entries).sort());
  });

  test.each([prod, staging, dev, local])('has on-demand tables with point-in-time recovery in every stage', (stage) => {
    for (const [, table] of tables(stage)) {
      expect(table.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
      });
    }
  });

  // KMS charges calls for the account's key, and not for the one that DynamoDB owns:
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html
  test.each([prod, staging, dev, local])(
    'encrypts tables with secrets with a key of the account, and no others',
    (stage) => {
      const ofAccount = tables(stage).filter(
        ([, { Properties }]) => JSON.stringify(Properties['SSESpecification']) !== '{"SSEEnabled":false}',
      );
      expect(ofAccount.map(([logicalId]) => logicalId)).toEqual(['NetworksTable', 'WebhooksTable']);
      for (const [, { Properties }] of ofAccount)
        expect(Properties).toMatchObject({ SSESpecification: { SSEEnabled: true } });
    },
  );

  // With RetainExceptOnCreate, CloudFormation deletes them if creation fails, and protection refuses: ROLLBACK_FAILED.
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
  test.each([prod, staging])('keeps its tables whatever happens to it, where data is protected', (stage) => {
    const guarded = stage.data
      .all()
      .filter(([, { Properties }]) => /"DeletionProtection/.test(JSON.stringify(Properties)));
    expect(guarded.length).toBe(tables(stage).length + 1); // and the user pool
    for (const [, resource] of guarded) {
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
    for (const [, table] of tables(stage)) {
      expect(table).toMatchObject({ Properties: { Replicas: [{ DeletionProtectionEnabled: true }] } });
      // A fixed name would be taken when the creation is tried again.
      expect(table.Properties).not.toHaveProperty('TableName');
    }
  });

  test.each([dev, local])('is deleted with its tables where data is disposable', (stage) => {
    for (const [, table] of tables(stage)) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Delete',
        UpdateReplacePolicy: 'Delete',
        Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
      });
    }
  });
});

// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-protect-stacks.html
test('every stack of a protected stage refuses to be deleted, and none of another', () => {
  for (const stage of [prod, staging]) {
    expect(stage.terminationProtection).toEqual({ data: true, service: true, panel: true });
  }
  for (const stage of [dev, local]) {
    expect(stage.terminationProtection).toEqual({ data: false, service: false, panel: false });
  }
});

describe("the admins' accounts", () => {
  const pool = (stage: SynthesizedStage) => stage.data.resource('AdminPool');

  test.each([prod, staging, dev, local])('are created by operators only, and have long passwords', (stage) => {
    expect(pool(stage).Properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      Policies: { PasswordPolicy: { MinimumLength: 12, RequireSymbols: true } },
    });
  });

  test.each([prod, staging, dev, local])('have tokens of the issuer that the authorizer expects', (stage) => {
    expect(pool(stage).Properties).toMatchObject({ IssuerConfiguration: { Type: 'ORIGINAL' } });
  });

  test.each([
    [prod, 'ON', 'ACTIVE', 'Retain'],
    [staging, 'ON', 'ACTIVE', 'Retain'],
    [dev, 'OPTIONAL', 'INACTIVE', 'Delete'],
  ])('need a second factor and are kept where data is protected', (stage, mfa, protection, policy) => {
    expect(pool(stage)).toMatchObject({
      DeletionPolicy: policy,
      Properties: { MfaConfiguration: mfa, EnabledMfas: ['SOFTWARE_TOKEN_MFA'], DeletionProtection: protection },
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
