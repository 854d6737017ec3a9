/** Calls that are refused for the moment, by a server on loopback. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Client, type ClientOptions, createClient, type Fetch } from '../../client/index.ts';
import { visiblePosts } from '../../examples/clients/hide-blocked.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';

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
const soon: Refusal = { ...ours, headers: { 'retry-after': '0' } };

const started: Receiver[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
});

/** A server that responds with these refusals, one after the other, and then with success; and its client. */
async function refusing(refusals: readonly Refusal[], options: Partial<ClientOptions> = {}) {
  const left = [...refusals];
  const receiver = await startReceiver((response) => {
    const { status, headers, body } = left.shift() ?? { status: 200, headers: {}, body: '{"bob":true}' };
    response.writeHead(status, headers).end(body);
  });
  started.push(receiver);
  const client = createClient({ baseUrl: receiver.url, token: 'token', ...options });
  const waits = () =>
    receiver.requests.slice(1).map(({ receivedAt }, n) => receivedAt - (receiver.requests[n]?.receivedAt ?? 0));
  return { receiver, client, waits };
}

const query = { checkList: ['bob'] };
const always = (refusal: Refusal) => Array.from({ length: 10 }, () => refusal);

describe('A call that is refused for the moment', () => {
  test.each([
    ['429 of the service', ours],
    ['503 of the service', busy],
    ['429 of API Gateway, without Retry-After', ofGateway],
  ])('is repeated after a second, and up to another one: %s', async (_, refusal) => {
    const { client, waits } = await refusing([refusal]);
    expect(await client.checkHidden({ query })).toEqual({ bob: true });
    expect(waits()).toHaveLength(1);
    expect(waits()[0]).toBeGreaterThanOrEqual(999);
    expect(waits()[0]).toBeLessThan(5_000);
  });

  test('is repeated if API Gateway could call no function, and after a broken connection', async () => {
    const attempts: Fetch[] = [() => Promise.reject(new TypeError('fetch failed'))];
    const { client, receiver } = await refusing([disturbed], {
      fetch: (...given) => (attempts.shift() ?? fetch)(...given),
    });
    expect(await client.checkHidden({ query })).toEqual({ bob: true });
    expect([attempts, receiver.requests.length]).toEqual([[], 2]);
  });

  test('is repeated after 429 even if it creates something, since nothing was created', async () => {
    const { client, receiver } = await refusing([soon]);
    await client.createWebhook({ body: { url: 'https://example.com' } });
    expect(receiver.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  test('is repeated for an example that hides posts', async () => {
    const { client } = await refusing([ours]);
    expect(await visiblePosts(client, [{ authorId: 'bob' }, { authorId: 'eve' }])).toEqual([{ authorId: 'eve' }]);
  });

  test('is repeated twice, and then rejects with the time to wait', async () => {
    const { receiver, client } = await refusing(always(ours));
    await expect(client.blockUser({ body: { blockUserId: 'bob' } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      code: 400311,
      retryAfterSeconds: 1,
    });
    expect(receiver.requests).toHaveLength(3);
  });

  test.each<[string, Refusal, Partial<ClientOptions>]>([
    ['retries are turned off', ours, { retries: 0 }],
    ['the wait does not fit into the timeout', { ...ours, headers: { 'retry-after': '60' } }, {}],
    ['the timeout is shorter than the wait', ours, { timeoutMilliseconds: 900 }],
    ['it is another error', { status: 500, headers: { 'retry-after': '0' }, body: '{}' }, {}],
  ])('rejects at once if %s', async (_, refusal, options) => {
    const { receiver, client } = await refusing(always(refusal), options);
    await expect(client.listWebhooks()).rejects.toMatchObject({
      name: 'ApiError',
      status: refusal.status,
      retryAfterSeconds: Number(refusal.headers?.['retry-after']),
    });
    expect(receiver.requests).toHaveLength(1);
  });

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['creates a webhook', (client) => client.createWebhook({ body: { url: 'https://example.com', events: ['a.*'] } })],
    ['posts events', (client) => client.ingestEvents({ body: { events: [] } })],
    ['rotates a secret', (client) => client.rotateSecret({ parameters: { webhookId: 'wh' } })],
  ])('rejects at once if it %s, which must not happen twice', async (_, call) => {
    const { receiver, client } = await refusing(always(busy));
    await expect(call(client)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  test('rejects at once if its connection breaks and it must not happen twice', async () => {
    const sent: string[] = [];
    const send: Fetch = (url) => {
      sent.push(url);
      return Promise.reject(new TypeError('fetch failed'));
    };
    const client = createClient({ baseUrl: 'https://api.example.com', token: 'token', fetch: send });
    await expect(client.createWebhook({ body: { url: 'https://example.com' } })).rejects.toMatchObject({
      reason: 'unreachable',
    });
    expect(sent).toHaveLength(1);
  });

  test('stops waiting when its caller aborts, and is not sent again', async () => {
    const controller = new AbortController();
    const send: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      setImmediate(() => controller.abort('navigated away'));
      return response;
    };
    const twoSeconds = { ...ours, headers: { 'retry-after': '2' } };
    const { receiver, client } = await refusing([ours, twoSeconds], { fetch: send });
    await expect(client.listWebhooks({}, { signal: controller.signal })).rejects.toMatchObject({
      reason: 'aborted',
      cause: 'navigated away',
    });
    // By the end of this longer wait the aborted call would have been sent again.
    await client.getHealth();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook/webhooks', '/hook/health', '/hook/health']);
  });
});

describe('A call whose token is refused', () => {
  const refused: Refusal = {
    status: 401,
    body: '{"status":"error","code":400100,"message":"the access token has expired"}',
  };
  const sentTokens = ({ requests }: Receiver) => requests.map(({ headers }) => headers['authorization']);

  test('asks once for another one, with the refused one, and is sent again, whatever it does', async () => {
    const given: (string | undefined)[] = [];
    const token = (old?: string) => {
      given.push(old);
      return old === undefined ? 'old' : 'new';
    };
    const { receiver, client } = await refusing([refused], { token });
    await client.createWebhook({ body: { url: 'https://example.com' } });
    expect(given).toEqual([undefined, 'old']);
    expect(sentTokens(receiver)).toEqual(['Bearer old', 'Bearer new']);
  });

  test.each<[string, ClientOptions['token'], number]>([
    ['the other one is refused too', (old) => (old === undefined ? 'old' : 'new'), 2],
    ['there is no other one', () => 'old', 1],
    ['the token is a text', 'old', 1],
  ])('rejects if %s', async (_, token, requests) => {
    const { receiver, client } = await refusing(always(refused), { token });
    await expect(client.listWebhooks()).rejects.toMatchObject({ status: 401, source: 'service' });
    expect(receiver.requests).toHaveLength(requests);
  });
});
