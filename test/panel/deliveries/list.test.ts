import { describe, expect, test } from '@jest/globals';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { acceptedAt } from '../../../client/webhooks/ledger.ts';
import { deliveryIdOf } from '../../../lambdas/delivery/model/delivery-id.ts';
import { filtersOf, queryOf, searchParamsOf } from '../../../panel/deliveries/list/list-address.ts';
import { findPage, liveRows, MAX_REQUESTS } from '../../../panel/deliveries/list/list-rows.ts';

const row = (deliveryId: string, fields: Partial<DeliveryOfWebhook> = {}): DeliveryOfWebhook => ({
  webhookId: 'wh_1',
  deliveryId,
  eventId: 'e',
  event: 'shop.didSell',
  state: 'delivered',
  attemptCount: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  class: 'delivered',
  ...fields,
});

describe('the filters in the URL', () => {
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
      { range: last, result: { class: 'timeout' } } as const,
      { result: { statusCode: 503 }, webhookId: `wh_${'0'.repeat(32)}` } as const,
    ]) {
      expect(filtersOf(new URLSearchParams(`${searchParamsOf(filters)}`))).toEqual({
        webhookId: undefined,
        state: undefined,
        event: undefined,
        result: undefined,
        range: undefined,
        ...filters,
      });
    }
  });

  test('are ignored if they are invalid', () => {
    const nothing = { webhookId: undefined, state: undefined, event: undefined, range: undefined };
    for (const params of [
      'state=lost&event=%20&webhook=1',
      'last=0h',
      'last=7y',
      'since=yesterday&until=today',
      'since=2026-11-20T08:00:00Z',
    ]) {
      expect(filtersOf(new URLSearchParams(params))).toEqual(nothing);
    }
  });

  test('become query parameters of the API', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    const range = { kind: 'last', amount: 24, unit: 'hour' } as const;
    expect(queryOf({ range, state: 'failed' }, now)).toEqual({ state: 'failed', since: '2026-11-20T12:00:00.000Z' });
  });
});

describe('finding a page', () => {
  test('skips empty pages', async () => {
    const asked: (string | undefined)[] = [];
    const pages = [
      { results: [], start: 'B' },
      { results: [], start: 'C' },
      { results: [row('D')], start: 'D' },
    ];
    const found = await findPage(async (start) => {
      asked.push(start);
      return pages[asked.length - 1] ?? { results: [] };
    }, 'A');
    expect(asked).toEqual(['A', 'B', 'C']);
    expect(found).toEqual({ results: [row('D')], start: 'D' });
  });

  test('stops at the end of the log, or after a number of requests', async () => {
    expect(await findPage(async () => ({ results: [] }), undefined)).toEqual({ results: [] });
    let requests = 0;
    const found = await findPage(async () => {
      requests += 1;
      return { results: [], start: `${requests}` };
    }, undefined);
    expect([requests, found]).toEqual([MAX_REQUESTS, { results: [], start: `${MAX_REQUESTS}` }]);
  });

  test('reads from a delivery ID when its event was accepted', () => {
    const time = '2026-11-21T12:34:56.789Z';
    const id = deliveryIdOf('demo', 'e-1', 'wh_1', time);
    expect(new Date(acceptedAt(id)).toISOString()).toBe(time);
  });
});

describe('live rows', () => {
  const shown = [row('B', { state: 'retrying' }), row('A')];
  const latest = [row('D'), row('C'), row('B')];

  test('are the latest while nobody uses them', () => {
    expect(liveRows(shown, latest, false)).toEqual({ rows: latest, newer: 0 });
    expect(liveRows([], latest, true)).toEqual({ rows: latest, newer: 0 });
  });

  test('stay in place while they are used, and are updated there', () => {
    expect(liveRows(shown, latest, true)).toEqual({ rows: [row('B'), row('A')], newer: 2 });
  });

  test('get older ones below them', () => {
    expect(liveRows(latest, [...latest, row('A')], true)).toEqual({ rows: [...latest, row('A')], newer: 0 });
  });
});
