import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { AcceptedPosition, EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { hourOfDelivery, type LedgerSlice } from '../../contract/ledger.ts';
import { timeIdOf, timePrefix } from '../../contract/time-ids.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import type { Recorded, RecordedDelivery } from '../../lambdas/deliveries/ranges.ts';
import type { AcceptedEvent } from '../../lambdas/events/accepted-index.ts';
import { claimedAt, idRangeOf, isExpired, isHourOpen, slicesOf } from '../../lambdas/recovery/ledger.ts';
import { readEntries } from '../../lambdas/recovery/ledger-reader.ts';
import { type LedgerEntry, ledgerOf, missingOutcome } from '../../lambdas/recovery/missing.ts';
import fc from '../support/fast-check.ts';
import { acceptedAt, deliveryId, eventId, networkId, recorded, start, unrecorded, webhookId } from './entries.ts';

const hour = '2026-11-22T21';
const idAt = (milliseconds: number, event = 'event'): DeliveryId =>
  deliveryIdOf('network', event, 'wh_0', new Date(milliseconds).toISOString());

/** Distinct ids of the hour, in ascending order. */
const ids = fc
  .uniqueArray(fc.nat(3_599_999), { maxLength: 1_700, size: 'max' })
  .map((times) => times.map((time) => idAt(start + time, `${time}`)).sort());

const digestOf = (some: readonly DeliveryId[]): string =>
  createHash('sha256')
    .update(some.map((id) => `${id}\n`).join(''))
    .digest('hex');

/** What a receiver has of a slice. */
const within = (some: readonly DeliveryId[], { after = '', until = '~' }: LedgerSlice): DeliveryId[] =>
  some.filter((id) => after < id && id <= until);

describe('the slices of a ledger', () => {
  test('cover every range without a gap, and differ for a receiver exactly where it lacks something', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.nat()), (recorded, lost) => {
        const lostIds = new Set(recorded.length === 0 ? [] : lost.map((n) => recorded[n % recorded.length]));
        const stored = recorded.filter((id) => !lostIds.has(id));
        const slices = slicesOf(recorded, {});
        expect(slices.map(({ after }) => after)).toEqual([undefined, ...slices.slice(0, -1).map(({ until }) => until)]);
        expect(slices.at(-1)).not.toHaveProperty('until');
        for (const slice of slices) {
          const own = within(recorded, slice);
          expect(slice).toMatchObject({ count: own.length, digest: digestOf(own) });
          expect(own.length).toBeLessThanOrEqual(500);
          const isWhole = own.every((id) => !lostIds.has(id));
          expect(digestOf(within(stored, slice)) === slice.digest).toBe(isWhole);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('begin and end where they were asked to', () => {
    const [after, until] = [idAt(start), idAt(start + 10)];
    expect(slicesOf([until], { after, until })).toEqual([{ after, until, count: 1, digest: digestOf([until]) }]);
  });

  test('have the digests that the specification shows', () => {
    const two = ['01JDEXAMPQ7W3N5Y8T2V4X6Z9A', '01JDEXAMPQ7W3N5Y8T2V4X6Z9B'].map((id) => v.parse(DeliveryId, id));
    expect(slicesOf(two, {})[0]?.digest).toBe('727439c36b9703b7814ecb67b95c254e6253fac085d57127bfd5d84d1accd786');
    expect(slicesOf([], {})[0]?.digest).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});

describe('an hour', () => {
  test('has exactly the ids of events that were accepted in it', () => {
    const { first, last } = idRangeOf({ hour });
    fc.assert(
      fc.property(fc.integer({ min: -2_000, max: 3_602_000 }), (offset) => {
        const id = idAt(start + offset);
        const isWithin = offset >= 0 && offset < 3_600_000;
        expect(first <= id && id <= last).toBe(isWithin);
        expect(hourOfDelivery(id) === hour).toBe(isWithin);
      }),
    );
  });

  test('is read behind one id and up to another', () => {
    const [one, two, three] = [idAt(start, 'a'), idAt(start + 1, 'b'), idAt(start + 2, 'c')];
    const { first, last } = idRangeOf({ hour, after: one, until: two });
    expect([one, two, three].filter((id) => first <= id && id <= last)).toEqual([two]);
  });

  test('has expired once its first delivery may be', () => {
    const month = 30 * 24 * 3_600_000;
    expect([month, month + 1].map((after) => isExpired(hour, start + after, 30))).toEqual([false, true]);
  });
});

const attempted = (state: RecordedDelivery['state'], lastAttemptAt: string): LedgerEntry =>
  recorded(state, { lastAttemptAt });

describe('an hour is open', () => {
  const end = start + 3_600_000;

  test('until a minute after its end, when no event of it can come any more', () => {
    expect([start, end + 60_000, end + 60_001].map((now) => isHourOpen(hour, [], now))).toEqual([true, true, false]);
  });

  test.each([
    ['an event without a delivery', unrecorded, true],
    ['a delivery that is retried', recorded('retrying'), true],
    ['a delivered one', recorded('delivered'), false],
    ['a failed one', recorded('failed'), false],
  ])('or not, for %s, however late it is', (_, entry, open) => {
    expect(isHourOpen(hour, [recorded('delivered'), entry], end + 20 * 24 * 3_600_000)).toBe(open);
  });
});

describe('a ledger', () => {
  const position = v.parse(AcceptedPosition, timeIdOf(start, Array(16).fill(0)));
  const event = { position, eventId, event: 'shop.didSell', acceptedAt };
  const key = { networkId, webhookId };
  const read = (
    patterns: readonly string[],
    { found = [], events = [event] }: { found?: Recorded[]; events?: AcceptedEvent[] } = {},
  ) =>
    ledgerOf(
      key,
      idRangeOf({ hour }),
      () => ({ events: [...patterns], filter: '' }),
      { recorded: { found }, accepted: { events } },
      10,
    ).entries;

  test('has an event that was asked for when it was accepted, without a delivery and with one', () => {
    expect(read(['shop.*'])).toEqual([unrecorded]);
    expect(read(['app.*'])).toEqual([]);
    const { kind: _, ...record } = recorded('failed');
    if (!('state' in record)) throw new Error('It is recorded.');
    expect(read(['shop.*'], { found: [{ deliveryId, record }] })).toEqual([recorded('failed')]);
    expect(read(['shop.*'], { found: [{ deliveryId }] })).toEqual([{ ...unrecorded, isMalformed: true }]);
  });

  test('has what is recorded, although nobody asked for it then, or its event has expired', () => {
    const { kind: _, ...record } = recorded('delivered');
    if (!('state' in record)) throw new Error('It is recorded.');
    expect(read([], { found: [{ deliveryId, record }], events: [] })).toEqual([recorded('delivered')]);
  });

  test('has a next page only where there is more', () => {
    const events = [event, { ...event, eventId: v.parse(EventId, 'other') }];
    const asked = () => ({ events: ['*'], filter: '' });
    const pageOf = (limit: number) =>
      ledgerOf(key, idRangeOf({ hour }), asked, { recorded: { found: [] }, accepted: { events } }, limit);
    expect(pageOf(1).next).toBe(pageOf(2).entries[0]?.deliveryId);
    expect(pageOf(2)).not.toHaveProperty('next');
  });

  test('lacks a notice about the webhook itself', () => {
    const notice = { ...event, event: 'webhook.didGoDown' };
    const about = (id: string) => ({ ...notice, eventId: v.parse(EventId, `notice-${id}-0123`) });
    expect(read(['webhook.*'], { events: [about(webhookId)] })).toEqual([]);
    expect(read(['webhook.*'], { events: [about(`wh_${'1'.repeat(32)}`)] })).toHaveLength(1);
    expect(read(['shop.*'], { events: [{ ...about(webhookId), event: 'shop.didSell' }] })).toHaveLength(1);
  });
});

test('a ledger is read from the first millisecond of an hour, and after an id from the rest of its own', async () => {
  const position = v.parse(AcceptedPosition, timeIdOf(start, Array(16).fill(0)));
  const tables = {
    deliveries: { recorded: async () => ({ found: [] }) },
    outbox: {
      accepted: async (_: NetworkId, { since, until }: { since: number; until: number }) => ({
        events: since <= start && start <= until ? [{ position, eventId, event: 'shop.didSell', acceptedAt }] : [],
      }),
      readBody: async () => undefined,
    },
  };
  const read = async (after?: DeliveryId) => {
    const range = idRangeOf({ hour, ...(after && { after }) });
    return await readEntries(
      tables,
      { networkId, webhookId },
      { range, subscriptionAt: () => ({ events: ['*'], filter: '' }), limit: 10, perShard: 10 },
    );
  };
  const lowest = v.parse(DeliveryId, `${deliveryId.slice(0, 10)}${'0'.repeat(16)}`);
  for (const after of [undefined, lowest]) expect(await read(after)).toEqual({ entries: [unrecorded] });
  expect(await read(deliveryId)).toEqual({ entries: [] });
});

test('a ledger lacks what the filter of its time left out, on pages that end where too much is compared', async () => {
  // Two events a millisecond, which are never parted; every third has the price, and the filter changes in between.
  const events = Array.from({ length: 600 }, (_, n) => {
    const acceptedAt = new Date(start + Math.floor(n / 2)).toISOString();
    const position = v.parse(AcceptedPosition, timeIdOf(Date.parse(acceptedAt), Array(16).fill(n % 2)));
    return {
      position,
      eventId: v.parse(EventId, `event-${n}`),
      event: n === 9 ? 'app.opened' : 'shop.didSell',
      acceptedAt,
    };
  });
  const [change, compared] = [new Date(start + 200).toISOString(), new Set<string>()];
  const tables = {
    deliveries: { recorded: async () => ({ found: [] }) },
    outbox: {
      accepted: async (_: NetworkId, { since, until }: { since: number; until: number }) => ({
        events: events.filter(({ acceptedAt: at }) => since <= Date.parse(at) && Date.parse(at) <= until).reverse(),
      }),
      readBody: async (_: NetworkId, id: EventId) => {
        compared.add(id);
        const price = Number(id.slice('event-'.length)) % 3;
        // Whether it was left out, nobody knows once it has expired.
        return id === 'event-12' ? undefined : JSON.stringify({ event: 'shop.didSell', data: { price } });
      },
    },
  };
  const subscriptionAt = (at: string) => ({
    events: ['shop.*'],
    filter: `{"data":{"price":[${at < change ? 1 : 2}]}}`,
  });
  const found: string[] = [];
  const pages: number[] = [];
  let next: DeliveryId | undefined;
  do {
    const range = { first: next === undefined ? timePrefix(start) : `${next}0`, last: `${timePrefix(start + 1_000)}~` };
    const page = await readEntries(
      tables,
      { networkId, webhookId },
      { range, subscriptionAt, limit: 1_000, perShard: 1_000 },
    );
    found.push(...page.entries.map((entry) => (entry.kind === 'unrecorded' ? entry.eventId : '')));
    pages.push(compared.size);
    next = page.next;
  } while (next !== undefined);
  const expected = events
    .filter((_, n) => n === 12 || (n !== 9 && n % 3 === (n < 400 ? 1 : 2)))
    .map(({ eventId }) => eventId);
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(pages).toEqual([249, 499, 599]);
  expect(compared).not.toContain('event-9');
});

describe('a delivery that a receiver lacks', () => {
  const at = '2026-11-22T21:30:00.500Z';
  const signed = Date.parse('2026-11-22T21:30:01.000Z');
  const enabled = { enabled: true, updatedAt: new Date(start - 1).toISOString() };
  const outcome = (entry: LedgerEntry, claimed = signed, webhook = enabled) =>
    missingOutcome(entry, webhook, claimed, { now: signed, eventDays: 30 });

  test('is not sent if its event has expired, or its payload was erased', () => {
    const days = (count: number) => ({ now: start + count * 24 * 3_600_000, eventDays: 8 });
    for (const state of ['delivered', 'failed'] as const) {
      expect(missingOutcome(recorded(state, { isErased: true }), enabled, signed, days(1))).toBe('event_erased');
      expect([7, 8].map((count) => missingOutcome(recorded(state), enabled, signed, days(count)))).toEqual([
        'sending',
        'event_expired',
      ]);
    }
  });

  test('is sent again if it was delivered or has failed, unless it was attempted since the claim', () => {
    for (const state of ['delivered', 'failed'] as const) {
      expect(outcome(attempted(state, at))).toBe('sending');
      expect(outcome(attempted(state, at), Date.parse(at))).toBe('just_attempted');
    }
    expect(outcome(recorded('failed'), 0)).toBe('sending');
  });

  test('is sent if it has no delivery, unless its first message may still come by itself', () => {
    expect(outcome(unrecorded)).toBe('sending');
    const late = { ...unrecorded, acceptedAt: new Date(signed - 60_000).toISOString() };
    expect(outcome(late)).toBe('retrying');
    expect(outcome(late, signed, { ...enabled, updatedAt: new Date(signed).toISOString() })).toBe('sending');
  });

  test('is about the moment when the ids were read, which is no later than the signature of the claim', () => {
    const times = [undefined, '2026-11-22T21:00:00.000Z', '2026-11-22T21:30:01.400Z', '2030-01-01T00:00:00.000Z'];
    expect(times.map((readAt) => new Date(claimedAt(signed, readAt, signed)).toISOString().slice(11, -1))).toEqual([
      '21:30:01.000',
      '21:00:00.000',
      '21:30:01.400',
      '21:30:01.999',
    ]);
  });

  test('is left alone for five minutes after its attempt, if the clock of the receiver is ahead', () => {
    const now = signed - 280_000;
    for (const readAt of [undefined, new Date(signed).toISOString()]) {
      expect(outcome(attempted('delivered', new Date(now - 1000).toISOString()), claimedAt(signed, readAt, now))).toBe(
        'just_attempted',
      );
      expect(
        outcome(attempted('delivered', new Date(now - 300_001).toISOString()), claimedAt(signed, readAt, now)),
      ).toBe('sending');
    }
  });

  test('is left alone while it is on its way, and while its webhook is disabled', () => {
    expect(outcome(attempted('retrying', at))).toBe('retrying');
    expect(outcome(attempted('failed', at), signed, { ...enabled, enabled: false })).toBe('webhook_disabled');
    expect(outcome(unrecorded, signed, { ...enabled, enabled: false })).toBe('webhook_disabled');
  });
});
