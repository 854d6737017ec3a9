import { randomUUID } from 'node:crypto';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { localClientSettings } from '@social-platform-services/local/aws-clients';
import { sendFailureMessage } from '@social-platform-services/local/event-sources/event-sources';
import { type StreamRecord, streamRecord } from '@social-platform-services/local/event-sources/records';
import { findStream, StreamTail } from '@social-platform-services/local/event-sources/stream-tail';
import * as v from 'valibot';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import { ctlHere, type Run } from '../../test/support/ctl.ts';
import { closeFailures, failuresWith, openFailures, redriven, retried } from '../../test/support/failed-messages.ts';
import {
  cloud,
  connection,
  createNetwork,
  dataFolder,
  eventually,
  serverOf,
  userOf,
} from '../../test/support/service.ts';
import type { FailureConnection } from '../redrive/connection.ts';
import { eraseAll } from '../user-data.ts';

const ME = v.parse(UserId, 'me');
const reaction = {
  event: 'v3.post.didAddReaction',
  data: { posts: [{ postId: 'p' }], reactor: { reactionId: 'r', reactionName: 'like', userId: ME } },
};

let failures: FailureConnection;
let networkId: NetworkId;
beforeAll(() => {
  failures = openFailures();
});
beforeEach(async () => {
  networkId = await createNetwork({ features: ['userActivity'] });
});
afterAll(() => closeFailures(failures));

const output = (name: string): string => cloud().outputs[name] ?? '';

/** Runs `ctl redrive …` as soon as no other test is reading the messages. */
const ctl = (...words: string[]): Promise<Run> =>
  eventually(async () => {
    const run = await ctlHere(['redrive', ...words, '--data', dataFolder()]);
    expect(run.stderr).not.toContain('another command');
    return run;
  });

async function hasActivity(count: number): Promise<void> {
  const user = await userOf(networkId, ME);
  await eventually(async () => {
    const { body } = await user('GET', '/user-activities');
    expect(v.parse(v.object({ data: v.array(v.unknown()) }), body).data).toHaveLength(count);
  });
}

/** Stores an event of the network, as its ingest does. */
const store = (eventId: string, body: unknown, acceptedAt: string) =>
  connection().client.send(
    new PutCommand({
      TableName: output('EventsTableName'),
      Item: {
        networkId_eventId: `${networkId}_${eventId}`,
        networkId,
        eventId,
        event: reaction.event,
        body,
        occurredAt: acceptedAt,
        acceptedAt,
      },
    }),
  );

/** Sends what Lambda sends when RecordActivity failed to handle records, and returns that failed message. */
async function giveUp(records: readonly StreamRecord[], shardId: string, streamArn: string) {
  const requestId = randomUUID();
  const part = { records, condition: 'RetryAttemptsExhausted', attempts: 11, requestId, reason: '' } as const;
  const origin = { functionArn: output('RecordActivityFunctionName'), streamArn, shardId };
  await sendFailureMessage(failures.sqs, output('RecordActivityOnFailureQueueUrl'), part, origin);
  return await failuresWith(failures, requestId, 1);
}

/** Finds an event's record in the stream. */
async function inStream(eventKey: string) {
  const client = new DynamoDBStreamsClient(localClientSettings(cloud().endpoints.dynamodb, cloud().credentials));
  const stream = await findStream(client, output('EventsTableName'));
  try {
    for await (const { shardId, records } of new StreamTail(stream).pages()) {
      const found = records.find(({ dynamodb }) => dynamodb?.Keys?.['networkId_eventId']?.S === eventKey);
      if (found) return { record: streamRecord(found, stream.arn), shardId, streamArn: stream.arn };
    }
  } finally {
    client.destroy();
  }
  throw new Error(`${eventKey} is not in the stream.`);
}

test('a record that was set aside fails again while it is malformed, and is recorded once it is repaired', async () => {
  const [eventId, acceptedAt] = [`redriven-${randomUUID()}`, new Date().toISOString()];
  await store(eventId, 7, acceptedAt);
  const both = await failuresWith(failures, eventId, 2);
  expect(await retried(failures, both)).toEqual([
    expect.stringMatching(/^1 of 1 events failed again\. .*: ValiError: body\.S is malformed Repair/),
    expect.any(String),
  ]);
  await store(eventId, JSON.stringify(reaction), acceptedAt);
  await redriven(failures, both);
  await hasActivity(1);
});

test('a batch that Lambda gave up is read from the stream again, exactly, and its message is deleted', async () => {
  const ids = ['1', '2', '3', '4'];
  await (await serverOf(networkId))('POST', '/events', { events: ids.map((id) => ({ ...reaction, id })) });
  await hasActivity(4);
  await eraseAll(connection(), { networkId, userId: ME });
  const found = await Promise.all(ids.map((id) => inStream(`${networkId}_${id}`)));
  found.sort((one, other) => (one.record.sequenceNumber < other.record.sequenceNumber ? -1 : 1));
  const [, second, third] = found;
  if (second === undefined || third === undefined) throw new Error('unreachable');
  const { shardId, streamArn } = second;
  const [first, last] = [second.record, third.record];
  const [failed] = await giveUp([first, last], shardId, streamArn);
  expect(failed).toMatchObject({
    what: `2 stream records, ${first.sequenceNumber} to ${last.sequenceNumber} of ${shardId}`,
    reason: expect.stringMatching(/^The function failed 11 times/),
  });
  const { stdout } = await ctl('retry', `${failed?.held.id}`, '--json');
  expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ id: failed?.held.id, retried: true })]);
  await hasActivity(2);
});

test('a batch that the stream no longer has is read from the events table on request', async () => {
  // Events of other tests are not of this time, so they are not repeated.
  const createdAt = Date.UTC(2024, 0, 1) + Math.floor(Math.random() * 3e10);
  // It is in the stream some moments after its acceptance.
  await store(randomUUID(), JSON.stringify(reaction), new Date(createdAt - 2_000).toISOString());
  await hasActivity(1);
  await eraseAll(connection(), { networkId, userId: ME });
  const { arn: streamArn } = await findStream(failures.streams, output('EventsTableName'));
  const failed = await giveUp(
    [{ sequenceNumber: '1'.padStart(21, '0'), createdAt, json: {} }],
    'shardId-00000000000000000000-deleted0',
    streamArn,
  );
  expect(await retried(failures, failed)).toEqual([expect.stringMatching(/^The stream no longer has .* Add --scan/)]);
  await redriven(failures, failed, true);
  await hasActivity(1);
});

test('a message is deleted by hand only with --yes, and shown before', async () => {
  const body = { unknown: randomUUID() };
  const queue = output('RecordActivityOnFailureQueueUrl');
  await failures.sqs.send(new SendMessageCommand({ QueueUrl: queue, MessageBody: JSON.stringify(body) }));
  const [failed] = await failuresWith(failures, body.unknown, 1);
  const id = `${failed?.held.id}`;
  const refused = await ctl('discard', id, '--json');
  expect(refused).toMatchObject({ code: 2, stderr: 'Nothing was deleted. To delete this message, add --yes.\n' });
  expect(JSON.parse(refused.stdout)).toMatchObject({ id, queue: 'RecordActivityOnFailureQueue', body });
  expect(await ctl('discard', id, '--yes')).toMatchObject({ code: 0, stderr: 'This message was deleted.\n' });
  // By then, a message that is still there is visible again.
  const later = { QueueUrl: queue, MessageBody: JSON.stringify(body), DelaySeconds: 2 };
  await failures.sqs.send(new SendMessageCommand(later));
  expect((await failuresWith(failures, body.unknown, 1)).map(({ held }) => held.id)).not.toContain(id);
});
