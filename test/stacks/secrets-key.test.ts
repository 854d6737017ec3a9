import { describe, expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { synthesized } from './synthesized.ts';

describe('a stage with a key of its own', () => {
  const { data, service } = synthesized({ ...stages.prod, dataKey: 'customer-managed' });

  test('encrypts the tables that have secrets with it, and no others', () => {
    const encrypted = data
      .ofType('AWS::DynamoDB::GlobalTable')
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('"SecretsKey"'));
    expect(encrypted.map(([logicalId]) => logicalId)).toEqual(['NetworksTable', 'WebhooksTable']);
  });

  test('has it rotated, and keeps it when the stack is deleted', () => {
    expect(data.resource('SecretsKey')).toMatchObject({
      DeletionPolicy: expect.stringMatching(/^Retain/),
      Properties: { EnableKeyRotation: true },
    });
  });

  test('lets functions use it through DynamoDB only, and only those that use these tables', () => {
    const roles = service.ofType('AWS::IAM::Role').filter(([, role]) => JSON.stringify(role).includes('kms:'));
    const users = service
      .ofType('AWS::Lambda::Function')
      .filter(([, lambda]) => /"(NETWORKS|WEBHOOKS)_TABLE"/.test(JSON.stringify(lambda)));
    expect(roles).toHaveLength(users.length);
    expect(users.length).toBeGreaterThan(20);
    for (const [, role] of roles) {
      const statements = JSON.stringify(role).match(/\{[^{}]*"kms:ViaService"/g) ?? [];
      expect(statements).toHaveLength(1);
      expect(JSON.stringify(role)).toContain('"dynamodb."');
    }
  });

  test('is an exception: no stage has one unless it is set', () => {
    expect(synthesized(stages.prod).data.ofType('AWS::KMS::Key')).toEqual([]);
    expect(JSON.stringify(synthesized(stages.prod).service.template.toJSON())).not.toContain('kms:');
  });
});
