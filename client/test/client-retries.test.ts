/** Calls that are refused for the moment. The waits take no time. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Client, type ClientOptions, createClient, type Fetch } from '../index.ts';
import type { CallOptions } from '../operation.ts';

interface Refusal {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}
const ours: Refusal = {
  status: 429,
  headers: { 'retry-after': '1' },
  body: '{"status":"error","code":400311,"message":"too many requests"}',
};
const busy: Refusal = { ...ours, status: 503 };
const ofGateway: Refusal = { status: 429, body: '{"message":"Too Many Requests"}' };
/** API Gateway's response when it can't call a function, such as the authorizer. */
const disturbed: Refusal = { status: 500, headers: { 'retry-after': '0' }, body: '{"message":null}' };

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-26T12:00:00.400Z') });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A service that responds with these refusals, one after the other, and then with success; and its client. */
function refusing(refusals: readonly Refusal[], options: Partial<ClientOptions> = {}) {
  const left = [...refusals];
  const requests: { call: string; token: string | null; user: string | null; at: number }[] = [];
  const send: Fetch = async (url, sent) => {
    const call = `${sent.method} ${new URL(url).pathname}`;
    const headers = new Headers(sent.headers);
    requests.push({ call, token: headers.get('authorization'), user: headers.get('on-behalf-of'), at: Date.now() });
    const { body, ...init } = left.shift() ?? { status: 200, body: '{"bob":true}' };
    return new Response(body, init);
  };
  const client = createClient({ baseUrl: 'https://api.example.com', token: 'token', fetch: send, ...options });
  return { client, requests, send };
}

/** The result of a call, without waiting in real time. */
async function soon<T>(call: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([call, jest.runAllTimersAsync()]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

const query = { checkList: ['bob'] };
const always = (refusal: Refusal) => Array.from({ length: 10 }, () => refusal);

describe('A call that is refused for the moment', () => {
  test.each([
    ['429 of the service', ours],
    ['503 of the service', busy],
    ['429 of API Gateway, without Retry-After', ofGateway],
    ['503 until a date', { ...busy, headers: { 'retry-after': 'Thu, 26 Nov 2026 12:00:01 GMT' } }],
    ['503 until a date of RFC 850', { ...busy, headers: { 'retry-after': 'Thursday, 26-Nov-26 12:00:01 GMT' } }],
    ['503 until a date of asctime', { ...busy, headers: { 'retry-after': 'Thu Nov 26 12:00:01 2026' } }],
  ])('is repeated after a second, and up to another one at random: %s', async (_, refusal) => {
    const { client, requests } = refusing([refusal]);
    expect(await soon(client.checkHidden({ query }))).toEqual({ bob: true });
    const [first, second, ...more] = requests.map(({ at }) => at);
    expect(more).toEqual([]);
    expect(Number(second) - Number(first)).toBe(1_500);
  });

  test('is repeated after twice as long the second time, unless the service asks for another time', async () => {
    for (const [refusal, seconds] of [
      [ofGateway, 2],
      [ours, 1],
    ] as const) {
      const { client, requests } = refusing([refusal, refusal]);
      await soon(client.checkHidden({ query }));
      const [, second = 0, third = 0] = requests.map(({ at }) => at);
      expect(Math.floor((third - second) / 1_000)).toBe(seconds);
    }
  });

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['blocks', (client) => client.blockUser({ body: { blockUserId: 'bob' } })],
    ['unblocks', (client) => client.unblockUser({ body: { blockUserId: 'bob' } })],
    ['lists blocks', (client) => client.listBlockedUsers()],
    ['checks an audience', (client) => client.checkAudience({ body: { actorId: 'bob', userIds: ['eve'] } })],
  ])('is repeated after 503 although it is no GET, if it %s', async (_, call) => {
    const { client, requests } = refusing([busy]);
    await soon(call(client));
    expect(requests).toHaveLength(2);
  });

  test('is repeated if API Gateway could call no function, and after a broken connection', async () => {
    const { send, requests } = refusing([disturbed]);
    const attempts: Fetch[] = [() => Promise.reject(new TypeError('fetch failed'))];
    const { client } = refusing([], { fetch: (...given) => (attempts.shift() ?? send)(...given) });
    expect(await soon(client.checkHidden({ query }))).toEqual({ bob: true });
    expect({ attempts, requests: requests.length }).toEqual({ attempts: [], requests: 2 });
  });

  test('is repeated after 429 even if it creates something, and leaves no timer or listener', async () => {
    const { client, requests } = refusing([ours]);
    const { signal } = new AbortController();
    await soon(client.createWebhook({ body: { url: 'https://example.com' } }, { signal }));
    expect(requests.map(({ call }) => call)).toEqual(['POST /webhooks', 'POST /webhooks']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(Date.now()).toBe(requests[1]?.at);
  });

  test('is repeated twice, and then rejects with the time to wait', async () => {
    const { client, requests } = refusing(always(ours));
    await expect(soon(client.blockUser({ body: { blockUserId: 'bob' } }))).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      code: 400311,
      retryAfterSeconds: 1,
    });
    expect(requests).toHaveLength(3);
  });

  test.each<[string, Refusal, Partial<ClientOptions>]>([
    ['retries are turned off', ours, { retries: 0 }],
    ['the wait does not fit into the timeout', { ...ours, headers: { 'retry-after': '10' } }, {}],
    ['the timeout is shorter than the wait', ours, { timeoutMilliseconds: 900 }],
    ['it is another error', { status: 500, headers: { 'retry-after': '0' }, body: '{}' }, {}],
  ])('rejects at once if %s', async (_, refusal, options) => {
    const { client, requests } = refusing(always(refusal), options);
    await expect(soon(client.listWebhooks())).rejects.toMatchObject({
      name: 'ApiError',
      status: refusal.status,
      retryAfterSeconds: Number(refusal.headers?.['retry-after']),
    });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, (client: Client, options?: CallOptions) => Promise<unknown>]>([
    ['creates a webhook', (client, options) => client.createWebhook({ body: { url: 'https://example.com' } }, options)],
    ['rotates a secret', (client, options) => client.rotateSecret({ parameters: { webhookId: 'wh' } }, options)],
  ])('is repeated with its idempotency key if it %s, each call with another key or the one given', async (_, call) => {
    const inFlight = { ...busy, status: 409 };
    const keys: (string | null)[] = [];
    const left: (Refusal | undefined)[] = [undefined, inFlight];
    const { client } = refusing([], {
      fetch: async (_url, sent) => {
        keys.push(new Headers(sent.headers).get('idempotency-key'));
        if (left.length === 0) return new Response('{}');
        const refusal = left.shift();
        if (refusal === undefined) throw new TypeError('fetch failed');
        return new Response(refusal.body, refusal);
      },
    });
    jest.mocked(Math.random).mockRestore();
    await soon(call(client));
    await soon(call(client));
    await soon(call(client, { idempotencyKey: 'my-key' }));
    const [key, ...more] = keys;
    expect(more).toEqual([key, key, expect.not.stringMatching(`^${key}$`), 'my-key']);
    for (const one of keys) expect(one).toMatch(/^[\w-]{6,60}$/);
    // Another conflict comes without a time.
    const conflict = refusing(always({ status: 409, body: busy.body }));
    await expect(soon(call(conflict.client))).rejects.toMatchObject({ status: 409 });
    expect(conflict.requests).toHaveLength(1);
  });

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['posts events', (client) => client.ingestEvents({ body: { events: [] } })],
    ['changes a webhook', (client) => client.updateWebhook({ parameters: { webhookId: 'wh' }, body: { url: 'a' } })],
  ])('rejects at once if it %s, which must not happen twice', async (_, call) => {
    const { client, requests } = refusing(always(busy));
    await expect(soon(call(client))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
    expect(requests).toHaveLength(1);
    const breaking = jest.fn<Fetch>().mockRejectedValue(new TypeError('fetch failed'));
    const broken = refusing([], { fetch: breaking });
    await expect(soon(call(broken.client))).rejects.toMatchObject({ reason: 'unreachable' });
    expect(breaking).toHaveBeenCalledTimes(1);
  });

  test('stops waiting when its caller aborts, and is not sent again', async () => {
    const controller = new AbortController();
    const { client, requests } = refusing([ours]);
    setTimeout(() => controller.abort('navigated away'), 500);
    await expect(soon(client.listWebhooks({}, { signal: controller.signal }))).rejects.toMatchObject({
      reason: 'aborted',
      cause: 'navigated away',
    });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(requests.map(({ call }) => call)).toEqual(['GET /webhooks']);
  });
});

describe('A call whose token is refused', () => {
  const refused: Refusal = {
    status: 401,
    body: '{"status":"error","code":400100,"message":"the access token has expired"}',
  };

  test('asks once for another token, with the refused one, and is sent again; the next one asks if it must', async () => {
    const given: (string | undefined)[] = [];
    const token = (old?: string) => {
      given.push(old);
      return old === undefined ? 'old' : 'new';
    };
    const { client, requests } = refusing([refused], { token });
    await soon(client.createWebhook({ body: { url: 'https://example.com' } }));
    await soon(client.listWebhooks());
    await soon(client.getHealth());
    expect(given).toEqual([undefined, 'old', undefined]);
    expect(requests.map((request) => request.token)).toEqual(['Bearer old', 'Bearer new', 'Bearer old', null]);
  });

  test('is sent again on behalf of the same user, and for the same network', async () => {
    const token = (old?: string) => (old === undefined ? 'old' : 'new');
    const { client, requests } = refusing([refused], { token, network: 'acme' });
    await soon(client.listBlockedUsers({}, { onBehalfOf: 'zoe' }));
    expect(requests).toMatchObject([
      { token: 'Bearer acme~old', user: 'zoe' },
      { token: 'Bearer acme~new', user: 'zoe' },
    ]);
  });

  test.each<[string, ClientOptions['token'], number]>([
    ['the other one is refused too', (old) => (old === undefined ? 'old' : 'new'), 2],
    ['there is no other one', () => 'old', 1],
    ['the token is a text', 'old', 1],
  ])('rejects if %s', async (_, token, count) => {
    const { client, requests } = refusing(always(refused), { token });
    await expect(soon(client.listWebhooks())).rejects.toMatchObject({ status: 401, source: 'service' });
    expect(requests).toHaveLength(count);
  });
});
