/** The hide check, and the filter of blocked users' content with its cache, by a server on loopback. */
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Client, createClient } from '../../client/index.ts';
import { listening, type Receiver } from '../../testing/receivers/listening.ts';

let blocked: Set<string>;
let asked: string[][];
/** Called before the response of a hide check, whose result is already known. */
let beforeResponse: () => Promise<unknown>;
let service: Receiver;
let client: Client;

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_HEAD_BYTES = 10_240;
/** What browsers and proxies add to a request. */
const OTHER_HEADERS = 'x'.repeat(1_500);
/** The longest that the service accepts (docs/spec/access.md#refused-tokens). */
const token = 'x'.repeat(4_096);

/** Responds like the service behind API Gateway: it blocks, unblocks and checks. */
const server = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, async ({ url = '', method }, response) => {
  const ids = new URL(url, 'http://localhost').searchParams.getAll('checkList');
  if (method === 'GET') asked.push(ids);
  if (method === 'POST') blocked.add('bob');
  if (method === 'DELETE') blocked.delete('bob');
  const body = JSON.stringify(Object.fromEntries(ids.map((id) => [id, blocked.has(id)])));
  if (method === 'GET') await beforeResponse();
  response.writeHead(ids.length > 20 ? 400 : 200).end(body);
});
beforeAll(async () => {
  service = await listening(server, 'http');
});
afterAll(() => service.stop());
beforeEach(() => {
  blocked = new Set(['mallory']);
  asked = [];
  beforeResponse = async () => undefined;
  client = createClient({
    baseUrl: service.url,
    token,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'x-other': OTHER_HEADERS } }),
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const posts = (...authors: readonly string[]) => authors.map((author, number) => ({ author, number }));
const shown = async (...authors: readonly string[]) =>
  (await client.blocks.filter(posts(...authors), ({ author }) => author)).map(({ number }) => number);
const body = { blockUserId: 'bob' };

describe('blocks.filter', () => {
  test('returns the items of authors who are not hidden, in their order, and checks each author once', async () => {
    expect(await shown('bob', 'mallory', 'bob', 'carol', 'mallory')).toEqual([0, 2, 3]);
    expect(asked).toEqual([['bob', 'mallory', 'carol']]);
  });

  test('returns items without an author, and asks nothing for them', async () => {
    for (const author of [undefined, null, '']) {
      expect(await client.blocks.filter(['system'], () => author)).toEqual(['system']);
    }
    expect(asked).toEqual([]);
  });

  test('takes ids that are numbers, as the service does for blocks', async () => {
    blocked.add('7');
    expect(await client.blocks.filter([7, 8], (author) => author)).toEqual([8]);
  });

  test('checks only authors who are not in the cache', async () => {
    await shown('bob', 'mallory');
    expect(await shown('mallory', 'carol', '__proto__')).toEqual([1, 2]);
    expect(asked).toEqual([
      ['bob', 'mallory'],
      ['carol', '__proto__'],
    ]);
  });

  test('checks again after this client has blocked or unblocked a user', async () => {
    expect(await shown('bob')).toEqual([0]);
    await client.blockUser({ body });
    expect(await shown('bob')).toEqual([]);
    await client.unblockUser({ body });
    expect(await shown('bob')).toEqual([0]);
    expect(asked).toHaveLength(3);
  });

  test('does not use a check during which this client blocked a user', async () => {
    beforeResponse = async () => {
      if (asked.length === 1) await client.blockUser({ body });
    };
    expect(await shown('bob', 'carol')).toEqual([1]);
    expect(await shown('bob', 'carol')).toEqual([1]);
    expect(asked).toHaveLength(2);
  });

  test('checks again after a minute, and when it is told to', async () => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    await shown('bob');
    clock.mockReturnValue(now + 59_999);
    await shown('bob');
    expect(asked).toHaveLength(1);
    clock.mockReturnValue(now + 60_000);
    await shown('bob');
    expect(asked).toHaveLength(2);
    client.blocks.clear();
    await shown('bob');
    expect(asked).toHaveLength(3);
  });

  test('caches the last 1,000 authors', async () => {
    const authors = Array.from({ length: 1_001 }, (_, number) => `${number}`);
    await shown(...authors);
    asked = [];
    await shown(...authors.slice(1));
    expect(asked).toEqual([]);
    await shown('0');
    expect(asked).toEqual([['0']]);
  });

  test('rejects if a check fails, so that nothing is shown by mistake', async () => {
    const closed = createClient({ baseUrl: 'http://127.0.0.1:9', token: 'token', retries: 0 });
    await expect(closed.blocks.filter(posts('bob'), ({ author }) => author)).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});

describe('A hide check', () => {
  const check = (checkList: readonly string[]) => client.checkHidden({ query: { checkList } });
  const idsOf = (count: number, idOf: (number: string) => string = (number) => number) =>
    Array.from({ length: count }, (_, index) => idOf(`${index + 100}`));
  const resultOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, blocked.has(id)]));

  test('of 20 ids of 128 bytes in 4-byte characters is sent in requests that API Gateway accepts', async () => {
    const ids = idsOf(20, (number) => `${'🙂'.repeat(31)}-${number}`);
    blocked.add(`${ids[7]}`);
    expect(ids.map((id) => Buffer.byteLength(id))).toEqual(ids.map(() => 128));
    expect(await check(ids)).toEqual(resultOf(ids));
    expect(asked.flat()).toEqual(ids);
    expect(asked.length).toBeGreaterThan(1);
  });

  test('of 20 ids of usual length is one request', async () => {
    const ids = idsOf(20, (number) => `01933b2c-5d7e-7f00-a1b2-c3d4e5f60${number}`);
    expect(await check(ids)).toEqual(resultOf(ids));
    expect(asked).toEqual([ids]);
  });

  test('of more ids than the service checks at once is sent in several requests, each distinct id once', async () => {
    const ids = ['__proto__', 'constructor', 'mallory', ...idsOf(38)];
    expect(Object.entries(await check([...ids, ...ids]))).toEqual(Object.entries(resultOf(ids)));
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 1]);
  });

  test('of no ids is no request', async () => {
    expect(await check([])).toEqual({});
    expect(asked).toEqual([]);
  });
});
