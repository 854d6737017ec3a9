import { describe, expect, test } from '@jest/globals';
import { keyChanges, tableChanges } from '../../bin/preflight/table-changes.ts';

const keys = (...names: readonly string[]) =>
  names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }));
const index = (IndexName: string, key = 'dueAt') => ({
  IndexName,
  KeySchema: keys(key),
  Projection: { ProjectionType: 'KEYS_ONLY' },
});
const attributes = (AttributeType: 'S' | 'N', ...names: readonly string[]) => ({
  AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType })),
});
const table = (properties: object = {}, Type = 'AWS::DynamoDB::GlobalTable') => ({
  Type,
  Properties: { KeySchema: keys('webhookId', 'deliveryId'), BillingMode: 'PAY_PER_REQUEST', ...properties },
});
const data = (deliveries: object | undefined) => ({
  Resources: {
    ...(deliveries && { DeliveriesTable: deliveries }),
    BlocksTable: table(),
    AdminPool: { Type: 'AWS::Cognito::UserPool', Properties: {} },
  },
});
const expiring = (AttributeName: string) => ({ TimeToLiveSpecification: { AttributeName, Enabled: true } });
const streaming = { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } };

/** A service whose functions have permissions on indexes of the table. */
const service = (...indexes: readonly string[]) => ({
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Resource: indexes.map((name) => ({
          'Fn::Join': [
            '',
            [{ 'Fn::ImportValue': 'sps-dev-data:ExportsOutputFnGetAttDeliveriesTableArn5A2B' }, `/index/${name}`],
          ],
        })),
      },
    },
  },
});

/** What is found when the table changes, and with it the indexes that functions use. */
const found = (
  before: object,
  after: object | undefined,
  uses: { readonly before?: readonly string[]; readonly after?: readonly string[] } = {},
) =>
  tableChanges(
    { data: data(before), service: service(...(uses.before ?? [])) },
    { data: data(after), service: service(...(uses.after ?? [])) },
  ).map(({ kind, what }) => `${kind}: ${what}`);

describe('changes of tables', () => {
  test.each<[string, object, object]>([
    ['nothing', table(), table()],
    ['settings', table(), table({ BillingMode: 'PROVISIONED', Replicas: [] })],
    ['an expiry, added', table(), table(expiring('expiresAt'))],
    ['an expiry, removed', table(expiring('expiresAt')), table()],
    ['a stream, added', table(), table(streaming)],
    ['an attribute, added', table(attributes('S', 'webhookId')), table(attributes('S', 'dueAt', 'webhookId'))],
    ['an attribute, removed', table(attributes('N', 'webhookId', 'dueAt')), table(attributes('N', 'webhookId'))],
    ['an index, added', table(), table({ GlobalSecondaryIndexes: [index('due')] })],
    ['an index, removed', table({ GlobalSecondaryIndexes: [index('due')] }), table()],
  ])('may be %s', (_, before, after) => {
    expect(found(before, after)).toEqual([]);
  });

  test('may not be another key, with or without the data stack, except before the first deployment', () => {
    const own = table({
      SSESpecification: { SSEType: 'KMS' },
      Replicas: [{ SSESpecification: { KMSMasterKeyId: 'a' } }],
    });
    const changed = (before: object | undefined, after: object) =>
      keyChanges({ data: data(before), service: {} }, { data: data(after), service: {} }).map(({ kind }) => kind);
    expect(changed(table(), own)).toEqual(['problem']);
    expect(changed(own, table())).toEqual(['problem']);
    for (const before of [undefined, own]) expect(changed(before, own)).toEqual([]);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
  test("may be from the account's key to the one that DynamoDB owns, which need no permission", () => {
    const [ofAccount, owned] = [{ SSEEnabled: true, SSEType: 'KMS' }, { SSEEnabled: false }].map((SSESpecification) =>
      data(table({ SSESpecification, Replicas: [{ Region: 'eu-west-1' }] })),
    );
    expect(keyChanges({ data: ofAccount, service: {} }, { data: owned, service: {} })).toEqual([]);
  });

  test('may be a table that is added, and the first deployment of all', () => {
    const next = {
      data: data(table({ GlobalSecondaryIndexes: [index('due'), index('other')] })),
      service: service('due'),
    };
    expect(tableChanges({ data: {}, service: {} }, next)).toEqual([]);
  });

  test.each<[string, object, object | undefined, RegExp]>([
    ['is removed', table(), undefined, /DeliveriesTable is not in the new template/],
    ['has other keys', table(), table({ KeySchema: keys('webhookId') }), /DeliveriesTable would be replaced/],
    ['has another name', table(), table({ TableName: 'deliveries' }), /DeliveriesTable would be replaced/],
    ['has other local indexes', table(), table({ LocalSecondaryIndexes: [index('x')] }), /would be replaced/],
    ['is of another type', table(), table({}, 'AWS::DynamoDB::Table'), /would be replaced/],
    [
      'has a key of another type',
      table(attributes('S', 'webhookId', 'dueAt')),
      table(attributes('N', 'dueAt', 'webhookId')),
      /DeliveriesTable would be replaced by an empty one: dueAt, webhookId change their type/,
    ],
    ['loses its stream', table(streaming), table(), /The stream of DeliveriesTable would be replaced/],
    [
      'has items that expire by another attribute',
      table(expiring('expiresAt')),
      table(expiring('ttl')),
      /would expire by ttl in place of expiresAt/,
    ],
    [
      'has two more indexes',
      table(),
      table({ GlobalSecondaryIndexes: [index('due'), index('waiting')] }),
      /2 new indexes and 0 fewer: due, waiting/,
    ],
    [
      'has an index with another name',
      table({ GlobalSecondaryIndexes: [index('due')] }),
      table({ GlobalSecondaryIndexes: [index('waiting')] }),
      /1 new indexes and 1 fewer: waiting, due/,
    ],
    [
      'has an index with another key',
      table({ GlobalSecondaryIndexes: [index('due')] }),
      table({ GlobalSecondaryIndexes: [index('due', 'dueBucket')] }),
      /The index due of DeliveriesTable has other keys or attributes/,
    ],
  ])('are refused if a table %s', (_, before, after, message) => {
    expect(found(before, after)).toEqual([expect.stringMatching(new RegExp(`^problem: .*${message.source}`))]);
  });

  test('are refused if functions use an index before it is built', () => {
    const [before, after] = [table(), table({ GlobalSecondaryIndexes: [index('due')] })];
    expect(found(before, after, { after: ['due'] })).toEqual([expect.stringMatching(/only begin to build/)]);
    expect(found(after, after, { after: ['due'] })).toEqual([]);
    const ofAnother = (blocks: object) => ({ Resources: { BlocksTable: blocks } });
    const next = { data: ofAnother(after), service: service('due') };
    expect(tableChanges({ data: ofAnother(before), service: service() }, next)).toEqual([]);
  });

  test('are refused if deployed functions still use an index that is deleted', () => {
    const [before, after] = [table({ GlobalSecondaryIndexes: [index('due')] }), table()];
    expect(found(before, after, { before: ['due'] })).toEqual([
      expect.stringMatching(/while deployed functions use it/),
    ]);
    expect(found(before, after, { before: ['waiting'] })).toEqual([]);
  });
});
