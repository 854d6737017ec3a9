import { describe, expect, test } from '@jest/globals';
import type { DeliverySummary } from '../../../client/index.ts';
import { deliveryIdOf } from '../../../lambdas/delivery/model/delivery-id.ts';
import { addressOf, filtersOf, queryOf } from '../../../panel/deliveries/list/filters.ts';
import { liveRows } from '../../../panel/deliveries/list/live-rows.ts';
import { acceptedAtOf, MAX_REQUESTS, searchPage } from '../../../panel/deliveries/list/search.ts';
import { trailOf, trailTo } from '../../../panel/deliveries/list/trail.ts';

const row = (deliveryId: string, fields: Partial<DeliverySummary> = {}): DeliverySummary => ({
  deliveryId,
  eventId: 'e',
  event: 'shop.didSell',
  state: 'delivered',
  attemptCount: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  class: 'delivered',
  ...fields,
});

describe('the filters in the address', () => {
  test('come back as they were written', () => {
    const between = {
      kind: 'between',
      since: '2026-11-20T08:00:00+01:00',
      until: '2026-11-21T08:00:00+01:00',
    } as const;
    const last = { kind: 'last', amount: 90, unit: 'minute' } as const;
    for (const filters of [
      {},
      { state: 'failed', event: 'v3.post.didCreate', range: between } as const,
      { range: last } as const,
    ]) {
      expect(filtersOf(new URLSearchParams(`${addressOf(filters)}`))).toEqual({
        state: undefined,
        event: undefined,
        range: undefined,
        ...filters,
      });
    }
  });

  test('are left out where they make no sense', () => {
    const nothing = { state: undefined, event: undefined, range: undefined };
    for (const address of [
      'state=lost&event=%20',
      'last=0h',
      'last=7y',
      'since=yesterday&until=today',
      'since=2026-11-20T08:00:00Z',
    ]) {
      expect(filtersOf(new URLSearchParams(address))).toEqual(nothing);
    }
  });

  test('become bounds of time when the API is asked', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    const range = { kind: 'last', amount: 24, unit: 'hour' } as const;
    expect(queryOf({ range, state: 'failed' }, now)).toEqual({ state: 'failed', since: '2026-11-20T12:00:00.000Z' });
  });
});

describe('looking for a page', () => {
  test('goes on past empty pages until something is there', async () => {
    const asked: (string | undefined)[] = [];
    const pages = [
      { results: [], start: 'B' },
      { results: [], start: 'C' },
      { results: [row('D')], start: 'D' },
    ];
    const found = await searchPage(async (start) => {
      asked.push(start);
      return pages[asked.length - 1] ?? { results: [] };
    }, 'A');
    expect(asked).toEqual(['A', 'B', 'C']);
    expect(found).toEqual({ rows: [row('D')], next: 'D' });
  });

  test('ends at the end of the log, and says where it was given up before', async () => {
    expect(await searchPage(async () => ({ results: [] }), undefined)).toEqual({ rows: [] });
    let requests = 0;
    const found = await searchPage(async () => {
      requests += 1;
      return { results: [], start: `${requests}` };
    }, undefined);
    expect([requests, found]).toEqual([MAX_REQUESTS, { rows: [], next: `${MAX_REQUESTS}` }]);
  });

  test('tells from a delivery id when its event was accepted', () => {
    const acceptedAt = '2026-11-21T12:34:56.789Z';
    const id = deliveryIdOf('demo', 'e-1', 'wh_1', acceptedAt);
    expect(new Date(acceptedAtOf(id)).toISOString()).toBe(acceptedAt);
  });
});

describe('live rows', () => {
  const shown = [row('B', { state: 'retrying' }), row('A')];
  const latest = [row('D'), row('C'), row('B')];

  test('are the latest where nobody reads', () => {
    expect(liveRows(shown, latest, false)).toEqual({ rows: latest, newer: 0 });
    expect(liveRows([], latest, true)).toEqual({ rows: latest, newer: 0 });
  });

  test('stay in their places under a reader, and change there', () => {
    expect(liveRows(shown, latest, true)).toEqual({ rows: [row('B'), row('A')], newer: 2 });
  });
});

describe('the trail of pages', () => {
  test('leads on, and back to each page', () => {
    const third = trailTo(3, trailTo(2, [], 'B'), 'C');
    expect(third).toEqual(['B', 'C']);
    expect(trailTo(2, third, 'D')).toEqual(['B']);
    expect(trailTo(1, third, 'D')).toEqual([]);
    expect(trailTo(4, third, undefined)).toEqual(third);
  });

  test('is remembered with the history entry it belongs to, and with no other', () => {
    expect(trailOf('C', { trail: ['B', 'C'] })).toEqual(['B', 'C']);
    expect(trailOf(null, { trail: ['B', 'C'] })).toEqual([]);
    for (const foreign of [undefined, null, 'x', { trail: ['B'] }, { trail: [7] }]) {
      expect(trailOf('C', foreign)).toEqual(['C']);
    }
  });
});
