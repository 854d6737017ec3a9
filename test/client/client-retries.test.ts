/** Calls that are refused for the moment, by a server on loopback. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Client, type ClientOptions, createClient, type Fetch } from '../../client/index.ts';
import { visiblePosts } from '../../examples/clients/hide-blocked.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';

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
