/** What a customer's back end gets from the client: access tokens, events in batches, and the audience of a user. */
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import * as v from 'valibot';
import { startReceiver } from '../../test/support/receivers/http-receivers.ts';
import type { Receiver } from '../../test/support/receivers/listening.ts';
import { ConnectionError, createClient } from '../index.ts';
import {
  type AudienceClient,
  type BlockRelation,
  checkAudience,
  createAccessToken,
  sendEvents,
} from '../server/index.ts';

const key = { keyId: '20261122-0123456789abcdef', secret: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ' };
const subject = { networkId: 'demo', userId: 'ünïcode-🙂', key };

describe('createAccessToken', () => {
  test('signs the claims with the key, for an hour and the role user by default', async () => {
    const token = await createAccessToken(subject);
    const now = Math.floor(Date.now() / 1000);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: key.keyId, typ: 'JWT' });
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key.secret), { algorithms: ['HS256'] });
    expect(payload).toMatchObject({ sub: 'ünïcode-🙂', networkId: 'demo', role: 'user' });
    expect(Math.abs((payload.iat ?? 0) - now)).toBeLessThan(5);
    expect(payload.exp).toBe((payload.iat ?? 0) + 3_600);
  });

  test.each([
    ['no user', { ...subject, userId: '' }],
    ['no key', { ...subject, key: { ...key, secret: '' } }],
    ['no lifetime', { ...subject, lifetimeSeconds: 0 }],
    ['an endless lifetime', { ...subject, lifetimeSeconds: Number.POSITIVE_INFINITY }],
  ])('refuses %s, without the key in the message', async (_, options) => {
    await expect(createAccessToken(options)).rejects.toThrow(/^(?!.*c2Vj).*must be/s);
  });
});

const Posted = v.object({ events: v.array(v.object({ id: v.string() })) });

const started: Receiver[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
});

/** A service that responds with these statuses in turn, and then stores events by their ids; and its client. */
async function eventStore(statuses: readonly number[] = []) {
  const left = [...statuses];
  const stored = new Set<string>();
  const batches: string[][] = [];
  const receiver = await startReceiver((response, { body }) => {
    const { events } = v.parse(Posted, JSON.parse(`${body}`));
    const ids = events.map(({ id }) => id);
    batches.push(ids);
    const status = left.shift() ?? 202;
    const results = ids.map((id) => ({ id, status: stored.has(id) ? 'duplicate' : 'accepted' }));
    if (status === 202 || status >= 500) for (const id of ids) stored.add(id);
    response.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify({ results, message: `${status}` }));
  });
  started.push(receiver);
  return { batches, stored, receiver, client: createClient({ baseUrl: receiver.url, token: 'token', retries: 0 }) };
}

const numbered = (count: number, data: object = {}) =>
  Array.from({ length: count }, (_, number) => ({ id: `e-${number}`, event: 'app.opened', data: { ...data } }));

describe('sendEvents', () => {
  test('sends 100 events in a request, in their order, and nothing for an empty source', async () => {
    const { client, batches } = await eventStore();
    expect(await sendEvents(client, [])).toEqual({ accepted: 0, duplicates: 0 });
    expect(await sendEvents(client, numbered(201))).toEqual({ accepted: 201, duplicates: 0 });
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(batches.flat()).toEqual(numbered(201).map(({ id }) => id));
  });

  test('sends no request that is larger than 4 MiB', async () => {
    const { client, receiver } = await eventStore();
    await sendEvents(client, numbered(40, { text: 'é'.repeat(100_000) }));
    expect(receiver.requests.map(({ body }) => body.length <= 4 * 1024 * 1024)).toEqual([true, true]);
  });

  test('repeats a request with the same ids, so that an event without an id is stored once', async () => {
    const { client, batches, stored } = await eventStore([500, 429, 504]);
    const event = { event: 'app.opened', data: {} };
    expect(await sendEvents(client, [event, { ...event, id: undefined }])).toEqual({ accepted: 0, duplicates: 2 });
    const [first = []] = batches;
    expect(first.map((id) => id.length)).toEqual([36, 36]);
    expect(batches).toEqual([first, first, first, first]);
    expect(stored.size).toBe(2);
  });

  test.each(['timed-out', 'unreachable'] as const)('repeats a request without a response: %s', async (reason) => {
    // Waits that kept doubling would use up the patience.
    jest.useFakeTimers();
    const posted: unknown[] = [];
    const ingestEvents = async ({ body }: { readonly body: object }) => {
      if (posted.push(body) < 10) throw new ConnectionError(reason, 'no response');
      return { results: [{ id: 'e-0', status: 'duplicate' as const }] };
    };
    const { signal } = new AbortController();
    const sending = sendEvents({ ingestEvents }, numbered(1), { signal });
    await jest.runAllTimersAsync();
    jest.useRealTimers();
    expect(await sending).toEqual({ accepted: 0, duplicates: 1 });
    expect(posted).toEqual(Array(10).fill({ events: numbered(1) }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('reads the source only as quickly as the service accepts', async () => {
    const { client, batches } = await eventStore();
    const aheadOf: number[] = [];
    async function* source() {
      for (const [number, event] of numbered(300).entries()) {
        aheadOf.push(number - batches.flat().length);
        yield event;
      }
    }
    await sendEvents(client, source());
    expect(Math.max(...aheadOf)).toBe(100);
  });

  test('fails with the events of the refused request and what was stored before, and ends the source', async () => {
    const { client, batches } = await eventStore([202, 400]);
    let isEnded = false;
    function* source() {
      try {
        yield* numbered(1_000);
      } finally {
        isEnded = true;
      }
    }
    await expect(sendEvents(client, source())).rejects.toMatchObject({
      name: 'SendEventsError',
      message: 'A request with 100 events failed: 400',
      sent: { accepted: 100, duplicates: 0 },
      unsent: numbered(200).slice(100),
      cause: { status: 400 },
    });
    expect({ isEnded, batches: batches.length }).toEqual({ isEnded: true, batches: 2 });
  });

  test('stores what the source had before it fails, and throws its error', async () => {
    const { client, stored } = await eventStore();
    const broken = new Error('the cursor is closed');
    function* source() {
      yield* numbered(150);
      throw broken;
    }
    await expect(sendEvents(client, source())).rejects.toBe(broken);
    expect(stored.size).toBe(150);
  });

  test('fails when its patience ends', async () => {
    const { client, batches } = await eventStore([503, 503, 503, 503]);
    const sending = sendEvents(client, numbered(1), { patienceMilliseconds: 0 });
    await expect(sending).rejects.toMatchObject({ cause: { status: 503 } });
    expect(batches).toHaveLength(1);
  });

  test('is aborted by its signal, in a request and while it waits for a retry', async () => {
    const controller = new AbortController();
    const { client, batches } = await eventStore([503]);
    const aborting: typeof client = {
      ...client,
      ingestEvents: (request, options) => {
        expect(options).toEqual({ signal: controller.signal });
        return client.ingestEvents(request, options).finally(() => setImmediate(() => controller.abort()));
      },
    };
    const sending = sendEvents(aborting, numbered(1), { signal: controller.signal });
    await expect(sending).rejects.toMatchObject({ cause: { name: 'AbortError' } });
    expect(batches).toHaveLength(1);
  });
});

describe('checkAudience', () => {
  test('checks 100 users in a request, each once, with the options of the call, and joins the results', async () => {
    const asked: unknown[] = [];
    const client: AudienceClient = {
      checkAudience: async ({ body: { userIds } }, options) => {
        asked.push([userIds.length, options]);
        const relation = (id: string): BlockRelation => ({ hasBlocked: id === '__proto__', isBlocked: false });
        return { results: Object.fromEntries(userIds.map((id) => [id, relation(id)])) };
      },
    };
    const ids = ['__proto__', ...Array.from({ length: 204 }, (_, number) => `user-${number}`)];
    const options = { signal: new AbortController().signal };
    const relations = await checkAudience(client, 'alice', [...ids, ...ids], options);
    expect(asked).toEqual([100, 100, 5].map((count) => [count, options]));
    expect([...relations.keys()]).toEqual(ids);
    expect(relations.get('__proto__')).toEqual({ hasBlocked: true, isBlocked: false });
  });
});
