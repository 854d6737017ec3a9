import { describe, expect, test } from '@jest/globals';
import type { DeliverySummary } from '../../../client/index.ts';
import { countdownText } from '../../../panel/deliveries/countdown.ts';
import { requestHeaders } from '../../../panel/deliveries/detail/headers.ts';
import { lookAgainAfter } from '../../../panel/deliveries/look-again.ts';
import { isOver, progressOf, recoveryOf } from '../../../panel/deliveries/recover/recovery.ts';

describe('a countdown', () => {
  test.each([
    [-1, undefined],
    [0, undefined],
    [1, '1 s'],
    [59_001, '1 min'],
    [252_000, '4 min 12 s'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 d 1 h'],
  ])('of %d ms reads %s', (milliseconds, text) => {
    expect(countdownText(milliseconds)).toBe(text);
  });
});

describe('following a delivery', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  test('ends with it, but not while a replay is still to show', () => {
    expect(lookAgainAfter({ state: 'delivered' }, now, 0)).toBe(false);
    expect(lookAgainAfter({ state: 'failed' }, now, now + 1)).toBeGreaterThan(0);
    expect(lookAgainAfter(undefined, now, 0)).toBe(false);
  });

  test('is closer when the next attempt is near', () => {
    const near = lookAgainAfter({ state: 'retrying', nextAttemptAt: '2026-11-21T12:00:05.000Z' }, now, 0);
    const far = lookAgainAfter({ state: 'retrying', nextAttemptAt: '2026-11-21T14:00:00.000Z' }, now, 0);
    expect(Number(near)).toBeLessThan(Number(far));
  });
});

describe('the progress of a recovery', () => {
  const range = { since: '2026-11-21T11:00:00Z', until: '2026-11-21T12:00:00Z' };
  const row = (deliveryId: string, fields: Partial<DeliverySummary> = {}): DeliverySummary => ({
    deliveryId,
    eventId: 'e',
    event: 'shop.didSell',
    state: 'failed',
    attemptCount: 8,
    createdAt: range.since,
    class: 'timeout',
    ...fields,
  });
  const none = { rows: [], isCut: false };
  const recovery = recoveryOf(range, { rows: ['A', 'B', 'C', 'D'].map((id) => row(id)), isCut: false });

  test('counts what is not begun, waits, is delivered, and failed again; what else is in the range is left out', () => {
    const failed = { rows: [row('A'), row('Z')], isCut: false };
    const retrying = {
      rows: [
        row('B', { state: 'retrying' }),
        row('C', { state: 'retrying', attemptCount: 9 }),
        row('Y', { state: 'retrying' }),
      ],
      isCut: false,
    };
    const progress = progressOf(recovery, failed, retrying);
    expect(progress).toEqual({ failed: 1, waiting: 1, failedAgain: 1, delivered: 1, isCut: false });
    expect(isOver(progress)).toBe(false);
  });

  test('is over when nothing is left to be attempted, delivered or not', () => {
    expect(progressOf(recovery, none, none)).toMatchObject({ delivered: 4, failedAgain: 0 });
    const again = progressOf(recovery, { rows: [row('A', { class: 'event_expired' })], isCut: false }, none);
    expect([again.failedAgain, again.delivered, isOver(again)]).toEqual([1, 3, true]);
  });

  test('of more than can be counted at once says what is left, and not what was delivered', () => {
    const many = recoveryOf(range, { rows: [row('A')], isCut: true });
    const held = { rows: [row('B', { state: 'retrying' })], isCut: false };
    expect(progressOf(many, { rows: [row('A')], isCut: true }, held)).toEqual({
      failed: 1,
      isCut: true,
      waiting: 1,
      delivered: undefined,
      failedAgain: 0,
    });
    const timed = { rows: [row('B', { state: 'retrying', nextAttemptAt: range.until })], isCut: false };
    expect(isOver(progressOf(many, none, timed))).toBe(true);
  });
});

describe('the headers of a delivery', () => {
  test('name the service’s and the webhook’s own, with the values that are known and no signature', () => {
    const delivery = { deliveryId: '01K0000000000000000000000A', payload: '{"event":"a.b","data":{"ü":1}}' };
    const headers = requestHeaders(delivery, { headers: { 'X-Api-Key': 'k' }, legacySignature: true });
    const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      'content-type': 'application/json',
      'content-length': '31',
      'x-service-signature': undefined,
      'webhook-id': delivery.deliveryId,
      'webhook-timestamp': undefined,
      'webhook-signature': undefined,
      'x-legacy-signature': undefined,
      'user-agent': 'social-platform-services/1 (webhooks)',
      'X-Api-Key': 'k',
    });
  });
});
