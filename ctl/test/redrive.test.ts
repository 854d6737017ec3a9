import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { credentialsOf } from '@social-platform-services/local/aws-clients';
import * as v from 'valibot';
import type { LaneMessage } from '../../lambdas/deliveries/messages.ts';
import { startReceiver } from '../../test/support/receivers/http-receivers.ts';
import type { Receiver } from '../../test/support/receivers/listening.ts';
import { connectToFailures, type FailureConnection, type FailureQueue } from '../redrive/connection.ts';
import { explain } from '../redrive/failed-message.ts';
import { retryFailures } from '../redrive/redrive.ts';
import { retryMessage } from '../redrive/retry.ts';

const stream: FailureQueue = { kind: 'stream', name: 'FanOutOnFailureQueue', url: 'u', reader: 'r' };
const lane: FailureQueue = { kind: 'lane', name: 'SlowLaneDeadLetters', url: 'u', lane: 'l' };
const notices: FailureQueue = {
  kind: 'notices',
  name: 'NoticesDeadLetters',
  url: 'u',
  lane: 'l',
  sender: 'NoticeMails',
};
const expiresAt = new Date('2026-01-15T00:00:00Z');

const explained = (queue: FailureQueue, body: string | object, reason?: string) =>
  explain({
    queue,
    id: 'id',
    receiptHandle: 'handle',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    reason,
    group: undefined,
    sentAt: new Date('2026-01-01T00:00:00Z'),
    expiresAt,
  });

/** See https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html, with another condition if given. */
const ofLambda = (condition = 'RetryAttemptsExhausted') => ({
  requestContext: {
    requestId: '316aa6d0-8154-xmpl-9af7-85d5f4a6bc81',
    functionArn: 'arn:aws:lambda:us-east-2:123456789012:function:myfunction:$LATEST',
    condition,
    approximateInvokeCount: 1,
  },
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  version: '1.0',
  timestamp: '2019-11-14T00:13:49.717Z',
  DDBStreamBatchInfo: {
    shardId: 'shardId-00000001573689847184-864758bb',
    startSequenceNumber: '800000000003126276362',
    endSequenceNumber: '800000000003126276362',
    approximateArrivalOfFirstRecord: '2019-11-14T00:13:19Z',
    approximateArrivalOfLastRecord: '2019-11-14T00:13:25Z',
    batchSize: 1,
    streamArn: 'arn:aws:dynamodb:us-east-2:123456789012:table/mytable/stream/2019-11-14T00:04:06.388',
  },
});

describe('an explanation of a failed message', () => {
  test.each([
    ['RetryAttemptsExhausted', /^The function failed 1 times: /],
    ['RecordAgeExceeded', /^The records were too old when their turn came: /],
    ['Other', /^Other: /],
  ])('of Lambda with the condition %s names the records, and when they leave the stream', (condition, reason) => {
    expect(explained(stream, ofLambda(condition))).toMatchObject({
      content: { kind: 'batch' },
      what: '1 stream records, 800000000003126276362 to 800000000003126276362 of shardId-00000001573689847184-864758bb',
      reason: expect.stringMatching(reason),
      until: new Date('2019-11-15T00:13:19Z'),
    });
  });

  test('of a reader names the event, and the reader’s reason', () => {
    const key = { networkId_eventId: { S: 'acme_e1' } };
    expect(explained(stream, { kind: 'record-set-aside', key, reason: 'Error: full' })).toMatchObject({
      content: { kind: 'record', key },
      what: 'event acme_e1',
      reason: 'Error: full',
      until: expiresAt,
    });
  });

  test.each(['', '{"kind":', '{}', { ...ofLambda(), DDBStreamBatchInfo: {} }])(
    'of anything else in an on-failure queue says that its form is unknown: %j',
    (body) => {
      const explanation = explained(stream, body);
      expect(explanation).toMatchObject({ what: 'unknown', until: expiresAt });
      expect(explanation.content).toBeUndefined();
    },
  );

  const webhook = { networkId: 'acme', webhookId: 'wh_1' };
  /** One of each kind that there is. */
  const ofLanes: Readonly<Record<LaneMessage['kind'], readonly [object, string]>> = {
    deliver: [
      { ...webhook, deliveryId: 'd1', eventId: 'e1', attempt: 2 },
      'attempt 2 of delivery d1: event e1 to wh_1',
    ],
    event: [{ networkId: 'acme', webhookIds: ['wh_1', 'wh_2'], eventId: 'e1' }, 'event e1 to wh_1, wh_2'],
    backlog: [webhook, 'a turn of the backlog of wh_1'],
    recover: [{ ...webhook, since: 'A', until: 'B' }, 'a recovery of wh_1, A to B'],
    stopRecoveries: [{ ...webhook, askedAt: 'A' }, 'stopping the recoveries of wh_1 that were requested until A'],
  };
  test.each([
    ...Object.entries(ofLanes).map(([kind, [message, what]]): [object | string, string] => [
      { kind, ...message },
      what,
    ]),
    ['text', 'a message in an unknown form'],
  ])('of a dead letter names the delivery: %j', (body, what) => {
    const reason = expect.stringMatching(/^No signer could handle it in ten tries/);
    expect(explained(lane, body)).toMatchObject({ what, reason, until: expiresAt });
  });

  test('of a dead letter has the reason of its sender, if it has one', () => {
    expect(explained(lane, '{}', 'malformed')).toMatchObject({ reason: 'malformed' });
  });
});

test('A dead letter of notices names the network, and when the notice was made', () => {
  const at = '2026-01-01T00:00:00.000Z';
  expect(explained(notices, { networkId: 'acme', eventId: 'event', at, body: '{}' })).toMatchObject({
    what: `a notice of ${at} to the network acme`,
    reason: 'It could not be sent by e-mail for four hours: the log of NoticeMails has the error.',
    until: expiresAt,
  });
  expect(explained(notices, 'text').what).toBe('a message in an unknown form');
});

/** A retried delivery keeps its message group. A stub replaces SQS: the emulator's standard queues have no groups. */
const body = JSON.stringify({ kind: 'backlog', webhookId: 'wh_1' });
const Request = v.looseObject({
  QueueUrl: v.optional(v.string(), ''),
  MessageSystemAttributeNames: v.optional(v.array(v.string()), []),
  MessageGroupId: v.optional(v.string()),
  Records: v.optional(v.array(v.unknown()), []),
});

/** Large new items in the stream, and one that was only changed. */
const inStream = Array.from({ length: 31 }, (_, n) => {
  const NewImage = { id: { S: `${n}` }, body: { S: 'x'.repeat(256 * 1024) } };
  return { eventName: n === 7 ? 'MODIFY' : 'INSERT', dynamodb: { SequenceNumber: `${n}`, NewImage } };
});
const given: (readonly unknown[])[] = [];
const readAt: number[] = [];

/** A dead letter of group wh_1 waits in the queue `dead`. As in SQS, attributes are returned to those who ask. */
function respond(
  target: string,
  { QueueUrl, MessageSystemAttributeNames: asked, MessageGroupId, Records }: v.InferOutput<typeof Request>,
) {
  const attributes = { SentTimestamp: '1700000000000', MessageGroupId: 'wh_1' };
  const Attributes = Object.fromEntries(Object.entries(attributes).filter(([name]) => asked.includes(name)));
  const message = { MessageId: 'm1', ReceiptHandle: 'r1', Body: body, MD5OfBody: hash('md5', body), Attributes };
  switch (target) {
    case 'AmazonSQS.GetQueueAttributes':
      return { Attributes: { MessageRetentionPeriod: '3600' } };
    case 'AmazonSQS.ReceiveMessage':
      return QueueUrl.endsWith('/dead') && !isDeleted ? { Messages: [message] } : {};
    case 'AmazonSQS.DeleteMessage':
      isDeleted = true;
      return {};
    case 'AmazonSQS.SendMessage':
      sent.push({ queue: QueueUrl.split('/').at(-1), group: MessageGroupId });
      return { MessageId: 'm2', MD5OfMessageBody: hash('md5', body) };
    case 'DynamoDBStreams_20120810.GetShardIterator':
      return { ShardIterator: 'first' };
    case 'DynamoDBStreams_20120810.GetRecords':
      readAt.push(performance.now());
      return { Records: readAt.length < 3 ? [] : inStream, NextShardIterator: 'next' };
    // A call of a function.
    case 'undefined':
      given.push(Records);
      return { batchItemFailures: [] };
    default:
      throw new Error(`An unexpected ${target}`);
  }
}

const sent: { queue: string | undefined; group: string | undefined }[] = [];
let isDeleted = false;
let aws: Receiver;
let connection: FailureConnection;
beforeAll(async () => {
  aws = await startReceiver((response, { headers, body: sent }) => {
    const answer = respond(`${headers['x-amz-target']}`, v.parse(Request, JSON.parse(`${sent}`)));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  const url = new URL(aws.url).origin;
  const outputs = {
    ApiUrl: url,
    EventsTableName: 'events',
    RecordActivityFunctionName: 'RecordActivity',
    RecordActivityOnFailureQueueUrl: `${url}/1/none`,
    FanOutFunctionName: 'FanOut',
    FanOutOnFailureQueueUrl: `${url}/1/none`,
    FirstAttemptsQueueUrl: `${url}/1/first`,
    FirstAttemptsDeadLettersUrl: `${url}/1/none`,
    SlowLaneQueueUrl: `${url}/1/slow`,
    SlowLaneDeadLettersUrl: `${url}/1/dead`,
  };
  connection = connectToFailures({
    region: 'eu-west-1',
    endpoints: { dynamodb: url },
    credentials: credentialsOf('key'),
    outputs,
  });
});
afterAll(() => {
  for (const client of [connection.sqs, connection.lambda, connection.streams, connection.dynamodb]) client.destroy();
  return aws.stop();
});

test('a retried delivery goes back to its lane in the group of its webhook', async () => {
  const { results } = await retryFailures(connection, ['m1', 'm1'], { scan: false });
  expect(results.map(({ problem }) => problem)).toEqual([undefined]);
  expect(sent).toEqual([{ queue: 'slow', group: 'wh_1' }]);
  expect(isDeleted).toBe(true);
});

test('a batch of new items goes to its reader in calls that Lambda takes, which are those of at most 6 MB', async () => {
  const batch = ofLambda();
  Object.assign(batch.DDBStreamBatchInfo, { startSequenceNumber: '0', endSequenceNumber: '30' });
  await retryMessage(connection, explained(stream, batch), { scan: false });
  expect(given.flat()).toHaveLength(30);
  // Two functions may read a shard, and this is a third: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
  expect(readAt).toHaveLength(3);
  for (const [index, at] of readAt.slice(1).entries()) expect(at - (readAt[index] ?? 0)).toBeGreaterThan(245);
  for (const Records of given) expect(JSON.stringify({ Records, redrive: true }).length).toBeLessThan(6_000_000);
});
