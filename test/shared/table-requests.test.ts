import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { batchWrite, UnprocessedItemsError } from '../../lambdas/shared/table-requests.ts';
import { type Service, startService } from '../ctl/service.ts';

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
