import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteItems } from '../../lambdas/shared/batch-delete.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('items that DynamoDB leaves unprocessed are deleted in further rounds', async () => {
  const { connection, outputs } = service;
  const TableName = outputs['NetworksTableName'] ?? '';
  const keys = Array.from({ length: 40 }, (_, n) => ({ networkId: `n${n}` }));
  for (const Item of keys) await connection.client.send(new PutCommand({ TableName, Item }));

  const rounds: number[] = [];
  // DynamoDB Local never throttles, so this takes all but 10 requests of a batch away from it and answers them as unprocessed.
  connection.client.middlewareStack.add(
    (next) => async (args) => {
      const items = requestItems(args.input)?.[TableName];
      if (items === undefined) return next(args);
      rounds.push(items.length);
      const unprocessed = items.splice(10);
      const answer = await next(args);
      Object.assign(Object(answer.output), { UnprocessedItems: { [TableName]: unprocessed } });
      return answer;
    },
    { step: 'initialize', priority: 'low' },
  );
  await deleteItems(connection.client, TableName, keys);

  expect(rounds).toEqual([25, 15, 5, 15, 5]);
  expect((await connection.client.send(new ScanCommand({ TableName }))).Items).toEqual([]);
});

function requestItems(input: object): Record<string, unknown[]> | undefined {
  return 'RequestItems' in input ? Object(input.RequestItems) : undefined;
}
