import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { listEvents } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { type Client, call, createNetwork, eventually, serverOf, tokenFor } from '../support/service.ts';

const custom = (fields: object = {}) => ({ event: 'shop.didSell', data: {}, ...fields });

// Which events are accepted: test/contract/event-bounds.test.ts.
describe('event ingest', () => {
  let network: string;
  let server: Client;
  beforeAll(async () => {
    network = await createNetwork({ features: [] });
    server = await serverOf(network);
  });

  test('returns each event in order, with the given id or a new UUIDv7', async () => {
    const answer = await server('POST', '/events', { events: [custom({ id: 'a' }), custom(), custom({ id: 'b' })] });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      results: [
        { id: 'a', status: 'accepted' },
        { id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/), status: 'accepted' },
        { id: 'b', status: 'accepted' },
      ],
    });
  });

  test('accepts an id once in a network, also within a request, and again in another network', async () => {
    const events = [custom({ id: 'once' }), custom({ id: 'once' })];
    const results = (...statuses: string[]) => ({ results: statuses.map((status) => ({ id: 'once', status })) });
    expect((await server('POST', '/events', { events })).body).toEqual(results('accepted', 'duplicate'));
    expect((await server('POST', '/events', { events })).body).toEqual(results('duplicate', 'duplicate'));
    const other = await serverOf(await createNetwork({ features: [] }));
    expect((await other('POST', '/events', { events })).body).toEqual(results('accepted', 'duplicate'));
  });

  test('accepts nothing of a batch with malformed events, and names each by its index', async () => {
    const events = [custom({ id: 'good' }), custom({ event: 'nodots' }), custom({ data: [] }), { event: 'a.b' }];
    const answer = await server('POST', '/events', { events });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      status: 'error',
      code: 400000,
      message: expect.stringMatching(/^events\[1\]\.event must be an event name/),
      data: {
        detail: [
          expect.stringMatching(/^events\[1\]\.event must be/),
          'events[2].data must be a JSON object',
          'events[3].data is missing; it must be a JSON object',
        ],
      },
    });
    const again = await server('POST', '/events', { events: [custom({ id: 'good' })] });
    expect(again.body).toEqual({ results: [{ id: 'good', status: 'accepted' }] });
  });

  test('accepts ids of 64 characters of any script, and member names such as __proto__', async () => {
    const event = `{"id":"${'😀'.repeat(64)}","event":"shop.didSell","data":{"__proto__":1,"constructor":{"prototype":2}}}`;
    const answer = await server('POST', '/events', `{"events":[${event}]}`);
    expect(answer.body).toEqual({ results: [{ id: '😀'.repeat(64), status: 'accepted' }] });
  });

  test('accepts an event of 256 KiB and refuses a larger one', async () => {
    const eventOf = (bytes: number) => {
      const event = custom({ data: { text: '' } });
      return { ...event, data: { text: 'x'.repeat(bytes - JSON.stringify(event).length) } };
    };
    expect((await server('POST', '/events', { events: [eventOf(256 * 1024)] })).status).toBe(202);
    const answer = await server('POST', '/events', { events: [custom(), eventOf(256 * 1024 + 1)] });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({
      code: 400000,
      message: expect.stringContaining('events[1] must be at most 262144 bytes'),
    });
  });
});

test('data may have 64 levels; with more, none of a request is accepted, and the event is named', async () => {
  const server = await serverOf(await createNetwork({ features: [] }));
  const eventOf = (levels: number) =>
    `{"id":"${levels}","event":"shop.didSell","data":${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}}`;
  const refused = await server('POST', '/events', `{"events":[${eventOf(64)},${eventOf(65)}]}`);
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 400,
    body: { status: 'error', code: 400000, message: 'events[1].data must be nested at most 64 levels deep' },
  });
  const accepted = await server('POST', '/events', `{"events":[${eventOf(64)}]}`);
  expect(accepted.body).toEqual({ results: [{ id: '64', status: 'accepted' }] });
});

describe('the list of events', () => {
  let network: NetworkId;
  const page = async (query: string) => {
    const { body } = await call('GET', `/events?${query}`, { token: await tokenFor(network, 'vera', 'viewer') });
    return v.parse(listEvents.response.body, body);
  };

  beforeAll(async () => {
    network = await createNetwork({ features: ['webhooks'] });
    const server = await serverOf(network);
    for (const event of ['shop.didSell', 'shop.didBuy']) {
      const dataOf = (n: number) => ({ users: [{ userId: n === 7 ? 'named' : `other ${n}`, bio: 'is not named' }] });
      const events = Array.from({ length: 30 }, (_, n) => custom({ event, data: dataOf(n) }));
      await server('POST', '/events', { events });
    }
    await eventually(async () => expect((await page('limit=100')).results).toHaveLength(60));
  });

  test('has every accepted event, the newest first, 50 on a page', async () => {
    const first = await page('');
    const second = await page(`start=${first.start}`);
    expect({ first: first.results.length, second: second.results.length, start: second.start }).toEqual({
      first: 50,
      second: 10,
      start: undefined,
    });
    const all = [...first.results, ...second.results];
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    expect(all.map(({ event }) => event)).toEqual([
      ...Array(30).fill('shop.didBuy'),
      ...Array(30).fill('shop.didSell'),
    ]);
    const ofOne = await page(`event=shop.didSell&until=${all[30]?.acceptedAt}&since=${all[59]?.acceptedAt}&limit=100`);
    expect(ofOne.results).toEqual(all.slice(30));
  });

  test('has those that name a user, wherever they do', async () => {
    const first = await page('userId=named&limit=1');
    expect(first.results).toMatchObject([{ event: 'shop.didBuy' }]);
    const second = await page(`userId=named&limit=1&start=${first.start}`);
    expect(second).toMatchObject({ results: [{ event: 'shop.didSell' }] });
    expect(second).not.toHaveProperty('start');
    // A request looks at 100 events.
    await (await serverOf(network))('POST', '/events', { events: Array(100).fill(custom({ event: 'shop.didShip' })) });
    const none = await eventually(async () => {
      const found = await page('userId=named');
      expect(found).toEqual({ results: [], start: expect.any(String) });
      return found;
    });
    const rest = await page(`userId=named&start=${none.start}`);
    expect(rest.results.map(({ event }) => event)).toEqual(['shop.didBuy', 'shop.didSell']);
  });
});
