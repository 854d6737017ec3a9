import { createHash, randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import type { wholeBatch } from '../../lambdas/shared/stream.ts';
import { setFunctionVariables } from '../support/functions.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { recordOf } from '../support/samples.ts';
import { connection, createNetwork } from '../support/service.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const Entry = v.object({ Id: v.string(), MessageBody: v.string(), MessageGroupId: v.string() });
const Batch = v.object({ Entries: v.array(Entry) });

/** A queue that never accepts messages with the text `refused`. */
const startQueue = (): Promise<Receiver> =>
  startReceiver((response, { body }) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    const { Entries } = v.parse(Batch, JSON.parse(`${body}`));
    const [Failed, Successful] = [true, false].map((isRefused) =>
      Entries.filter(({ MessageBody }) => MessageBody.includes('refused') === isRefused).map(({ Id, MessageBody }) => ({
        Id,
        ...(isRefused
          ? { Code: 'InternalError', SenderFault: false }
          : { MessageId: Id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') }),
      })),
    );
    response.end(JSON.stringify({ Failed, Successful }));
  });

describe('fan-out', () => {
  let queue: Receiver;
  let fanOut: ReturnType<typeof wholeBatch>;
  beforeAll(async () => {
    queue = await startQueue();
    setFunctionVariables({
      // The queues are the receiver's.
      AWS_ENDPOINT_URL_SQS: '',
      FIRST_ATTEMPTS_QUEUE_URL: `${queue.url}/fast`,
      SLOW_LANE_QUEUE_URL: `${queue.url}/slow`,
      SLOW_LANE_DEAD_LETTER_QUEUE_URL: `${queue.url}/dead-letters`,
      ON_FAILURE_QUEUE_URL: `${queue.url}/on-failure`,
      NOTICES_QUEUE_URL: `${queue.url}/notices`,
      METRICS_NAMESPACE: 'SocialPlatformServices/test',
    });
    fanOut = (await import('../../lambdas/delivery/fan-out.ts')).handler;
  });
  afterAll(async () => {
    await queue.stop();
  });

  test('reports an event with a message that SQS keeps refusing, and sends the messages of others once', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const admin = await adminOf(networkId);
    for (let n = 0; n < 2; n++) await create(admin);
    const [accepted, refused] = [`accepted-${randomUUID()}`, `refused-${randomUUID()}`];
    const records = [recordOf(networkId, accepted, '1'), recordOf(networkId, refused, '2')];
    const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await fanOut({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(output.mock.calls.map(([line]) => JSON.parse(`${line}`))).toMatchObject([{ DeliveriesCreated: 2 }]);
    output.mockRestore();
    const sent = queue.requests.map(({ body }) => `${body}`);
    expect(sent.filter((body) => body.includes(accepted))).toHaveLength(1);
    expect(sent.filter((body) => body.includes(refused))).toHaveLength(3);
  });

  test('sends a body of up to 16,384 characters with the message, and leaves a larger one in the outbox', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    await create(await adminOf(networkId));
    const [small, large] = ['a'.repeat(16_384), 'b'.repeat(16_385)];
    const records = [
      recordOf(networkId, 'small', '3', { body: small }),
      recordOf(networkId, 'large', '4', { body: large }),
    ];
    const before = queue.requests.length;
    expect(await fanOut({ Records: records })).toEqual({ batchItemFailures: [] });
    const sent = queue.requests.slice(before).flatMap(({ body }) => v.parse(Batch, JSON.parse(`${body}`)).Entries);
    const messages = new Map(sent.map(({ MessageBody }) => [JSON.parse(MessageBody).eventId, JSON.parse(MessageBody)]));
    expect(messages.get('small')).toMatchObject({ body: small });
    expect(messages.get('large')).not.toHaveProperty('body');
  });

  test('sends the messages of a network with few of them among the first, whatever else is in the batch', async () => {
    const [busy, quiet] = [
      await createNetwork({ features: ['webhooks'] }),
      await createNetwork({ features: ['webhooks'] }),
    ];
    for (const networkId of [busy, quiet]) await create(await adminOf(networkId));
    const before = queue.requests.length;
    const flood = Array.from({ length: 97 }, (_, n) => recordOf(busy, `busy-${n}`, `${100 + n}`));
    const late = [0, 1, 2].map((n) => recordOf(quiet, `quiet-${n}`, `${197 + n}`));
    expect(await fanOut({ Records: [...flood, ...late] })).toEqual({ batchItemFailures: [] });
    const sent = queue.requests.slice(before).map(({ body }) => v.parse(Batch, JSON.parse(`${body}`)).Entries);
    // The very first event to a new webhook is in the other lane.
    const first = sent.find((entries) => entries.some(({ MessageBody }) => MessageBody.includes('busy-1"')));
    expect(first?.slice(0, 4).map(({ MessageGroupId }) => MessageGroupId)).toEqual([busy, quiet, busy, quiet]);
  });

  test.each([
    ['well-formed', ''],
    ['malformed', 7],
  ])(
    'sends a notice to webhooks that ask for it, but never to the one it is about, if its item is %s',
    async (_, description) => {
      const networkId = await createNetwork({ features: ['webhooks'] });
      const admin = await adminOf(networkId);
      const [about, asking, deaf] = [
        await create(admin, { events: ['webhook.*'] }),
        await create(admin, { events: ['webhook.didGoDown'] }),
        await create(admin, { events: ['*'] }),
      ];
      const { client, tables } = connection();
      await client.send(
        new UpdateCommand({
          TableName: tables.webhooks,
          Key: { networkId, webhookId: about.webhookId },
          UpdateExpression: 'SET description = :description',
          ExpressionAttributeValues: { ':description': description },
        }),
      );
      const webhook = { webhookId: about.webhookId, host: 'example.com', description: '' };
      const body = JSON.stringify({ event: 'webhook.didGoDown', data: { webhook, since: new Date().toISOString() } });
      const eventId = `notice-${about.webhookId}-1`;
      const record = recordOf(networkId, eventId, '200', { body, event: 'webhook.didGoDown' });
      const before = queue.requests.length;
      expect(await fanOut({ Records: [record] })).toEqual({ batchItemFailures: [] });
      const sent = queue.requests.slice(before).map((request) => `${request.body}`);
      const isSentTo = ({ webhookId }: { webhookId: string }) =>
        sent.some((text) => text.includes(`\\"webhookIds\\":[\\"${webhookId}\\"]`));
      expect([about, asking, deaf].map(isSentTo)).toEqual([false, true, false]);
      const mailed = sent.filter((text) => text.includes('/notices"'));
      expect(
        mailed.map((text) =>
          v.parse(Batch, JSON.parse(text)).Entries.map(({ MessageBody }) => JSON.parse(MessageBody)),
        ),
      ).toEqual([[{ networkId, eventId, at: expect.any(String), body }]]);
    },
  );

  test('reports a notice that the queue of mails does not accept', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const webhook = { webhookId: `wh_${'0'.repeat(32)}`, host: 'refused.example.com', description: '' };
    const body = JSON.stringify({ event: 'webhook.didGoDown', data: { webhook, since: new Date().toISOString() } });
    const record = recordOf(networkId, 'notice-2', '201', { body, event: 'webhook.didGoDown' });
    expect(await fanOut({ Records: [record] })).toEqual({ batchItemFailures: [{ itemIdentifier: '201' }] });
  });
});
