/** What DynamoDB refuses or leaves undone for the moment, and DynamoDB Local never does. */

import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { WebhookId } from '../../contract/webhooks.ts';
import { connectTo } from '../../ctl/connection.ts';
import { quickRetries, repeatingConflicts } from '../../lambdas/shared/clients.ts';
import { batchWrite, UnprocessedItemsError } from '../../lambdas/shared/table-requests.ts';
import { receiverHealthTable } from '../../lambdas/webhooks/receiver-health-table.ts';
import { newFlow } from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../../testing/service.ts';
import { type Service, startService } from '../ctl/service.ts';
import { adminOf, create } from '../webhooks/admin.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
  throttle(service.connection.client, tableName());
});
afterAll(() => service.stop());

const tableName = (): string => service.outputs['NetworksTableName'] ?? '';
let rounds: number[] = [];

test('items that DynamoDB leaves unprocessed are sent again in further rounds', async () => {
  const keys = await items(40);
  rounds = [];
  await batchWrite(service.connection.client, tableName(), deletionsOf(keys));
  expect(rounds).toEqual([25, 15, 5, 15, 5]);
  expect(await count()).toBe(0);
});

test('a batch that stays unprocessed fails in the end, without undoing what was written', async () => {
  const keys = await items(25);
  await expect(batchWrite(service.connection.client, tableName(), deletionsOf(keys), 2)).rejects.toThrow(
    UnprocessedItemsError,
  );
  expect(await count()).toBe(5);
});

async function items(number: number): Promise<readonly { readonly networkId: string }[]> {
  const keys = Array.from({ length: number }, (_, n) => ({ networkId: `n${n}` }));
  for (const Item of keys) await service.connection.client.send(new PutCommand({ TableName: tableName(), Item }));
  return keys;
}

const deletionsOf = (keys: readonly { readonly networkId: string }[]) =>
  keys.map((key) => ({ DeleteRequest: { Key: { ...key } } }));

const count = async () =>
  (await service.connection.client.send(new ScanCommand({ TableName: tableName() }))).Items?.length;

/** DynamoDB Local never throttles: of each batch, all but 10 requests are removed and returned as unprocessed. */
function throttle(client: Service['connection']['client'], TableName: string): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const requests = requestItems(args.input)?.[TableName];
      if (requests === undefined) return next(args);
      rounds.push(requests.length);
      const unprocessed = requests.splice(10);
      const response = await next(args);
      Object.assign(Object(response.output), { UnprocessedItems: { [TableName]: unprocessed } });
      return response;
    },
    { step: 'initialize', priority: 'low' },
  );
}

function requestItems(input: object): Record<string, unknown[]> | undefined {
  return 'RequestItems' in input ? Object(input.RequestItems) : undefined;
}

// Writes of one item while a transaction has it, which the SDK does not repeat by itself:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
const conflict = () => new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });

/** A client whose first `conflicts` attempts are refused. */
function clientWith(conflicts: number): DynamoDBDocumentClient {
  let left = conflicts;
  const { client } = connectTo(cloud());
  client.middlewareStack.add(
    (next) => async (args) => {
      if (left-- > 0) throw conflict();
      return await next(args);
    },
    { step: 'deserialize' },
  );
  return client;
}

test('a signer repeats its write, and routes do so as quickly as other calls', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const { webhookId } = await create(await adminOf(networkId));
  const key = { networkId, webhookId: v.parse(WebhookId, webhookId) };
  const client = repeatingConflicts(clientWith(2));
  const health = receiverHealthTable(client, connection().tables.webhooks);
  expect(await health.replaceFlow(key, undefined, { ...newFlow, version: 'v' })).toBe(true);
  client.destroy();

  const attempt = await quickRetries.acquireInitialRetryToken();
  const next = await quickRetries.refreshRetryTokenForRetry(attempt, { errorType: 'TRANSIENT' });
  expect(next.getRetryDelay()).toBeLessThanOrEqual(50);
});
