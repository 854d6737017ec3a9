import { describe, expect, test } from '@jest/globals';
import type { FailureQueue } from '../../ctl/redrive/connection.ts';
import { explain } from '../../ctl/redrive/failed-message.ts';

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
    approximateArrivalOfLastRecord: '2019-11-14T00:13:19Z',
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
      expect(explained(stream, body)).toMatchObject({
        content: { kind: 'unknown' },
        what: 'unknown',
        until: expiresAt,
      });
    },
  );

  const webhook = { networkId: 'acme', webhookId: 'wh_1' };
  test.each([
    [
      { kind: 'deliver', ...webhook, deliveryId: 'd1', eventId: 'e1', attempt: 2 },
      'attempt 2 of delivery d1: event e1 to wh_1',
    ],
    [{ kind: 'backlog', ...webhook }, 'a turn of the backlog of wh_1'],
    [{ kind: 'recover', ...webhook, since: 'A', until: 'B' }, 'a recovery of wh_1, A to B'],
    ['text', 'a message in an unknown form'],
  ])('of a dead letter names the delivery: %j', (body, what) => {
    const reason = expect.stringMatching(/^No signer could handle it in ten tries/);
    expect(explained(lane, body)).toMatchObject({ content: { kind: 'delivery' }, what, reason, until: expiresAt });
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
