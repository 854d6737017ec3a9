import { expect, test } from '@jest/globals';
import { batchGet, UnprocessedItemsError } from '../../lambdas/shared/table-requests.ts';
import { scriptedClient } from '../support/scripted-client.ts';

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
