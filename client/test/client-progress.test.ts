/** What the client says of a request that got no complete response: whether it may have taken effect. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { startAnswering, startReceiver } from '../../test/support/receivers/http-receivers.ts';
import type { Receiver } from '../../test/support/receivers/listening.ts';
import { startClosingEarly, startResetting } from '../../test/support/receivers/raw-receivers.ts';
import { type ClientOptions, createClient, type Fetch } from '../index.ts';

const CAVEAT = '; the request may have taken effect';

const started: Receiver[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
});

const never = <T>() => new Promise<T>(() => undefined);
const clientWith = (send: Fetch, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: 'http://127.0.0.1/', token: 'token', fetch: send, ...options });

/** The error of a call, without waiting in real time. */
async function errorOf(call: () => Promise<unknown>): Promise<unknown> {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const failing = call().catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  return await failing;
}

/** Posts, which has an effect, and reads, which has none. */
const calls = (client: ReturnType<typeof createClient>) =>
  [
    ['POST /events', () => client.ingestEvents({ body: { events: [] } }), CAVEAT],
    ['GET /webhooks', () => client.listWebhooks(), ''],
  ] as const;

describe('A response that has begun and is not complete', () => {
  const cutOff = (status: string) => () => startClosingEarly(`HTTP/1.1 ${status}\r\ncontent-length: 9\r\n\r\n{`);

  test.each<[string, number, string, () => Promise<Receiver>]>([
    ['was cut off', 202, 'unreachable', cutOff('202 Accepted')],
    ['is an error that was cut off', 502, 'unreachable', cutOff('502 Bad Gateway')],
    ['is not JSON', 202, 'unexpected-answer', () => startAnswering(202, {}, 'accepted')],
    ['is empty', 204, 'unexpected-answer', () => startAnswering(204)],
  ])(
    'has its status in the error where it %s, and a request may have taken effect',
    async (_, status, reason, start) => {
      const receiver = await start();
      started.push(receiver);
      for (const [name, call, caveat] of calls(clientWith((_url, init) => fetch(receiver.url, init), { retries: 0 }))) {
        const error = await call().catch((failure: unknown) => failure);
        expect(error).toMatchObject({ name: 'ConnectionError', reason, status });
        const [what, ...more] = String(error).split('; ');
        expect(what).toContain(`: ${name} got ${status} `);
        expect(more).toEqual(caveat === '' ? [] : ['the request may have taken effect']);
      }
    },
  );

  test('has its status in the error where it does not end, and a request may have taken effect', async () => {
    const endless: Fetch = async () => new Response(new ReadableStream({ pull: never }), { status: 202 });
    for (const [name, call, caveat] of calls(clientWith(endless))) {
      expect(await errorOf(call)).toMatchObject({
        reason: 'timed-out',
        status: 202,
        message: `${name} got 202 and no complete response within 10000 ms${caveat}`,
      });
    }
  });

  test('and was aborted by the caller: the request may have taken effect', async () => {
    const endless: Fetch = async () => new Response(new ReadableStream({ pull: never }), { status: 202 });
    const controller = new AbortController();
    const posting = clientWith(endless).ingestEvents({ body: { events: [] } }, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(posting).rejects.toMatchObject({
      status: 202,
      message: `POST /events was aborted by its caller${CAVEAT}`,
    });
  });
});

describe('A request without a response', () => {
  test('may have taken effect if there is none in time', async () => {
    for (const [name, call, caveat] of calls(clientWith(never))) {
      const message = `${name} got no response within 10000 ms${caveat}`;
      expect(await errorOf(call)).toMatchObject({ reason: 'timed-out', status: undefined, message });
    }
  });

  test('may have taken effect if the connection breaks', async () => {
    const receiver = await startResetting();
    started.push(receiver);
    for (const [name, call, caveat] of calls(createClient({ baseUrl: receiver.url, token: 'token', retries: 0 }))) {
      const message = `${name} got no response from ${receiver.url}${caveat}`;
      await expect(call()).rejects.toMatchObject({ reason: 'unreachable', status: undefined, message });
    }
  });

  test('has had no effect where nothing listens', async () => {
    const { url, stop } = await startReceiver();
    await stop();
    const posting = createClient({ baseUrl: url, token: 'token' }).ingestEvents({ body: { events: [] } });
    await expect(posting).rejects.toMatchObject({ message: `POST /events got no response from ${url}` });
  });

  test('has had no effect where the token function hangs before it', async () => {
    const send: Fetch = () => Promise.reject(new Error('nothing is sent'));
    const client = clientWith(send, { token: () => never() });
    const message = 'POST /events got no response within 10000 ms';
    expect(await errorOf(() => client.ingestEvents({ body: { events: [] } }))).toMatchObject({ message });
  });

  test.each([
    ['has had no effect where it was refused', [401], ''],
    ['may have had one where an earlier one was not refused', [503, 401], CAVEAT],
  ])('%s, and no other token comes', async (_, statuses, caveat) => {
    const left = [...statuses];
    const send: Fetch = async () => Response.json({ message: 'no' }, { status: left.shift() ?? 200 });
    const client = clientWith(send, { token: (refused) => (refused === undefined ? 'token' : never()) });
    expect(await errorOf(() => client.blockUser({ body: { blockUserId: 'bob' } }))).toMatchObject({
      status: undefined,
      message: `POST /block/members got no response within 10000 ms${caveat}`,
    });
    expect(left).toEqual([]);
  });
});
