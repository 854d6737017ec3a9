import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import type { DeliveryOfWebhook } from '@social-platform-services/client';
import { verifyWebhook } from '@social-platform-services/client/webhooks';
import { curlCommand, signedHeaders } from '../../deliveries/detail/curl.ts';
import { requestHeaders } from '../../deliveries/detail/header-descriptions.ts';
import { filtersOf, queryOf, searchParamsOf } from '../../deliveries/list/list-address.ts';
import { findPage, liveRows, MAX_REQUESTS, stillSelected } from '../../deliveries/list/list-rows.ts';

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
      type: 'absolute',
      startDate: '2026-11-20T08:00:00+01:00',
      endDate: '2026-11-21T08:00:00+01:00',
    } as const;
    const last = { type: 'relative', amount: 90, unit: 'minute' } as const;
    for (const filters of [
      {},
      { state: 'failed', event: 'v3.post.didCreate', range: between } as const,
      { range: last, result: 'timeout' } as const,
      { result: '503', webhook: `wh_${'0'.repeat(32)}` } as const,
    ]) {
      expect(filtersOf(new URLSearchParams(`${searchParamsOf(filters)}`))).toEqual({
        webhook: undefined,
        state: undefined,
        event: undefined,
        result: undefined,
        range: undefined,
        ...filters,
      });
    }
  });

  test('are ignored if they are invalid', () => {
    const nothing = { webhook: undefined, state: undefined, event: undefined, range: undefined };
    for (const params of [
      'state=lost&event=%20&webhook=~1',
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
    const range = { type: 'relative', amount: 24, unit: 'hour' } as const;
    expect(queryOf({ range, state: 'failed' }, now)).toEqual({ state: 'failed', since: '2026-11-20T12:00:00.000Z' });
    const [since, until] = ['2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z'];
    const between = { type: 'absolute', startDate: since, endDate: until } as const;
    expect(queryOf({ event: 'a.b', result: '503', range: between }, now)).toEqual({
      event: 'a.b',
      statusCode: 503,
      since,
      until,
    });
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
    expect({ requests, found }).toEqual({ requests: MAX_REQUESTS, found: { results: [], start: `${MAX_REQUESTS}` } });
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

test('what is delivered, or left out by a filter, while it is selected is not replayed', () => {
  const latest = [row('D'), row('C', { state: 'failed' }), row('A', { state: 'failed' })];
  expect(stillSelected(['D', 'C', 'B', '0'], latest, false)).toEqual(['C', '0']);
  expect(stillSelected(['D', 'C', 'B', '0'], latest, true)).toEqual(['C']);
  expect(stillSelected(['D'], [], false)).toEqual(['D']);
});

describe('the headers of a delivery', () => {
  test('are the service’s and the webhook’s, with the values that are known, but no signatures', () => {
    const delivery = {
      deliveryId: '01K0000000000000000000000A',
      eventId: 'ü',
      createdAt: '2026-01-01T00:00:00.001Z',
      payload: '{"event":"a.b","data":{"ü":1}}',
    };
    const headers = requestHeaders(delivery, { headers: { 'X-Api-Key': 'k' }, legacySignature: true });
    const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      'content-type': 'application/json',
      'content-length': '31',
      'x-event-id': '%C3%BC',
      'x-event-accepted-at': '1767225600001',
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

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32)).toString('base64')}`;
const HOUR = 3_600_000;

describe('a delivery as a curl command', () => {
  test('is signed with every active secret, as a receiver verifies', async () => {
    const now = Date.now();
    const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
    const [next, current, old, ended] = ['next', 'current', 'old', 'ended'].map(secretOf);
    const secrets = [
      { secret: next ?? '', activeFrom: at(1) },
      { secret: current ?? '', activeFrom: at(-1) },
      { secret: old ?? '', activeFrom: at(-9), expiresAt: at(1) },
      { secret: ended ?? '', activeFrom: at(-9), expiresAt: at(-2) },
    ];
    const payload = '{"event":"shop.didSell","data":{"name":"Ünal’s 漢字"}}';
    const headers = await signedHeaders({ deliveryId: '01K0000000000000000000000A', payload, secrets, now });
    const body = Buffer.from(payload);
    const verified = { event: 'shop.didSell', deliveryId: '01K0000000000000000000000A' };
    expect(await verifyWebhook({ headers, body, secret: current ?? '' })).toMatchObject(verified);
    expect(await verifyWebhook({ headers, body, secret: old ?? '' })).toMatchObject(verified);
    expect(await verifyWebhook({ headers, body, secret: current ?? '', scheme: 'service' })).toMatchObject({});
    for (const secret of [next ?? '', ended ?? '']) {
      await expect(verifyWebhook({ headers, body, secret })).rejects.toMatchObject({ reason: 'wrong-signature' });
    }
  });

  test('reaches curl unchanged, whatever the payload contains', () => {
    const body = `{"text":"it's $HOME \`id\` \\\\ \\n","lines":"\n"}`;
    const command = curlCommand({
      url: 'https://hooks.example.com/?a[]=1&b={2,3}',
      headers: { a: 'x y', empty: '' },
      body,
    });
    const words = execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)]).toString();
    expect(words.split('\0').slice(0, -1)).toEqual([
      '-i',
      '-g',
      'https://hooks.example.com/?a[]=1&b={2,3}',
      '-H',
      'a: x y',
      '-H',
      'empty;',
      '--data-raw',
      body,
    ]);
  });
});
