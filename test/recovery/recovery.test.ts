/** What a recovery sends, and how its events stand. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { lastIdOf, timePrefix } from '../../contract/time-ids.ts';
import type { DeliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import type { Recorded, RecordedDelivery } from '../../lambdas/deliveries/ranges.ts';
import type { LedgerEntry } from '../../lambdas/recovery/missing.ts';
import { countRecovery, recoverable } from '../../lambdas/recovery/recover.ts';
import { type RecoveryRange, stageInRecovery } from '../../lambdas/recovery/recovery-progress.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { HOUR } from '../support/delivery-world/world.ts';
import { webhookOfTests } from '../support/samples.ts';
import { acceptedAt, networkId, recorded as recordedEntry, start, unrecorded, webhookId } from './entries.ts';

const timeAt = (milliseconds: number): string => new Date(milliseconds).toISOString();
const since = acceptedAt;
const askedAt = timeAt(start + 600_000);
const range = { since, until: askedAt, askedAt, state: 'failed' } as const;
const [before, after] = [timeAt(start - 1), timeAt(start + 1)];

const recorded = (state: RecordedDelivery['state'], changes: Partial<RecordedDelivery> = {}): LedgerEntry =>
  recordedEntry(state, { lastAttemptAt: since, ...changes });

describe('an event', () => {
  const stage = (entry: LedgerEntry, filter: Partial<RecoveryRange> = {}, updatedAt = before, now = start + HOUR) =>
    stageInRecovery(entry, { ...range, ...filter }, { updatedAt, events: ['shop.*'] }, { now, eventDays: 8 });

  test('is sent if its delivery is as asked for, unless that was attempted since', () => {
    expect(stage(recorded('failed'))).toBe('left');
    expect(stage(recorded('failed', { lastAttemptAt: askedAt }))).toBeUndefined();
    expect(stage(recorded('delivered'))).toBeUndefined();
    const delivered = recorded('delivered', { class: 'delivered' });
    expect(stage(delivered, { state: 'delivered', class: 'delivered' })).toBe('left');
    for (const filter of [{ event: 'app.opened' }, { class: 'timeout' }, { statusCode: 500 }] as const)
      expect(stage(recorded('failed'), filter)).toBeUndefined();
  });

  test('is not sent if the webhook does not ask for it any more, or its receiver has aborted it', () => {
    expect(stage(recorded('failed', { event: 'app.opened' }))).toBeUndefined();
    const aborted = recorded('failed', { class: 'aborted' });
    expect({ pending: stage(aborted), ended: stage(aborted, { class: 'aborted' }) }).toEqual({
      pending: undefined,
      ended: 'left',
    });
  });

  test('is not sent if it has expired, or its payload was erased', () => {
    const at = (days: number) => stage(recorded('failed'), {}, before, start + days * 24 * HOUR);
    expect({ kept: at(7), expired: at(8), erased: stage(recorded('failed', { isErased: true })) }).toEqual({
      kept: 'left',
      expired: undefined,
      erased: undefined,
    });
  });

  test('is sent without a delivery, where all that failed are', () => {
    for (const filter of [{}, { event: 'shop.didSell' }]) expect(stage(unrecorded, filter)).toBe('left');
    const filters = [
      { event: 'app.opened' },
      { class: 'timeout' },
      { statusCode: 500 },
      { state: 'retrying' },
    ] as const;
    for (const filter of filters) expect(stage(unrecorded, filter)).toBeUndefined();
  });

  test('is left to its first message for a minute, unless the webhook has changed since', () => {
    expect(stage(unrecorded, {}, before, start + 60_000)).toBe('coming');
    expect(stage(unrecorded, {}, before, start + 60_001)).toBe('left');
    expect(stage(unrecorded, {}, after, start + 2)).toBe('left');
  });

  test('that was sent waits for its attempt, and was then delivered or has failed, whatever the filter', () => {
    const sent = { recovery: askedAt, attemptsOnSchedule: 0 };
    const filters: readonly Partial<RecoveryRange>[] = [{}, { class: 'timeout' }, { state: 'retrying' }];
    for (const filter of filters) {
      expect(stage(recorded('retrying', sent), filter)).toBe('waiting');
      expect(stage(recorded('retrying', { ...sent, attemptsOnSchedule: 1 }), filter)).toBe('failed');
      expect(stage(recorded('delivered', { ...sent, attemptsOnSchedule: 3 }), filter)).toBe('delivered');
      expect(stage(recorded('failed', { ...sent, attemptsOnSchedule: 8 }), filter)).toBe('failed');
      // Its webhook was disabled, so nothing was attempted.
      expect(stage(recorded('failed', { ...sent, class: 'webhook_disabled' }), filter)).toBe('failed');
    }
    expect(stage(recorded('retrying', sent), { event: 'shop.didBuy' })).toBeUndefined();
  });

  test('that an earlier recovery has sent is none of this one', () => {
    const earlier = { recovery: timeAt(start + 599_999), attemptsOnSchedule: 0 };
    expect(stage(recorded('retrying', earlier))).toBeUndefined();
    expect(stage(recorded('failed', earlier))).toBe('left');
  });

  test.each(['2026-11-22T21:10Z', '2026-11-22T23:10:00+02:00'])('is asked for at %s, a time and no text', (at) => {
    const filter = { askedAt: at };
    expect(stage(recorded('delivered', { recovery: timeAt(start + 599_999) }), filter)).toBeUndefined();
    expect(stage(recorded('delivered', { recovery: askedAt }), filter)).toBe('delivered');
    const attempted = [599_999, 600_000].map((ms) => recorded('failed', { lastAttemptAt: timeAt(start + ms) }));
    expect(attempted.map((entry) => stage(entry, filter))).toEqual(['left', undefined]);
  });
});

describe('a page of a recovery', () => {
  const failed = (count: number): Recorded[] =>
    Array.from({ length: count }, (_, n) => {
      const id = v.parse(EventId, `event-${n}`);
      const ofEvent = deliveryIdOf(networkId, id, webhookId, timeAt(start + n));
      const { kind: _kind, ...record } = { ...recorded('failed'), eventId: id, deliveryId: ofEvent };
      return 'state' in record ? { deliveryId: ofEvent, record } : { deliveryId: ofEvent };
    });

  test('lacks what the filter of the webhook leaves out now, and is smaller where it has one', async () => {
    const deliveries = failed(150);
    const tables = {
      deliveries: { recorded: async () => ({ found: deliveries }) },
      outbox: {
        accepted: async () => ({ events: [] }),
        // The body of one has expired.
        readBody: async (_: NetworkId, id: EventId) =>
          id === 'event-2' ? undefined : JSON.stringify({ event: 'shop.didSell', data: { price: id } }),
      },
    };
    const page = (changes: Partial<Webhook>) => recoverable(tables, webhookOfTests(changes), range, start + 600_000);
    expect((await page({})).entries).toHaveLength(150);
    const { entries, next } = await page({ filter: '{"data":{"price":["event-1"]}}' });
    expect(entries.map((one) => one.deliveryId)).toEqual([1, 2].map((n) => deliveries[n]?.deliveryId));
    expect(next).toBe(deliveries[99]?.deliveryId);
    expect((await page({ events: ['app.*'] })).entries).toEqual([]);
    // Newer code may have stored a filter that this code refuses.
    expect((await page({ filter: '{"unknown":1}' })).entries).toHaveLength(100);
  });

  test('is read consistently from its beginning to when it was asked for, whatever its end', async () => {
    const reads: unknown[] = [];
    const tables = {
      deliveries: {
        recorded: async (...[, { first, last }, , isConsistent]: Parameters<DeliveriesTable['recorded']>) => {
          reads.push([first, last, isConsistent]);
          return { found: [] };
        },
      },
      outbox: { accepted: async () => ({ events: [] }), readBody: async () => undefined },
    };
    const long = { ...range, until: '2030-01-01T00:00:00.000Z' };
    await recoverable(tables, webhookOfTests(), long, start);
    await countRecovery(tables, webhookOfTests(), long, () => start);
    const all = [timePrefix(start), lastIdOf(Date.parse(askedAt)), true];
    expect(reads).toEqual([all, all]);
  });
});
