import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import {
  backlogMessage,
  type DeliverMessage,
  delayedRetry,
  messageOfText,
  messageText,
} from '../../lambdas/delivery/queue/messages.ts';
import { jobOf } from '../../lambdas/delivery/worker/jobs.ts';
import { anyText } from '../support/any-text.ts';

/** The characters that every implementation of SQS accepts: those of XML 1.0 below U+10000. */
const sqsText = /^[\t\n\r -\ud7ff\ue000-\ufffd]*$/;

const messageOf = (body: string): DeliverMessage => ({
  kind: 'deliver',
  networkId: v.parse(NetworkId, 'demo'),
  webhookId: 'wh_1',
  deliveryId: deliveryIdOf('demo', 'e1', 'wh_1', '2026-01-01T00:00:00.000Z'),
  eventId: v.parse(EventId, 'e1'),
  event: 'shop.didSell',
  acceptedAt: '2026-01-01T00:00:00.000Z',
  body,
  attempt: 1,
  generation: 0,
});

const first = messageOf('{}');

describe('messages', () => {
  test('can have any body, although a queue accepts only some characters', () => {
    const body = anyText.filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(body, (text) => {
        const message = messageOf(`${text}\ufffe\uffff\u0000`);
        const sent = messageText(message);
        expect(sent).toMatch(sqsText);
        expect(messageOfText(sent)).toEqual(message);
      }),
    );
  });

  test.each([
    ['has the body that was just sent', 'ü'.repeat(16_384), 'ü'.repeat(16_384)],
    ['leaves a large body to the outbox', 'ü'.repeat(16_385), undefined],
  ])('a retry %s', (_, body, inMessage) => {
    const at = Date.parse(first.acceptedAt);
    const delivery: Delivery = {
      ...{ ...newDelivery(first), attemptCount: 1, attemptsOnSchedule: 1 },
      next: { kind: 'at', at: new Date(at + 5_000).toISOString() },
    };
    expect(delayedRetry(delivery, body, at)).toEqual([
      { message: { ...first, attempt: 2, body: inMessage }, delaySeconds: 5 },
    ]);
  });

  test('wait in their queue for 15 minutes at most; a later retry waits in the table', () => {
    const [at, webhookId] = [Date.parse(first.acceptedAt), v.parse(WebhookId, `wh_${'a'.repeat(32)}`)];
    const delayed = (seconds: number) =>
      delayedRetry(
        { ...newDelivery(first), next: { kind: 'at', at: new Date(at + seconds * 1_000).toISOString() } },
        '',
        at,
      );
    expect([900, 901].map((seconds) => delayed(seconds).map(({ delaySeconds }) => delaySeconds))).toEqual([[900], []]);
    expect(backlogMessage({ networkId: first.networkId, webhookId }, 901)).toMatchObject({ delaySeconds: 900 });
  });

  test.each([
    ['for the first time', '1', false],
    ['again', '2', true],
  ])('received %s are known as such', (_, count, isRepeated) => {
    const attributes = {
      ApproximateReceiveCount: count,
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    };
    const rest = { receiptHandle: '', messageAttributes: {}, md5OfBody: '' };
    const source = { eventSource: 'aws:sqs', eventSourceARN: '', awsRegion: '' };
    const record = { messageId: '1', body: messageText(first), attributes, ...rest, ...source };
    expect(jobOf(record)).toEqual({ messageId: '1', message: first, isRepeated });
  });

  test('of another kind are refused', () => {
    expect(() => messageOfText('{"kind":"other"}')).toThrow();
    expect(() => messageOfText('nonsense')).toThrow();
  });
});
