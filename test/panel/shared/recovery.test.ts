import { describe, expect, test } from '@jest/globals';
import type { DeliverySummary } from '../../../client/index.ts';
import { isFinished, progressOf, recoveryOf } from '../../../panel/shared/recovery/recovery.ts';

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
  const recovery = recoveryOf(range, { rows: ['A', 'B', 'C', 'D'].map((id) => row(id)), hasMore: false });

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
    const progress = progressOf(recovery, failed, retrying);
    expect(progress).toEqual({ failed: 1, waiting: 1, failedAgain: 1, delivered: 1, hasMore: false });
    expect(isFinished(progress)).toBe(false);
  });

  test('is finished when everything has been attempted, successfully or not', () => {
    expect(progressOf(recovery, none, none)).toMatchObject({ delivered: 4, failedAgain: 0 });
    const again = progressOf(recovery, { rows: [row('A', { class: 'event_expired' })], hasMore: false }, none);
    expect([again.failedAgain, again.delivered, isFinished(again)]).toEqual([1, 3, true]);
  });

  test('of too many deliveries to count says how many are left, but not how many were delivered', () => {
    const many = recoveryOf(range, { rows: [row('A')], hasMore: true });
    const waiting = { rows: [row('B', { state: 'retrying' })], hasMore: false };
    expect(progressOf(many, { rows: [row('A')], hasMore: true }, waiting)).toEqual({
      failed: 1,
      hasMore: true,
      waiting: 1,
      delivered: undefined,
      failedAgain: 0,
    });
    const scheduled = { rows: [row('B', { state: 'retrying', nextAttemptAt: range.until })], hasMore: false };
    expect(isFinished(progressOf(many, none, scheduled))).toBe(true);
  });
});
