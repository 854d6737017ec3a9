import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { type Delivery, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import {
  backlogMessage,
  delayedRetry,
  eventMessages,
  firstAttempt,
  messagesOfText,
  messageText,
} from '../../lambdas/deliveries/messages.ts';
import { jobsOf } from '../../lambdas/delivery/jobs.ts';
import { anyText } from '../support/any-text.ts';
import { recordOf } from '../support/delivery-world/lanes.ts';
import fc from '../support/fast-check.ts';

/** The characters that every implementation of SQS accepts: those of XML 1.0 below U+10000. */
const sqsText = /^[\t\n\r -\ud7ff\ue000-\ufffd]*$/;

const at = '2026-01-01T00:00:00.000Z';
const key = { networkId: v.parse(NetworkId, 'demo'), webhookId: v.parse(WebhookId, `wh_${'a'.repeat(32)}`) };
const event = { networkId: key.networkId, eventId: v.parse(EventId, 'e1'), event: 'shop.didSell', body: '{}' };
const first = firstAttempt({ ...event, acceptedAt: at }, key.webhookId);

describe('messages', () => {
  test('can have any body, although a queue accepts only some characters', () => {
    const body = anyText.filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(body, (text) => {
        const message = { ...first, body: `${text}\ufffe\uffff\u0000` };
        const sent = messageText(message);
        expect(sent).toMatch(sqsText);
        expect(messagesOfText(sent)).toEqual([message]);
      }),
    );
  });

  test.each([
    ['has the body that was just sent', 'ü'.repeat(16_384), 'ü'.repeat(16_384)],
    ['leaves a large body to the outbox', 'ü'.repeat(16_385), undefined],
  ])('a retry %s', (_, body, inMessage) => {
    const at = Date.parse(first.acceptedAt);
    const delivery: Delivery = {
      ...newDelivery(first),
      attemptCount: 1,
      attemptsOnSchedule: 1,
      next: { kind: 'at', at: new Date(at + 5_000).toISOString() },
    };
    expect(delayedRetry(delivery, body, at)).toEqual([
      { message: { ...first, attempt: 2, body: inMessage }, delaySeconds: 5 },
    ]);
  });

  test('wait in their queue for 15 minutes at most; a later retry waits in the table', () => {
    const at = Date.parse(first.acceptedAt);
    const delayed = (seconds: number) =>
      delayedRetry(
        { ...newDelivery(first), next: { kind: 'at', at: new Date(at + seconds * 1_000).toISOString() } },
        '',
        at,
      );
    expect([900, 901].map((seconds) => delayed(seconds).map(({ delaySeconds }) => delaySeconds))).toEqual([[900], []]);
    expect(backlogMessage(key, 901)).toMatchObject({ delaySeconds: 900 });
  });

  test('of an event have ten webhooks at most, and ask for the first attempt to each', () => {
    const ids = Array.from({ length: 21 }, (_, n) => `wh_${n}`);
    const messages = eventMessages(
      { ...event, occurredAt: at, acceptedAt: at },
      ids.map((webhookId) => ({ webhookId })),
    );
    expect(messages.map(({ webhookIds }) => webhookIds.length)).toEqual([10, 10, 1]);
    expect(messages.map(messageText).flatMap(messagesOfText)).toEqual(
      ids.map((id) => firstAttempt({ ...event, acceptedAt: at }, id)),
    );
    expect(eventMessages({ ...event, occurredAt: at, acceptedAt: at }, [])).toEqual([]);
  });

  test('are known as received again', () => {
    const jobs = [1, 2].flatMap((received) => jobsOf(recordOf(messageText(first), received)));
    const messageId = expect.any(String);
    expect(jobs).toEqual([false, true].map((isRepeated) => ({ messageId, message: first, isRepeated })));
  });

  test('of another kind are refused', () => {
    expect(() => messagesOfText('{"kind":"other"}')).toThrow();
    expect(() => messagesOfText('nonsense')).toThrow();
  });
});
