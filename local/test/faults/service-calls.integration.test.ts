/** What functions see of DynamoDB and SQS with injected faults: calls through the proxy to the emulators. */
import { randomUUID } from 'node:crypto';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { localClientSettings } from '../../aws-clients.ts';
import { createDecisions, type Decisions } from '../../faults/decisions.ts';
import { replicaOf } from '../../faults/read-lag.ts';
import { startReplica } from '../../faults/replica.ts';
import { faultLayers } from '../../faults/service-layers.ts';
import { startProxy } from '../../proxy/proxy.ts';
import { LOCAL_ACCOUNT } from '../../template/names.ts';
import { credentials, openDatabase, openQueues } from '../emulators-of-tests.ts';
import { firstOf } from './decisions-of-tests.ts';

const resources = new AsyncDisposableStack();
const [database, queues] = [openDatabase(), openQueues()];
let raw: DynamoDBClient;

beforeAll(() => {
  raw = new DynamoDBClient(localClientSettings(database(), credentials));
  resources.defer(() => raw.destroy());
});
afterAll(() => resources.disposeAsync());

/** A table with an index, without a replica. */
async function newTableAlone() {
  const name = `faults-${randomUUID()}`;
  const properties = {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'all',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
        Projection: { ProjectionType: 'ALL' as const },
      },
    ],
  };
  await raw.send(new CreateTableCommand({ TableName: name, ...properties, BillingMode: 'PAY_PER_REQUEST' }));
  return { logicalId: 'Table', path: 'Table', name, properties };
}

function startReplicaOf(table: Awaited<ReturnType<typeof newTableAlone>>, lagMs: number, checkpoints?: string) {
  const options = { client: raw, endpoint: database(), credentials, tables: [table], lagMs };
  return startReplica({ ...options, ...(checkpoints && { checkpoints }), onError: () => {} });
}

/** A table with an index, and its replica, which is behind by `lagMs`. */
async function newTable(lagMs = 0): Promise<string> {
  const table = await newTableAlone();
  const replica = await startReplicaOf(table, lagMs);
  resources.defer(() => replica.stop());
  return table.name;
}

/** Clients that make `maxAttempts` attempts at a call, with these faults. */
async function clientsIn(decisions: Decisions, maxAttempts = 1) {
  const proxy = await startProxy(
    {
      emulators: { dynamodb: database(), sqs: queues().url },
      credentials,
      permissions: { functions: new Map(), partitionKeys: new Map() },
      layers: faultLayers(decisions),
      onTrouble: () => {},
    },
    resources,
  );
  const dynamodb = new DynamoDBClient({ ...localClientSettings(proxy.dynamodb, credentials), maxAttempts });
  const sqs = new SQSClient({ ...localClientSettings(proxy.sqs, credentials), maxAttempts });
  resources.defer(() => dynamodb.destroy());
  resources.defer(() => sqs.destroy());
  return { dynamodb, sqs, queueUrl: (name: string) => `${proxy.sqs}/${LOCAL_ACCOUNT}/${name}` };
}

const item = (id: string) => ({ id: { S: id } });

test('a replica continues where it stopped, and is made anew where it can’t', async () => {
  const [table, checkpoints] = [await newTableAlone(), temporaryFolder()];
  const write = (id: string) =>
    raw.send(new PutItemCommand({ TableName: table.name, Item: { ...item(id), empty: { M: {} } } }));
  const ids = async () => {
    const { Items = [] } = await raw.send(new ScanCommand({ TableName: replicaOf(table.name) }));
    return Items.map(({ id }) => id?.S).sort();
  };
  await write('one');
  await (await startReplicaOf(table, 0, checkpoints)).stop();
  await raw.send(new DeleteItemCommand({ TableName: replicaOf(table.name), Key: item('one') }));
  await write('two');
  await (await startReplicaOf(table, 0, checkpoints)).stop();
  // What was there is neither copied nor read again.
  expect(await ids()).toEqual(['two']);
  await (await startReplicaOf(table, 0, temporaryFolder())).stop();
  expect(await ids()).toEqual(['one', 'two']);
});

describe('a read', () => {
  test('with ConsistentRead sees a write at once; without, and from an index, it sees it later', async () => {
    // Longer than the calls below take on a busy machine.
    const TableName = await newTable(4_000);
    const { dynamodb } = await clientsIn(firstOf());
    await raw.send(new PutItemCommand({ TableName, Item: item('one') }));
    const get = async (ConsistentRead: boolean) =>
      (await dynamodb.send(new GetItemCommand({ TableName, Key: item('one'), ConsistentRead }))).Item;
    const batchGet = async (ConsistentRead: boolean) => {
      const RequestItems = { [TableName]: { Keys: [item('one')], ConsistentRead } };
      return (await dynamodb.send(new BatchGetItemCommand({ RequestItems }))).Responses?.[TableName];
    };
    const query = async () => {
      const values = { ExpressionAttributeValues: { ':id': { S: 'one' } }, KeyConditionExpression: 'id = :id' };
      return (await dynamodb.send(new QueryCommand({ TableName, IndexName: 'all', ...values }))).Items;
    };
    expect({ get: await get(true), batchGet: await batchGet(true) }).toEqual({
      get: item('one'),
      batchGet: [item('one')],
    });
    expect({ get: await get(false), batchGet: await batchGet(false), query: await query() }).toEqual({
      get: undefined,
      batchGet: [],
      query: [],
    });
    await eventually(async () => {
      expect({ get: await get(false), batchGet: await batchGet(false), query: await query() }).toEqual({
        get: item('one'),
        batchGet: [item('one')],
        query: [item('one')],
      });
    }, 15_000);
  });
});

describe('a call with injected faults', () => {
  test('is throttled with an error that the SDK retries', async () => {
    const TableName = await newTable();
    const input = { TableName, Item: item('one') };
    const once = await clientsIn(firstOf('throttled'));
    await expect(once.dynamodb.send(new PutItemCommand(input))).rejects.toMatchObject({ name: 'ThrottlingException' });
    const twice = await clientsIn(firstOf('throttled'), 2);
    await twice.dynamodb.send(new PutItemCommand(input));
  });

  test('loses its response after the write is done', async () => {
    const TableName = await newTable();
    const { dynamodb } = await clientsIn(firstOf('lost response'));
    await expect(dynamodb.send(new PutItemCommand({ TableName, Item: item('one') }))).rejects.toThrow('socket hang up');
    const { Item } = await raw.send(new GetItemCommand({ TableName, Key: item('one'), ConsistentRead: true }));
    expect(Item).toEqual(item('one'));
  });

  test('fails for seconds, as every other call to its table does', async () => {
    const TableName = await newTable();
    const { dynamodb } = await clientsIn(firstOf('table away'));
    await expect(dynamodb.send(new PutItemCommand({ TableName, Item: item('one') }))).rejects.toMatchObject({
      name: 'InternalServerError',
    });
    await expect(dynamodb.send(new GetItemCommand({ TableName, Key: item('one') }))).rejects.toMatchObject({
      name: 'InternalServerError',
    });
    await eventually(() => dynamodb.send(new PutItemCommand({ TableName, Item: item('one') })), 10_000);
  });

  test('takes long', async () => {
    const TableName = await newTable();
    const { dynamodb } = await clientsIn(firstOf('slow call'));
    const started = performance.now();
    await dynamodb.send(new PutItemCommand({ TableName, Item: item('one') }));
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test('writes a part of a batch, and names the other part', async () => {
    const TableName = await newTable();
    const { dynamodb } = await clientsIn(firstOf('part of a batch'));
    const ids = Array.from({ length: 10 }, (_, index) => `item-${index}`);
    const { UnprocessedItems = {} } = await dynamodb.send(
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: ids.map((id) => ({ PutRequest: { Item: item(id) } })) },
      }),
    );
    const left = (UnprocessedItems[TableName] ?? []).map(({ PutRequest }) => PutRequest?.Item?.['id']?.S);
    const Keys = ids.map(item);
    const { Responses = {} } = await raw.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
    );
    const written = (Responses[TableName] ?? []).map(({ id }) => id?.S);
    expect(left.length).toBeGreaterThan(0);
    expect([...written, ...left].sort()).toEqual(ids);
  });

  test('reads a part of a batch, and names the keys of the other part', async () => {
    const TableName = await newTable();
    const { dynamodb } = await clientsIn(firstOf('part of a batch'));
    const ids = Array.from({ length: 10 }, (_, index) => `item-${index}`);
    for (const id of ids) await raw.send(new PutItemCommand({ TableName, Item: item(id) }));
    const request = { Keys: ids.map(item), ConsistentRead: true };
    const { Responses = {}, UnprocessedKeys = {} } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: request } }),
    );
    const { Keys: left = [], ConsistentRead } = UnprocessedKeys[TableName] ?? {};
    expect(ConsistentRead).toBe(true);
    expect(left.length).toBeGreaterThan(0);
    expect([...(Responses[TableName] ?? []), ...left].map(({ id }) => id?.S).sort()).toEqual(ids);
  });

  test('is a transaction that another one cancels, and nothing of it is written', async () => {
    const TableName = await newTable();
    const { dynamodb } = await clientsIn(firstOf('transaction conflict'));
    const TransactItems = ['one', 'other'].map((id) => ({ Put: { TableName, Item: item(id) } }));
    await expect(dynamodb.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: expect.arrayContaining([
        { Code: 'TransactionConflict', Message: expect.any(String) },
        { Code: 'None' },
      ]),
    });
    const { Item } = await raw.send(new GetItemCommand({ TableName, Key: item('one'), ConsistentRead: true }));
    expect(Item).toBeUndefined();
  });

  test('is a write that a transaction of its table refuses, and nothing of it is written', async () => {
    const [TableName, other] = [await newTable(), await newTable()];
    const { dynamodb } = await clientsIn(firstOf('write conflict'));
    await dynamodb.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: item('one') } }] }));
    // No transaction writes the other table.
    await dynamodb.send(new UpdateItemCommand({ TableName: other, Key: item('new') }));
    await expect(dynamodb.send(new UpdateItemCommand({ TableName, Key: item('new') }))).rejects.toMatchObject({
      name: 'TransactionConflictException',
    });
    const { Item } = await raw.send(new GetItemCommand({ TableName, Key: item('new'), ConsistentRead: true }));
    expect(Item).toBeUndefined();
  });

  test('sends a part of a batch of messages, and names the failed ones', async () => {
    const name = `faults-${randomUUID()}`;
    await queues().create([{ logicalId: name, path: name, name, properties: {} }]);
    const { sqs, queueUrl } = await clientsIn(firstOf('part of a batch'));
    const ids = Array.from({ length: 10 }, (_, index) => `m-${index}`);
    const { Successful = [], Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl(name), Entries: ids.map((Id) => ({ Id, MessageBody: Id })) }),
    );
    expect(Failed[0]).toMatchObject({ SenderFault: false, Code: 'InternalError' });
    expect([...Successful, ...Failed].map(({ Id }) => Id)).toEqual(ids);
  });

  test('has the same faults as in another run with the same seed, call by call', async () => {
    const TableName = await newTable();
    const faults = async (): Promise<readonly string[]> => {
      const decisions = createDecisions({ name: 'heavy', seed: 11 });
      const { dynamodb } = await clientsIn(decisions);
      for (let number = 0; number < 25; number += 1) {
        await dynamodb.send(new PutItemCommand({ TableName, Item: item('one') })).catch(() => {});
      }
      return decisions.lines();
    };
    const first = await faults();
    expect(first.length).toBeGreaterThan(1);
    expect(await faults()).toEqual(first);
  }, 180_000);
});
