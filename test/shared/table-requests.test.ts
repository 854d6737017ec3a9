/** What DynamoDB refuses or leaves undone for the moment, and DynamoDB Local never does. */
import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { quickRetries, repeatingConflicts } from '../../lambdas/shared/clients.ts';
import { batchGet, batchWrite, UnprocessedItemsError } from '../../lambdas/shared/table-requests.ts';
import { scriptedClient } from '../support/clients.ts';

const TABLE = 'table';
const [one, two, three] = [{ id: '1' }, { id: '2' }, { id: '3' }];
const requestOf = (...Keys: object[]) => ({ RequestItems: { [TABLE]: { Keys, ConsistentRead: true } } });

// BatchGetItem may return a part of the items, and names the keys of the others:
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
test('keys that DynamoDB leaves unprocessed are read again, and their items returned with the others', async () => {
  const responses = [
    { Responses: { [TABLE]: [one] }, UnprocessedKeys: { [TABLE]: { Keys: [two, three] } } },
    { Responses: { [TABLE]: [two] }, UnprocessedKeys: { [TABLE]: { Keys: [three] } } },
    { Responses: { [TABLE]: [three] }, UnprocessedKeys: {} },
  ];
  const { client, inputs } = scriptedClient(() => responses[inputs.length - 1] ?? {});
  expect(await batchGet(client, TABLE, [one, two, three])).toEqual([one, two, three]);
  expect(inputs).toEqual([requestOf(one, two, three), requestOf(two, three), requestOf(three)]);
});

test('a read whose keys stay unprocessed fails, rather than to return a part of the items', async () => {
  const { client } = scriptedClient(() => ({ UnprocessedKeys: { [TABLE]: { Keys: [one] } } }));
  await expect(batchGet(client, TABLE, [one, two])).rejects.toThrow(UnprocessedItemsError);
});

const Batch = v.object({ RequestItems: v.object({ [TABLE]: v.array(v.unknown()) }) });

/** Deletes so many items, of which DynamoDB does 10 in each round: how many each round had, and how it ended. */
async function deleting(count: number, maxRounds?: number) {
  const rounds: number[] = [];
  const { client } = scriptedClient((input) => {
    const requests = v.parse(Batch, input).RequestItems[TABLE];
    rounds.push(requests.length);
    return { UnprocessedItems: { [TABLE]: requests.slice(10) } };
  });
  const requests = Array.from({ length: count }, (_, n) => ({ DeleteRequest: { Key: { id: `${n}` } } }));
  const failure = await batchWrite(client, TABLE, requests, maxRounds).catch((error: unknown) => error);
  return { rounds, failure };
}

test('items that DynamoDB leaves unprocessed are sent in further rounds, or the batch fails in the end', async () => {
  expect(await deleting(40)).toEqual({ rounds: [25, 15, 5, 15, 5], failure: undefined });
  expect(await deleting(25, 2)).toEqual({ rounds: [25, 15], failure: expect.any(UnprocessedItemsError) });
});

// Writes of one item while a transaction has it, which the SDK does not repeat by itself:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
test('a write that meets a transaction is repeated, and routes do so as quickly as other calls', async () => {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const dynamodb = new DynamoDBClient({ region: 'local', endpoint: 'http://127.0.0.1:9', credentials });
  const client = repeatingConflicts(DynamoDBDocumentClient.from(dynamodb));
  let attempts = 0;
  client.middlewareStack.add(
    () => async () => {
      if (++attempts < 3) throw new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
      return { output: { $metadata: {} }, response: undefined };
    },
    { step: 'deserialize', priority: 'high' },
  );
  await client.send(new PutCommand({ TableName: TABLE, Item: one }));
  expect(attempts).toBe(3);

  const attempt = await quickRetries.acquireInitialRetryToken();
  const next = await quickRetries.refreshRetryTokenForRetry(attempt, { errorType: 'TRANSIENT' });
  expect(next.getRetryDelay()).toBeLessThanOrEqual(50);
});
