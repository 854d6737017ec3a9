import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { connection } from '../../testing/service.ts';
import { kept, newRoom, post, theRequest, webhookTo } from './delivery-room.ts';

test.each(['fast', 'slow'] as const)('an event of 250 KB arrives as it was posted, in the %s lane', async (lane) => {
  const { admin, server, networkId } = await newRoom();
  const receiver = await kept(startReceiver());
  const { webhookId } = await webhookTo(admin, receiver);
  await connection().client.send(
    new UpdateCommand({
      TableName: connection().tables.webhooks,
      Key: { networkId, webhookId },
      UpdateExpression: 'SET lane = :lane',
      ExpressionAttributeValues: { ':lane': lane },
    }),
  );
  const data = `{"text":"${'\\u00e9'.repeat(40_000)}", "n": 1.0}`;
  await post(server, `{"events":[{"event":"shop.didSell","data":${data}}]}`);
  const { body } = await theRequest(receiver);
  expect(`${body}`).toBe(`{"event":"shop.didSell","data":${data}}`);
});
