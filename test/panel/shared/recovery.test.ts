import { describe, expect, test } from '@jest/globals';
import type { DeliverySummary } from '../../../client/index.ts';
import { filterText, isFinished, progressOf, recoveryOf } from '../../../panel/shared/recovery.ts';

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
  const none = { rows: [], hasMore: false };
  const recovery = recoveryOf(
    range,
    { state: 'failed' },
    { rows: ['A', 'B', 'C', 'D'].map((id) => row(id)), hasMore: false },
  );

  test('counts what is not started, waiting, delivered and failed again, and ignores other deliveries of the range', () => {
    const failed = { rows: [row('A'), row('Z')], hasMore: false };
    const retrying = {
      rows: [
        row('B', { state: 'retrying' }),
        row('C', { state: 'retrying', attemptCount: 9 }),
        row('Y', { state: 'retrying' }),
      ],
      hasMore: false,
    };
    const progress = progressOf(recovery, { matching: failed, retrying, failed });
    expect(progress).toEqual({ notStarted: 1, waiting: 1, failedAgain: 1, delivered: 1, hasMore: false });
    expect(isFinished(progress)).toBe(false);
  });

  test('is finished when everything has been attempted, successfully or not', () => {
    const done = progressOf(recovery, { matching: none, retrying: none, failed: none });
    expect(done).toMatchObject({ delivered: 4, failedAgain: 0 });
    const expired = { rows: [row('A', { class: 'event_expired' })], hasMore: false };
    const again = progressOf(recovery, { matching: expired, retrying: none, failed: expired });
    expect([again.failedAgain, again.delivered, isFinished(again)]).toEqual([1, 3, true]);
  });

  test('of too many deliveries to count says how many are left, but not how many were delivered', () => {
    const many = recoveryOf(range, { state: 'failed' }, { rows: [row('A')], hasMore: true });
    const waiting = { rows: [row('B', { state: 'retrying' })], hasMore: false };
    const left = { rows: [row('A')], hasMore: true };
    expect(progressOf(many, { matching: left, retrying: waiting, failed: left })).toEqual({
      notStarted: 1,
      hasMore: true,
      waiting: 1,
      delivered: undefined,
      failedAgain: 0,
    });
    const scheduled = { rows: [row('B', { state: 'retrying', nextAttemptAt: range.until })], hasMore: false };
    expect(isFinished(progressOf(many, { matching: none, retrying: scheduled, failed: none }))).toBe(true);
  });

  test('of delivered ones goes by their attempts, since they match the filter again afterwards', () => {
    const delivered = (id: string, attemptCount: number) => row(id, { state: 'delivered', attemptCount });
    const before = { rows: ['A', 'B', 'C'].map((id) => delivered(id, 1)), hasMore: false };
    const again = recoveryOf(range, { state: 'delivered', statusCode: 204 }, before);
    const now = {
      matching: { rows: [delivered('A', 2), delivered('B', 1)], hasMore: false },
      retrying: { rows: [row('C', { state: 'retrying', attemptCount: 1 })], hasMore: false },
      failed: none,
    };
    const progress = progressOf(again, now);
    expect(progress).toEqual({ notStarted: 1, waiting: 1, failedAgain: 0, delivered: 1, hasMore: false });
    expect(isFinished(progressOf(again, { ...now, matching: none, retrying: none }))).toBe(true);
  });
});

test('says which deliveries are recovered', () => {
  expect(filterText({ state: 'failed' })).toBe('failed deliveries');
  expect(filterText({ state: 'failed', class: 'timeout', event: 'shop.didSell' }, 1)).toBe(
    'failed delivery of shop.didSell with the result “Timed out”',
  );
  expect(filterText({ state: 'delivered', statusCode: 204 })).toBe('delivered deliveries with status 204');
});
