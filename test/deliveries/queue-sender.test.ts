import { createHash } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { backlogMessage, eventMessages, firstAttempt, recoverMessage } from '../../lambdas/deliveries/messages.ts';
import { QueueUnavailableError, queueSender, sendAllOrThrow } from '../../lambdas/deliveries/queue-sender.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { webhookOfTests } from '../support/samples.ts';

const Batch = v.object({
  Entries: v.array(
    v.object({
      Id: v.string(),
      MessageBody: v.string(),
      MessageGroupId: v.string(),
      DelaySeconds: v.optional(v.number()),
    }),
  ),
});
type Entry = v.InferOutput<typeof Batch>['Entries'][number];
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/**
 * A queue that refuses single messages: those with the token `refused` always, those with `later` twice; and a whole
 * batch with one that is `unavailable`.
 */
function startQueue(): Promise<Receiver> {
  let seen = 0;
  return startReceiver((response, { body }) => {
    const { Entries } = v.parse(Batch, JSON.parse(`${body}`));
    const has = (token: string) => (entry: Entry) => entry.MessageBody.includes(token);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    if (Entries.some(has('unavailable'))) return response.writeHead(400).end('{"__type":"QueueDoesNotExist"}');
    if (Entries.some(has('later'))) seen += 1;
    const isRefused = (entry: Entry) => has('refused')(entry) || (has('later')(entry) && seen <= 2);
    const Failed = Entries.filter(isRefused).map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false }));
    const Successful = Entries.filter((entry) => !isRefused(entry)).map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: md5(MessageBody),
    }));
    return response.end(JSON.stringify({ Failed, Successful }));
  });
}

const messageOf = (token: string) => ({
  message: { kind: 'backlog', networkId: v.parse(NetworkId, 'demo'), webhookId: token } as const,
});

describe('messages to a lane', () => {
  let queue: Receiver;
  let sqs: SQSClient;
  beforeAll(async () => {
    queue = await startQueue();
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    sqs = new SQSClient({ endpoint: queue.url, region: 'us-east-1', credentials });
  });
  afterAll(async () => {
    sqs.destroy();
    await queue.stop();
  });

  test('that SQS refuses are named, and no others', async () => {
    const messages = ['1', 'refused-2', '3', 'refused-4'].map(messageOf);
    expect(await queueSender(queue.url, sqs)(messages)).toEqual(new Set([messages[1], messages[3]]));
  });

  test('that SQS refuses twice are sent a third time, without those that it accepted', async () => {
    const before = queue.requests.length;
    expect(await queueSender(queue.url, sqs)(['1', 'later-2', 'later-3'].map(messageOf))).toEqual(new Set());
    const sent = queue.requests.slice(before).map(({ body }) => v.parse(Batch, JSON.parse(`${body}`)).Entries.length);
    expect(sent).toEqual([3, 2, 2]);
  });

  test('whose batch could not be sent are named, while other batches arrive', async () => {
    const messages = [...Array(10).fill('taken'), 'unavailable', 'with it'].map(messageOf);
    expect(await queueSender(queue.url, sqs)(messages)).toEqual(new Set(messages.slice(10)));
  });

  test('are sent in at most 16 batches at a time, so that their texts take bounded memory', async () => {
    const before = queue.requests.length;
    expect(await queueSender(queue.url, sqs)(Array(400).fill(messageOf('1')))).toEqual(new Set());
    expect(queue.requests.length - before).toBe(40);
    expect(queue.openConnections()).toBeLessThanOrEqual(16);
  });

  test('are sent with their delay, as many together as fit into a megabyte', async () => {
    const before = queue.requests.length;
    const messages = Array.from({ length: 10 }, (_, n) => ({ ...messageOf('é'.repeat(60_000)), delaySeconds: n }));
    expect(await queueSender(queue.url, sqs)(messages)).toEqual(new Set());
    const sent = queue.requests.slice(before).map(({ body }) => v.parse(Batch, JSON.parse(`${body}`)).Entries);
    expect(sent.map(({ length }) => length).toSorted()).toEqual([2, 8]);
    const delays = sent.flat().map(({ DelaySeconds = 0 }) => DelaySeconds);
    expect(delays.toSorted()).toEqual(messages.map(({ delaySeconds }) => delaySeconds));
  });

  test('that must all be taken throw where one is not', async () => {
    const send = queueSender(queue.url, sqs);
    await sendAllOrThrow(send, [messageOf('1'), messageOf('2')]);
    await expect(sendAllOrThrow(send, [messageOf('1'), messageOf('refused-2')])).rejects.toThrow(QueueUnavailableError);
  });

  test('are a group by network, and those that are sent again on request another one', async () => {
    const before = queue.requests.length;
    const webhook = { networkId: v.parse(NetworkId, 'demo'), webhookId: newWebhookId() };
    const range = {
      since: '2030-01-01T00:00:00.000Z',
      until: '2030-01-02T00:00:00.000Z',
      askedAt: '2030-01-01T00:00:00.000Z',
      state: 'failed',
    } as const;
    const event = { ...webhook, eventId: v.parse(EventId, 'event'), event: 'a', body: '', acceptedAt: range.since };
    const events = eventMessages({ ...event, occurredAt: range.since }, [webhook]);
    await queueSender(
      queue.url,
      sqs,
    )([
      ...[messageOf('one'), ...events.map((message) => ({ message })), recoverMessage(webhook, range)],
      { message: { ...firstAttempt(event, webhook.webhookId), generation: 1 } },
    ]);
    const sent = queue.requests.slice(before).flatMap(({ body }) => v.parse(Batch, JSON.parse(`${body}`)).Entries);
    expect(sent.map(({ MessageGroupId }) => MessageGroupId)).toEqual(['demo', 'demo', 'demo.again', 'demo.again']);
  });
});

/** The trace of a call goes with the messages that it sends (docs/design.md#metrics-and-traces). */
test('SQS gets the trace header of the call that sends messages, from the SDK itself', async () => {
  const queue = await startReceiver((response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{"Successful":[],"Failed":[]}');
  });
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  Object.assign(process.env, {
    AWS_LAMBDA_FUNCTION_NAME: 'FanOut',
    _X_AMZN_TRACE_ID: trace,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL_SQS: queue.url,
  });
  await queueSender(`${queue.url}/slow`)([backlogMessage(webhookOfTests())]);
  expect(queue.requests.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual([trace]);
  await queue.stop();
});
