/** The filter of blocked users' content, and its cache, by a server on loopback. */
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

/** Responds like the service: it blocks, unblocks and checks. */
const server = createServer(async ({ url = '', method }, response) => {
  const ids = new URL(url, 'http://localhost').searchParams.getAll('checkList');
  if (method === 'GET') asked.push(ids);
  if (method === 'POST') blocked.add('bob');
  if (method === 'DELETE') blocked.delete('bob');
  const body = JSON.stringify(Object.fromEntries(ids.map((id) => [id, blocked.has(id)])));
  if (method === 'GET') await beforeResponse();
  response.end(body);
});
beforeAll(async () => {
  service = await listening(server, 'http');
});
afterAll(() => service.stop());
beforeEach(() => {
  blocked = new Set(['mallory']);
  asked = [];
  beforeResponse = async () => undefined;
  client = createClient({ baseUrl: service.url, token: 'token' });
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

  test('checks 20 authors in a request', async () => {
    await shown(...Array.from({ length: 41 }, (_, number) => `user-${number}`));
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 1]);
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
