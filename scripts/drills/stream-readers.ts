import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { checkActivity, checkArrived, createWebhook, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';
import { listed, retriedAll } from './failed-messages.ts';

const bothQueues = ['RecordActivityOnFailureQueue', 'FanOutOnFailureQueue'];
/** Each holds up its shard until its retries end. */
const EVENTS = 10;

export const readersBlocked: Drill = {
  name: 'stream-readers-blocked',
  sections: ['RecordActivityLate', 'FanOutLate', 'RecordActivityGaveUp', 'FanOutGaveUp', 'Failed messages'],
  alarms: ['RecordActivityGaveUp', 'FanOutGaveUp', 'RecordActivityLate', 'FanOutLate'],
  cause:
    'RecordActivity may not write to its table, and FanOut may not send to its queues, as after a deployment that lacks both permissions.',
  async begin(world) {
    const room = await world.room();
    const receiver = await world.receiver();
    await createWebhook(room, receiver);
    const error = 'AccessDeniedException';
    await world.break(
      { kind: 'call', function: 'RecordActivity', service: 'dynamodb', error },
      { kind: 'call', function: 'FanOut', service: 'sqs', error },
    );
    await postEvents(room, EVENTS);
    return async () => {
      for (const log of ['Activity-RecordActivity', 'Delivery-FanOut']) {
        const message = 'A stream record could not be handled.';
        const line = await world.logged(log, (one) => at(one, 'message.message') === message);
        const number = at(line, 'message.sequenceNumber');
        world.say(`${log}: record ${number}: ${JSON.stringify(at(line, 'message.error')).slice(0, 120)}`);
      }
      await listed(world, bothQueues);
      await world.break();
      await retriedAll(world, async () => {
        await checkActivity(room, EVENTS);
        checkArrived(receiver, EVENTS);
      });
    };
  },
};

export const recordSetAside: Drill = {
  name: 'event-malformed',
  sections: ['RecordActivityGaveUp', 'FanOutGaveUp', 'Failed messages'],
  alarms: ['RecordActivityGaveUp', 'FanOutGaveUp'],
  cause: "An event's item in the events table is malformed, as after a repair by hand.",
  async begin(world) {
    const room = await world.room();
    const receiver = await world.receiver();
    await createWebhook(room, receiver);
    const { connection, outputs } = world.cloud;
    const [eventId, acceptedAt] = ['event-by-hand', new Date().toISOString()];
    const data = { posts: [{ postId: 'p' }], reactor: { reactionId: 'r', reactionName: 'like', userId: 'user' } };
    const event = 'v3.post.didAddReaction';
    const store = (body: unknown) =>
      connection.client.send(
        new PutCommand({
          TableName: outputs['EventsTableName'],
          Item: {
            ...{ networkId_eventId: `${room.networkId}_${eventId}`, networkId: room.networkId, eventId },
            ...{ event, body, occurredAt: acceptedAt, acceptedAt },
          },
        }),
      );
    await store(7);
    return async () => {
      const failures = await listed(world, bothQueues);
      for (const { reason } of failures) {
        check(reason === 'ValiError: body.S is malformed', `the reason is the field: ${reason}`);
      }
      await world.ctl('redrive', 'show', failures[0]?.id ?? '');
      world.say('The item is repaired.');
      await store(JSON.stringify({ event, data }));
      await retriedAll(world, async () => {
        await checkActivity(room, 1);
        checkArrived(receiver, 1);
      });
    };
  },
};
