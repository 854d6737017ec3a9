/** DynamoDB Local with a folder: what its file is like while it runs, and after a stop. */
import { existsSync, statSync } from 'node:fs';
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { localClientSettings } from '../../local/aws-clients.ts';
import { startDatabase } from '../../local/dynamodb/database.ts';
import { databaseFile } from '../../local/dynamodb/database-file.ts';
import { eventually } from '../../testing/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ITEMS = 20;
const BYTES = 300_000;

test('what is written goes into its file while it runs, and is there at the next start', async () => {
  const path = temporaryFolder();
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };
  const file = databaseFile(path, credentials.accessKeyId);
  const { signal } = new AbortController();
  const first = await startDatabase({ path, credentials, signal });
  const client = new DynamoDBClient(localClientSettings(first.url, credentials));
  await client.send(
    new CreateTableCommand({
      TableName: 'Items',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  for (let n = 0; n < ITEMS; n++) {
    const Item = { id: { S: `${n}` }, text: { S: 'x'.repeat(BYTES) } };
    await client.send(new PutItemCommand({ TableName: 'Items', Item }));
  }
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  await eventually(async () => expect(statSync(file).size).toBeGreaterThan(ITEMS * BYTES));
  client.destroy();
  await first.stop();
  expect(existsSync(`${file}-wal`)).toBe(false);

  const second = await startDatabase({ path, credentials, signal });
  const again = new DynamoDBClient(localClientSettings(second.url, credentials));
  const { Item } = await again.send(new GetItemCommand({ TableName: 'Items', Key: { id: { S: '7' } } }));
  expect(Item?.['text']?.S).toHaveLength(BYTES);
  again.destroy();
  await second.stop();
});
