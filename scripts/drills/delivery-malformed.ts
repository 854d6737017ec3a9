import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { shardKeys } from '../../lambdas/delivery/tables/delivery-item.ts';
import { eventually } from '../../testing/eventually.ts';
import { arrived, createWebhook, deliveryIn, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';
import type { World } from './world.ts';

export const deliveryMalformed: Drill = {
  name: 'delivery-malformed',
  sections: ['DeliveriesMalformed'],
  alarms: ['DeliveriesMalformed'],
  cause: "The item of a delivery that waits for its retry is malformed: the event's name is a number.",
  async begin(world) {
    const room = await world.room();
    let status = 500;
    const receiver = await world.receiver((response) => response.writeHead(status).end());
    const webhookId = await createWebhook(room, receiver);
    await postEvents(room);
    const { deliveryId } = await deliveryIn(room.admin, webhookId, 'retrying');
    const key = await keyOf(world, webhookId, deliveryId);
    // Two minutes pass before the sweeper looks for a retry that waits in the queue: here it looks at once.
    await setEvent(world, key, 7);
    const stop = world.load(() => world.fire('SweepSchedule'));
    return async () => {
      const isNamed = (line: object): boolean => at(line, 'message.name') === 'malformed-item';
      const line = await world.logged('Delivery-Sweep', isNamed);
      world.say(`The log of Sweep: ${JSON.stringify(at(line, 'message.key'))}: ${at(line, 'message.problem')}`);
      check(at(line, 'message.key.deliveryId') === deliveryId, 'the log of Sweep names the delivery');
      world.say('The item is repaired.');
      const before = receiver.requests.length;
      status = 200;
      await setEvent(world, key, 'v3.post.didAddReaction');
      await arrived(receiver, before + 1);
      await stop();
    };
  },
};

interface Key {
  readonly webhookId_shard: string;
  readonly deliveryId: string;
}

async function keyOf({ cloud }: World, webhookId: string, deliveryId: string): Promise<Key> {
  const { client } = cloud.connection;
  const TableName = cloud.outputs['DeliveriesTableName'];
  return await eventually(async () => {
    for (const webhookId_shard of shardKeys(webhookId)) {
      const { Count } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId = :id',
          ExpressionAttributeValues: { ':shard': webhookId_shard, ':id': deliveryId },
        }),
      );
      if (Count === 1) return { webhookId_shard, deliveryId };
    }
    throw new Error('the delivery has no item');
  });
}

async function setEvent({ cloud }: World, Key: Key, event: string | number): Promise<void> {
  await cloud.connection.client.send(
    new UpdateCommand({
      TableName: cloud.outputs['DeliveriesTableName'],
      Key,
      UpdateExpression: 'SET #event = :event, dueAt = :now',
      ExpressionAttributeNames: { '#event': 'event' },
      ExpressionAttributeValues: { ':event': event, ':now': new Date().toISOString() },
    }),
  );
}
