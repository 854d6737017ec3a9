import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../../test/support/eventually.ts';
import {
  startAnswering,
  startDripping,
  startReceiver,
  startSilent,
} from '../../test/support/receivers/http-receivers.ts';
import type { Receiver } from '../../test/support/receivers/listening.ts';
import { startClosingEarly, startRawAnswer, startResetting } from '../../test/support/receivers/raw-receivers.ts';
import { type ClientOptions, createClient, type Fetch } from '../index.ts';

/** Valid JSON that is too large. */
const huge = JSON.stringify({ message: 'x'.repeat(9e6) });

const started: Receiver[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
});

async function clientOf(starting: Promise<Receiver>, options: Partial<ClientOptions> = {}) {
  const receiver = await starting;
  started.push(receiver);
  // Slashes that end a base URL don't count.
  return { receiver, client: createClient({ baseUrl: `${receiver.url}//`, token: 'token', ...options }) };
}

describe('No response of the service is a ConnectionError', () => {
  test.each<[string, string, () => Promise<Receiver>]>([
    ['a server that does not respond', 'timed-out', startSilent],
    ['a response without an end', 'timed-out', () => startDripping(5)],
    ['an error without an end', 'timed-out', () => startDripping(5, 500)],
    ['a connection that is reset', 'unreachable', startResetting],
    ['a truncated response', 'unreachable', () => startClosingEarly('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')],
    ['something other than HTTP', 'unreachable', () => startRawAnswer('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'an HTML page',
      'unexpected-answer',
      () => startAnswering(200, {}, '<!doctype html><title>Welcome to the hotel</title>'),
    ],
    ['JSON that is not an object', 'unexpected-answer', () => startAnswering(200, {}, '["success"]')],
    ['an empty response', 'unexpected-answer', () => startAnswering(204)],
    ['a redirect', 'unexpected-answer', () => startAnswering(307, { location: 'http://127.0.0.1:9/' })],
  ])('%s: %s', async (_, reason, starting) => {
    const timeoutMilliseconds = reason === 'timed-out' ? 100 : 10_000;
    const { client } = await clientOf(starting(), { timeoutMilliseconds, retries: 0 });
    await expect(client.listBlockedUsers()).rejects.toMatchObject({
      name: 'ConnectionError',
      reason,
      message: expect.stringMatching(/^POST \/block /),
      ...(reason === 'unreachable' && { cause: { name: 'TypeError' } }),
    });
  });

  test('the caller aborts: aborted, with the caller’s reason', async () => {
    const given: RequestInit[] = [];
    const send: Fetch = (url, init) => {
      given.push(init);
      return fetch(url, init);
    };
    const { receiver, client } = await clientOf(startDripping(5), { fetch: send });
    const controller = new AbortController();
    const calling = expect(client.listWebhooks({}, { signal: controller.signal })).rejects.toMatchObject({
      reason: 'aborted',
      cause: 'navigated away',
    });
    await eventually(() => expect(receiver.requests).toHaveLength(1));
    controller.abort('navigated away');
    await calling;
    await expect(client.listWebhooks({}, { signal: controller.signal })).rejects.toMatchObject({ reason: 'aborted' });
    expect(given.map(({ signal }) => signal?.aborted)).toEqual([true]);
  });

  test('the token function hangs: timed-out, and nothing is sent', async () => {
    const token = () => new Promise<string>(() => undefined);
    const { receiver, client } = await clientOf(startReceiver(), { token, timeoutMilliseconds: 20 });
    await expect(client.listWebhooks()).rejects.toMatchObject({ reason: 'timed-out' });
    expect(receiver.connections()).toBe(0);
  });
});

describe('An error response from elsewhere is an ApiError too', () => {
  const page = '<html>Bad Gateway</html>';

  test.each<[string, Promise<Receiver>, object]>([
    [
      'of the gateway',
      startAnswering(401, {}, '{"message":"Unauthorized"}'),
      { status: 401, message: 'Unauthorized', source: 'gateway' },
    ],
    [
      'of the gateway, whose authorizer fails',
      startAnswering(500, {}, '{"message":null}'),
      { message: 'GET /webhooks got 500 without a message', source: 'gateway' },
    ],
    [
      'of a proxy',
      startAnswering(502, {}, page),
      { status: 502, message: 'GET /webhooks got 502 without a message', source: 'other' },
    ],
    [
      'of another form',
      startAnswering(418, {}, '{"code":"x","data":{"detail":7}}'),
      { status: 418, detail: [], source: 'other' },
    ],
    ['of 9 MB', startAnswering(500, {}, huge), { message: 'GET /webhooks got 500 without a message' }],
    [
      'with seconds to wait, and with a detail that is no text',
      startAnswering(429, { 'retry-after': '7' }, '{"data":{"detail":[7,"limit"]}}'),
      { retryAfterSeconds: 7, detail: ['limit'] },
    ],
    ['with a date to wait for', startAnswering(503, { 'retry-after': '1 Jan 2020' }), { retryAfterSeconds: 0 }],
    ['with an invalid time to wait', startAnswering(503, { 'retry-after': 'soon' }), { retryAfterSeconds: undefined }],
    [
      'of a proxy that has a message, and more than the gateway',
      startAnswering(504, {}, '{"message":"too late","path":"/"}'),
      { message: 'too late', source: 'other' },
    ],
  ])('%s', async (_, starting, expected) => {
    const { client } = await clientOf(starting, { retries: 0 });
    await expect(client.listWebhooks()).rejects.toMatchObject({ name: 'ApiError', code: undefined, ...expected });
  });
});

describe('What the client sends', () => {
  test('has the network before the token, for admins of several networks', async () => {
    const { receiver, client } = await clientOf(startReceiver(), { network: 'demo', token: async () => 'a.b.c' });
    await client.listWebhooks();
    expect(receiver.requests[0]).toMatchObject({
      method: 'GET',
      path: '/hook/webhooks',
      headers: { authorization: 'Bearer demo~a.b.c' },
    });
  });

  test('is an empty object if the body is optional and left out, and no body if the route has none', async () => {
    const { receiver, client } = await clientOf(startReceiver());
    const parameters = { webhookId: 'wh/1' };
    await client.rotateSecret({ parameters });
    await client.deleteWebhook({ parameters });
    expect(receiver.requests.map(({ path, headers, body }) => [path, headers['content-type'], `${body}`])).toEqual([
      ['/hook/webhooks/wh%2F1/secret', 'application/json', '{}'],
      ['/hook/webhooks/wh%2F1', undefined, ''],
    ]);
  });

  test('has the filter, page size and options of a list on each page', async () => {
    const pages = [
      { data: [], start: { createdAt: 't', networkId_userId: 'u' } },
      { data: [] },
      { results: [], start: 'd' },
      { results: [] },
      { results: [], paginationToken: { netid_uid: 'n', blocked_userId: 'b' } },
      { results: [] },
    ];
    const { receiver, client } = await clientOf(
      startReceiver((response) => response.end(JSON.stringify(pages.shift()))),
    );
    const options = { onBehalfOf: 'zoë' };
    const body = { paginationToken: { netid_uid: 'n', blocked_userId: 'a' } };
    const parameters = { webhookId: 'wh' };
    for (const list of [
      client.eachActivity({ query: { limit: 2 } }, options),
      client.eachDelivery({ parameters, query: { state: 'failed', start: 'c' } }, options),
      client.eachBlockedUser({ body }, options),
    ]) {
      for await (const item of list) expect(item).toBeUndefined();
    }
    expect(receiver.requests.map((sent) => [`${sent.path}${sent.body}`, sent.headers['on-behalf-of']])).toEqual(
      [
        '/hook/user-activities?limit=2',
        '/hook/user-activities?limit=2&createdAt=t&networkId_userId=u',
        '/hook/webhooks/wh/deliveries?state=failed&start=c',
        '/hook/webhooks/wh/deliveries?state=failed&start=d',
        '/hook/block{"paginationToken":{"netid_uid":"n","blocked_userId":"a"}}',
        '/hook/block{"paginationToken":{"netid_uid":"n","blocked_userId":"b"}}',
      ].map((path) => [path, 'zo%C3%AB']),
    );
  });

  test('lists pages of any form as items and the request of the next page', async () => {
    const responses = [
      { results: [{ id: 'e2' }], start: 's' },
      { results: [], start: 't' },
      { results: [{ id: 'e1' }] },
    ];
    const { client } = await clientOf(
      startReceiver((response) => {
        const body = responses.shift();
        if (body !== undefined) responses.push(body);
        response.end(JSON.stringify(body));
      }),
    );
    const list = client.eachEvent({ query: { limit: 1 } });
    const pages: unknown[] = [];
    for await (const page of list.pages()) pages.push(page);
    expect(pages).toEqual([
      { items: [{ id: 'e2' }], next: { query: { limit: 1, start: 's' } } },
      { items: [], next: { query: { limit: 1, start: 't' } } },
      { items: [{ id: 'e1' }], next: undefined },
    ]);
    const ids: string[] = [];
    for await (const { id } of list) ids.push(id);
    expect(ids).toEqual(['e2', 'e1']);
  });
});

describe('The body of a response', () => {
  const checkWith = (body: ReadableStream<Uint8Array>) =>
    createClient({ baseUrl: 'http://127.0.0.1/', token: 'token', fetch: async () => new Response(body) }).checkHidden({
      query: { checkList: ['é'] },
    });

  test('may come byte by byte', async () => {
    const bytes = Buffer.from('{"é":true}').values();
    const body = new ReadableStream({
      pull(controller) {
        const { done, value } = bytes.next();
        if (done) controller.close();
        else controller.enqueue(Uint8Array.of(value));
      },
    });
    expect(await checkWith(body)).toEqual({ é: true });
  });

  test('that has more than 8 MiB is unexpected, and its rest is cancelled', async () => {
    const cancelled: unknown[] = [];
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)),
      cancel: (reason) => void cancelled.push(reason),
    });
    const message = expect.stringContaining('more than 8388608 bytes');
    await expect(checkWith(body)).rejects.toMatchObject({ reason: 'unexpected-answer', message });
    expect(cancelled).toHaveLength(1);
  });
});

describe('A mistake of the caller is thrown, and nothing is sent', () => {
  test.each([['..'], ['.'], ['']])('%j for an id in a path', async (webhookId) => {
    const { receiver, client } = await clientOf(startReceiver());
    await expect(client.deleteWebhook({ parameters: { webhookId } })).rejects.toThrow(TypeError);
    expect(receiver.connections()).toBe(0);
  });

  test.each([
    ['that a header can not contain, which is not in the message', '"secret\\r\\nx-role: admin"'],
    ['with its scheme before it', '"Bearer secret"'],
    ['that is none, as when nobody is signed in', 'null'],
  ])('a token %s', async (_, token) => {
    const { receiver, client } = await clientOf(startReceiver(), { token: () => JSON.parse(token) });
    await expect(client.listWebhooks()).rejects.toThrow(/^(?!.*secret).*token must be/s);
    expect(receiver.connections()).toBe(0);
  });

  test('an error of the token function', async () => {
    const signedOut = new Error('signed out');
    const { client } = await clientOf(startReceiver(), { token: () => Promise.reject(signedOut) });
    await expect(client.listWebhooks()).rejects.toBe(signedOut);
  });

  test.each<[Partial<ClientOptions>]>([
    [{ baseUrl: '/api' }],
    [{ baseUrl: 'ftp://127.0.0.1/' }],
    [{ timeoutMilliseconds: 0 }],
    [{ timeoutMilliseconds: 2 ** 31 }],
  ])('the options %j', (options) => {
    expect(() => createClient({ baseUrl: 'http://127.0.0.1/', token: 'token', ...options })).toThrow(TypeError);
  });
});
