import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';

const TABLE = 'blocks';
const me = networkUserKey(v.parse(NetworkId, 'demo'), v.parse(UserId, 'alice'));
const bob = v.parse(UserId, 'bob');

/** A client whose requests are recorded and find nothing. */
function recordingClient() {
  const inputs: object[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }));
  client.middlewareStack.add(
    () => async (args) => {
      inputs.push(args.input);
      const found: object = { $metadata: {}, Items: [], Responses: { [TABLE]: [] } };
      return { output: Object(found), response: undefined };
    },
    { step: 'initialize' },
  );
  return { client, inputs };
}

// An eventually consistent read may miss a write of the last second:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('the block list and the hide check read consistently, so that a block shows at once', async () => {
  const { client, inputs } = recordingClient();
  const blocks = blocksTable(client, TABLE);
  await blocks.page(me);
  await blocks.range(me, bob, bob, 1);
  await blocks.existing([{ netid_uid: me, blocked_userId: bob }]);
  expect(inputs).toEqual([
    expect.objectContaining({ ConsistentRead: true }),
    expect.objectContaining({ ConsistentRead: true }),
    { RequestItems: { [TABLE]: expect.objectContaining({ ConsistentRead: true }) } },
  ]);
});
