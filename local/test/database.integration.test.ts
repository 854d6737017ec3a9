/**
 * DynamoDB Local with a folder: its file while it runs and after a stop, the writes that it takes, and its log. One that
 * is not stopped ends with this process.
 */
import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../test/support/eventually.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { localClientSettings } from '../aws-clients.ts';
import { type Database, startDatabase } from '../dynamodb/database.ts';
import { databaseFile, unusedDatabases } from '../dynamodb/database-file.ts';
import { createTables } from '../dynamodb/tables.ts';

const hash = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' as const }];
const tableWithIndexBy = (by: string) => ({
  logicalId: 'Items',
  path: 'Items',
  name: 'Items',
  properties: {
    KeySchema: hash('id'),
    AttributeDefinitions: ['id', by].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    GlobalSecondaryIndexes: [{ IndexName: 'key', KeySchema: hash(by), Projection: { ProjectionType: 'ALL' as const } }],
  },
});

const path = temporaryFolder();
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };
const file = databaseFile(path, credentials.accessKeyId);
let log = '';
let database: Database;
let client: DynamoDBClient;

async function start(): Promise<void> {
  const { signal } = new AbortController();
  database = await startDatabase({
    path,
    credentials,
    signal,
    log: (text) => {
      log += text;
    },
  });
  client = new DynamoDBClient({ ...localClientSettings(database.url, credentials), maxAttempts: 1 });
}

async function stop(): Promise<void> {
  client.destroy();
  await database.stop();
}

beforeAll(async () => {
  await start();
  await createTables(client, [tableWithIndexBy('kind')], path);
}, 60_000);

const write = (id: string, text: string) =>
  client.send(new PutItemCommand({ TableName: 'Items', Item: { id: { S: id }, text: { S: text } } }));

const read = async (id: string): Promise<string | undefined> =>
  (await client.send(new GetItemCommand({ TableName: 'Items', Key: { id: { S: id } } }))).Item?.['text']?.S;

const WRITES = 3_000;
const AT_ONCE = 50;

test('no write is refused while its log is moved into its file', async () => {
  let writes = 0;
  const writeAll = async (): Promise<void> => {
    while (writes < WRITES) await write(`small-${writes++}`, 'x'.repeat(500));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeAll));
}, 120_000);

test('why it refuses a write is in its log', async () => {
  expect(log).toContain('Initializing DynamoDB Local');
  const locking = new DatabaseSync(file);
  locking.exec('BEGIN IMMEDIATE');
  await expect(write('refused', '')).rejects.toMatchObject({ name: 'InternalFailure' });
  locking.exec('ROLLBACK');
  locking.close();
  await eventually(() => expect(log).toContain('[database is locked]'));
});

test('a table with other keys stops the start', async () => {
  await expect(createTables(client, [tableWithIndexBy('text')], path)).rejects.toThrow(/table Items .* other keys/);
});

const ITEMS = 20;
const BYTES = 300_000;

test('what is written goes into its file while it runs, and is there at the next start', async () => {
  const before = statSync(file).size;
  for (let n = 0; n < ITEMS; n++) await write(`large-${n}`, 'x'.repeat(BYTES));
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  await eventually(async () => expect(statSync(file).size).toBeGreaterThan(before + ITEMS * BYTES));
  await stop();
  expect(existsSync(`${file}-wal`)).toBe(false);

  await start();
  expect(await read('large-7')).toHaveLength(BYTES);
});

test('a database of an earlier version, or of a lost key, is not used, but can be', async () => {
  await stop();
  const shared = join(path, 'shared-local-instance.db');
  renameSync(file, shared);
  expect(unusedDatabases(path, credentials.accessKeyId)).toEqual([
    `${shared} is not used: it is of an earlier version, or of another access-key.json. To have what is in it, stop, and rename it to KEY_us-east-1.db, with the key in access-key.json; or remove it.`,
  ]);
  renameSync(shared, file);
  expect(unusedDatabases(path, credentials.accessKeyId)).toEqual([]);
  expect(unusedDatabases(path, 'another')).toEqual([expect.stringContaining(`${file} is not used`)]);
  await start();
  expect(await read('large-7')).toHaveLength(BYTES);
  await stop();
});
