/** Which permissions a request to DynamoDB or SQS needs, and what its condition keys are. */
import { describe, expect, test } from '@jest/globals';
import { attributesIn, dynamodbRequirements, equalTo } from '../../iam/dynamodb-requests.ts';
import type { Requirement } from '../../iam/evaluate.ts';
import { sqsRequirements } from '../../iam/permission-layer.ts';

const partitionKeys = new Map([
  ['scores', 'player'],
  ['scores/best', 'game'],
  ['games', 'id'],
]);
const arn = (name: string): string => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;

function describeRequirement({ action, resource, valuesOf }: Requirement) {
  const [attributes, leadingKeys, select] = [
    valuesOf('dynamodb:Attributes'),
    valuesOf('dynamodb:LeadingKeys'),
    valuesOf('dynamodb:Select'),
  ];
  return [action, resource, attributes?.toSorted(), leadingKeys, select];
}

const requirements = (operation: string, input: object) =>
  dynamodbRequirements(operation, { ...input }, partitionKeys)?.map(describeRequirement);

const TableName = 'scores';
const Key = { player: { S: 'ann' }, at: { N: '7' } };

describe('a request to DynamoDB', () => {
  test('GetItem asks for all attributes unless it has a projection', () => {
    expect(requirements('GetItem', { TableName, Key })).toEqual([
      ['dynamodb:GetItem', arn('scores'), ['at', 'player'], ['ann'], ['ALL_ATTRIBUTES']],
    ]);
    const projection = { ProjectionExpression: '#p, wins[0].by', ExpressionAttributeNames: { '#p': 'points.total' } };
    expect(requirements('GetItem', { TableName: arn('scores'), Key, ...projection })).toEqual([
      ['dynamodb:GetItem', arn('scores'), ['at', 'player', 'points.total', 'wins'], ['ann'], ['SPECIFIC_ATTRIBUTES']],
    ]);
  });

  test('writes name the attributes of items, updates and conditions, and select nothing', () => {
    expect(requirements('PutItem', { TableName, Item: { ...Key, wins: { N: '1' } } })).toEqual([
      ['dynamodb:PutItem', arn('scores'), ['at', 'player', 'wins'], ['ann'], undefined],
    ]);
    const update = {
      UpdateExpression: 'SET wins = if_not_exists(wins, :zero) + :one, #l.#i = :item REMOVE losses[0] ADD total :one',
      ConditionExpression: 'attribute_exists(player) AND (NOT size(tags) > :one OR begins_with(team, :a))',
      ExpressionAttributeNames: { '#l': 'last', '#i': 'inner' },
    };
    expect(requirements('UpdateItem', { TableName, Key, ...update })).toEqual([
      [
        'dynamodb:UpdateItem',
        arn('scores'),
        ['at', 'last', 'losses', 'player', 'tags', 'team', 'total', 'wins'],
        ['ann'],
        undefined,
      ],
    ]);
    const returning = dynamodbRequirements('UpdateItem', { TableName, Key, ReturnValues: 'ALL_OLD' }, partitionKeys);
    expect(returning?.[0]?.valuesOf('dynamodb:ReturnValues')).toEqual(['ALL_OLD']);
    expect(requirements('DeleteItem', { TableName, Key, ConditionExpression: 'wins = :none' })).toEqual([
      ['dynamodb:DeleteItem', arn('scores'), ['at', 'player', 'wins'], ['ann'], undefined],
    ]);
  });

  test('Query of an index needs the index, and its leading key is the partition key of the index', () => {
    const query = {
      TableName,
      IndexName: 'best',
      KeyConditionExpression: 'wins > :some AND #g = :game',
      FilterExpression: 'player IN (:a, :b)',
      ExpressionAttributeNames: { '#g': 'game' },
      ExpressionAttributeValues: { ':some': { N: '3' }, ':game': { S: 'chess' } },
    };
    const attributes = ['game', 'player', 'wins'];
    expect(requirements('Query', query)).toEqual([
      ['dynamodb:Query', `${arn('scores')}/index/best`, attributes, ['chess'], ['ALL_PROJECTED_ATTRIBUTES']],
    ]);
    expect(requirements('Query', { ...query, Select: 'COUNT' })?.[0]?.[4]).toEqual(['COUNT']);
  });

  test('Query whose partition key is not found has an empty leading key, which no useful condition allows', () => {
    const KeyConditionExpression = ':ann = player';
    expect(requirements('Query', { TableName, KeyConditionExpression })?.[0]?.[3]).toEqual(['']);
  });

  test('Scan has no leading keys', () => {
    expect(requirements('Scan', { TableName, FilterExpression: 'wins > :some' })).toEqual([
      ['dynamodb:Scan', arn('scores'), ['wins'], undefined, ['ALL_ATTRIBUTES']],
    ]);
  });

  test('a batch needs its permission for each table', () => {
    const reads = { scores: { Keys: [Key, { ...Key, player: { S: 'bea' } }] }, games: { Keys: [{ id: { S: 'go' } }] } };
    expect(requirements('BatchGetItem', { RequestItems: reads })).toEqual([
      ['dynamodb:BatchGetItem', arn('scores'), ['at', 'player'], ['ann', 'bea'], ['ALL_ATTRIBUTES']],
      ['dynamodb:BatchGetItem', arn('games'), ['id'], ['go'], ['ALL_ATTRIBUTES']],
    ]);
    const writes = {
      games: [
        { PutRequest: { Item: { id: { S: 'go' }, size: { N: '19' } } } },
        { DeleteRequest: { Key: { id: { S: 'x' } } } },
      ],
    };
    expect(requirements('BatchWriteItem', { RequestItems: writes })).toEqual([
      ['dynamodb:BatchWriteItem', arn('games'), ['id', 'size'], ['go', 'x'], undefined],
    ]);
  });

  test("a transaction needs each part's own permission", () => {
    const id = { id: { S: 'go' } };
    const TransactItems = [
      { Put: { TableName: 'games', Item: id } },
      { Update: { TableName, Key, UpdateExpression: 'SET wins = :w' } },
      { Delete: { TableName: 'games', Key: id } },
      { ConditionCheck: { TableName, Key, ConditionExpression: 'wins > :w' } },
    ];
    expect(
      requirements('TransactWriteItems', { TransactItems })?.map(([action, resource]) => [action, resource]),
    ).toEqual([
      ['dynamodb:PutItem', arn('games')],
      ['dynamodb:UpdateItem', arn('scores')],
      ['dynamodb:DeleteItem', arn('games')],
      ['dynamodb:ConditionCheckItem', arn('scores')],
    ]);
    expect(requirements('TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] })?.[0]).toEqual([
      'dynamodb:GetItem',
      arn('scores'),
      ['at', 'player'],
      ['ann'],
      ['ALL_ATTRIBUTES'],
    ]);
  });

  test.each([
    ['ExecuteStatement', { Statement: 'SELECT * FROM scores' }],
    ['DeleteTable', { TableName }],
    ['GetItem', { TableName, Key, AttributesToGet: ['wins'] }],
    ['BatchGetItem', { RequestItems: { scores: { Keys: [Key], AttributesToGet: ['wins'] } } }],
  ])('%s is not known in this form: %j', (operation, input) => {
    expect(requirements(operation, input)).toBeUndefined();
  });
});

describe('a request to SQS', () => {
  const QueueUrl = 'http://127.0.0.1:4000/000000000000/work';
  test.each([
    ['SendMessage', 'sqs:SendMessage'],
    ['SendMessageBatch', 'sqs:SendMessage'],
    ['DeleteMessageBatch', 'sqs:DeleteMessage'],
  ])('%s needs %s on the queue', (operation, action) => {
    expect(sqsRequirements(operation, { QueueUrl })).toMatchObject([
      { action, resource: 'arn:aws:sqs:us-east-1:000000000000:work' },
    ]);
  });

  test('PurgeQueue is not known', () => expect(sqsRequirements('PurgeQueue', { QueueUrl })).toBeUndefined());
});

describe('an expression', () => {
  test.each([
    ['a', ['a']],
    ['a.b.c[1].d, e', ['a', 'e']],
    ['a . b', ['a']],
    ['attribute_type(a, :set) and b between :x and c', ['a', 'b', 'c']],
    ['add a :set delete b :x', ['a', 'b']],
    ['#x = :y', ['x.y']],
    ['#unknown = :y', ['#unknown']],
    ['', []],
  ])('%s names %j', (expression, attributes) => {
    expect(attributesIn(expression, { '#x': 'x.y' })).toEqual(attributes);
  });

  test('says with which value a key is compared', () => {
    expect(equalTo('id', 'sort < :s AND #i = :v', { '#i': 'id' })).toBe(':v');
    expect(equalTo('id', 'id < :v', {})).toBeUndefined();
  });
});
