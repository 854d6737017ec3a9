import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { arrived, checkArrived, createWebhook, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { check } from './expectations.ts';
import { listed, retriedAll } from './failed-messages.ts';
import { hasMessage, hurryDeadLetters } from './queues.ts';
import type { Room, World } from './world.ts';

const EVENTS_UNTIL_OPEN = 12;

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
    await createWebhook(room, receiver);
    // The events of a disabled webhook are for the slow lane.
    const { status } = await room.admin('POST', '/webhooks', { url: receiver.url, enabled: false });
    check(status === 201, 'a disabled webhook is created');
    await postEvents(room);
    await hasMessage(world, 'FirstAttemptsQueueUrl');
    await hasMessage(world, 'SlowLaneQueueUrl');
    return async () => {
      check(receiver.requests.length === 0, 'nothing was sent');
      world.say('Neither errors nor throttles: the mappings are disabled. They are enabled again.');
      await world.break();
      await arrived(receiver, 1);
    };
  },
};

export const signersSlow: Drill = {
  name: 'signers-slow',
  sections: ['FirstAttemptsLate', 'FirstAttemptsDelayed'],
  alarms: ['FirstAttemptsLate', 'FirstAttemptsDelayed'],
  cause: 'Each call of FirstAttemptsSigner takes a second longer, which stands for two minutes here.',
  async begin(world) {
    const room = await world.room();
    const receiver = await world.receiver();
    await createWebhook(room, receiver);
    // Only an open receiver gets its first attempts in the fast lane.
    for (let count = 1; count <= EVENTS_UNTIL_OPEN; count += 1) {
      await postEvents(room);
      await arrived(receiver, count);
    }
    await world.break({ kind: 'invocation', function: 'FirstAttemptsSigner', outcome: 'slow' });
    const stop = world.load(() => postEvents(room));
    return async () => {
      world.say(
        'The mapping is enabled, and there are neither errors nor throttles: Duration is far above what it was.',
      );
      await world.break();
      const before = receiver.requests.length;
      await arrived(receiver, before + 1);
      await stop();
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
    await hasMessage(world, 'FirstAttemptsQueueUrl');
    await setDescription(world, room, webhookId, 7);
    // Ten receives in ten minutes are two, a second apart.
    const undo = await hurryDeadLetters(world, 'FirstAttemptsQueueUrl', 2, 1);
    await world.break();
    await world.alarm('FirstAttemptsDeadLetters', 'ALARM');
    await undo();
    await postEvents(room);
    return async () => {
      const failures = await listed(world, ['FirstAttemptsDeadLetters', 'SlowLaneDeadLetters']);
      const { reason = '' } = failures.find(({ queue }) => queue === 'SlowLaneDeadLetters') ?? {};
      check(reason.includes('malformed'), `the reason is the item: ${reason}`);
      world.say('The item is repaired.');
      await setDescription(world, room, webhookId, 'repaired');
      await retriedAll(world, () => checkArrived(receiver, 2));
    };
  },
};

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
