import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { localClientSettings } from '../../local/aws-clients.ts';
import { eventually } from '../../test/support/eventually.ts';
import { arrived, createWebhook, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { check } from './expectations.ts';
import { listed, retriedAll } from './failed-messages.ts';
import type { Room, World } from './world.ts';

export const signersStopped: Drill = {
  name: 'signers-stopped',
  sections: ['FirstAttemptsLate', 'SlowLaneLate', 'Delivering less, or nothing'],
  alarms: ['FirstAttemptsLate', 'SlowLaneLate'],
  cause: 'Somebody stopped all deliveries: the event source mappings of both signers are disabled.',
  async begin(world) {
    const room = await world.room();
    const receiver = await world.receiver();
    await world.break(
      { kind: 'mapping', function: 'FirstAttemptsSigner' },
      { kind: 'mapping', function: 'SlowLaneSigner' },
    );
    const webhookId = await createWebhook(room, receiver);
    await postEvents(room);
    await waitsIn(world, 'FirstAttemptsQueueUrl');
    const { status } = await room.admin('POST', `/webhooks/${webhookId}/recover`, { since: new Date().toISOString() });
    check(status === 202, 'a recovery waits in the slow lane');
    return async () => {
      check(receiver.requests.length === 0, 'nothing was sent');
      world.say('Neither errors nor throttles: the mappings are disabled. They are enabled again.');
      await world.break();
      await arrived(receiver, 1);
    };
  },
};

export const webhookMalformed: Drill = {
  name: 'webhook-malformed',
  sections: ['FirstAttemptsDeadLetters', 'SlowLaneDeadLetters', 'Failed messages'],
  alarms: ['FirstAttemptsDeadLetters', 'SlowLaneDeadLetters'],
  cause: 'The item of a webhook is malformed, as after a change by hand: its description is a number.',
  async begin(world) {
    const room = await world.room();
    const receiver = await world.receiver();
    const webhookId = await createWebhook(room, receiver);
    await world.break({ kind: 'mapping', function: 'FirstAttemptsSigner' });
    await postEvents(room);
    await waitsIn(world, 'FirstAttemptsQueueUrl');
    await setDescription(world, room, webhookId, 7);
    await world.break();
    await world.alarm('FirstAttemptsDeadLetters', 'ALARM');
    await postEvents(room);
    return async () => {
      const failures = await listed(world, ['FirstAttemptsDeadLetters', 'SlowLaneDeadLetters']);
      for (const { reason } of failures) check(reason.includes('malformed'), `the reason is the item: ${reason}`);
      world.say('The item is repaired.');
      await setDescription(world, room, webhookId, 'repaired');
      await retriedAll(world, () => arrived(receiver, 2));
    };
  },
};

/** Waits until a queue has a message. */
async function waitsIn({ cloud }: World, output: string): Promise<void> {
  const client = new SQSClient(localClientSettings(cloud.endpoints.sqs));
  const queue = { QueueUrl: cloud.outputs[output], AttributeNames: ['ApproximateNumberOfMessages' as const] };
  try {
    await eventually(async () => {
      const { Attributes } = await client.send(new GetQueueAttributesCommand(queue));
      check(Attributes?.ApproximateNumberOfMessages !== '0', `${output} has a message`);
    }, 30_000);
  } finally {
    client.destroy();
  }
}

async function setDescription(
  { cloud }: World,
  { networkId }: Room,
  webhookId: string,
  description: string | number,
): Promise<void> {
  const { client, tables } = cloud.connection;
  await client.send(
    new UpdateCommand({
      TableName: tables.webhooks,
      Key: { networkId, webhookId },
      UpdateExpression: 'SET description = :to',
      ExpressionAttributeValues: { ':to': description },
    }),
  );
}
