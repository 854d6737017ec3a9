/** Malformed items in tables, such as those of a mistake by hand: they affect nothing else, and what they miss is sent after a repair. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { localClientSettings } from '../../local/aws-clients.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { cloud, cloudVariables, connection, eventually } from '../support/service.ts';
import { arrived, kept, newRoom, numbered, numbersIn, post, webhookTo, withoutRepetitions } from './delivery-room.ts';

const Entry = v.object({
  name: v.string(),
  eventId: v.optional(v.string()),
  key: v.optional(v.object({ networkId_eventId: v.object({ S: v.string() }) })),
  reason: v.optional(v.string()),
  queueMessage: v.optional(v.string()),
});
const Line = v.pipe(v.string(), v.parseJson(), v.object({ message: Entry }));

/** Waits for the log entry of a function that has this text, and returns it. */
const logged = (title: string, text: string) =>
  eventually(() => {
    const log = readFileSync(join(process.env[cloudVariables.data] ?? '', 'logs', `${title}.log`), 'utf8');
    const [entry] = log.split('\n').flatMap((line) => {
      if (!line.includes(text)) return [];
      const parsed = v.safeParse(Line, line);
      return parsed.success ? [parsed.output.message] : [];
    });
    if (entry === undefined) throw new Error(`${title} has not logged ${text}`);
    return entry;
  });

test('events of a malformed webhook go to the others of its network, and to itself when it is repaired', async () => {
  const { admin, server, networkId } = await newRoom();
  const [good, bad] = await Promise.all([kept(startReceiver()), kept(startReceiver())]);
  await webhookTo(admin, good);
  const { webhookId } = await webhookTo(admin, bad);
  const setDescription = (description: string | number) =>
    connection().client.send(
      new UpdateCommand({
        TableName: connection().tables.webhooks,
        Key: { networkId, webhookId },
        UpdateExpression: 'SET description = :to',
        ExpressionAttributeValues: { ':to': description },
      }),
    );
  await setDescription(7);

  const [eventId] = await post(server, numbered(1));
  await arrived(good, 1);
  const entry = await logged('Delivery-FanOut', `"webhookId":"${webhookId}","eventId"`);
  expect(entry).toMatchObject({ name: 'delivery-set-aside', eventId });
  expect(bad.requests).toEqual([]);

  await setDescription('repaired');
  const sqs = new SQSClient(localClientSettings(cloud().endpoints.sqs));
  const QueueUrl = cloud().outputs['SlowLaneQueueUrl'];
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageGroupId: webhookId, MessageBody: entry.queueMessage }));
  sqs.destroy();
  expect(numbersIn(withoutRepetitions(await arrived(bad, 1)))).toEqual([0]);
  expect(withoutRepetitions(good.requests)).toHaveLength(1);
});

test('a malformed event is set aside by both readers, while events of others are delivered once', async () => {
  const { admin, server } = await newRoom();
  const receiver = await kept(startReceiver());
  await webhookTo(admin, receiver);
  const broken = `broken_${randomUUID()}`;
  const putBroken = connection().client.send(
    new PutCommand({
      TableName: cloud().outputs['EventsTableName'],
      Item: { networkId_eventId: broken, event: 'v3.post.didAddReaction' },
    }),
  );
  await Promise.all([putBroken, post(server, numbered(1))]);
  for (const reader of ['Delivery-FanOut', 'Activity-RecordActivity']) {
    expect(await logged(reader, broken)).toEqual({
      name: 'record-set-aside',
      key: { networkId_eventId: { S: broken } },
      reason: 'ValiError: networkId is malformed',
    });
  }
  await post(server, numbered(2).slice(1));
  const requests = withoutRepetitions(await arrived(receiver, 2));
  expect(numbersIn(requests).toSorted()).toEqual([0, 1]);
});
