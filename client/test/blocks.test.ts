/** The hide check, and the filter of blocked users' content with its cache, by a server on loopback. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from '../../test/support/fast-check.ts';
import { membersOf } from '../../test/support/members.ts';
import { listening, type Receiver } from '../../test/support/receivers/listening.ts';
import { type Client, createClient, type HideMode } from '../index.ts';

let blocked: Set<string>;
/** When blocks end, by the clock of the service: milliseconds since 1970. */
let ends: Map<string, number>;
/** How far the clock of the service is ahead of the device's: milliseconds. */
let ahead: number;
/** Who has blocked the user. */
let blockedBy: Set<string>;
/** Undefined: a service that does not say. */
let hideMode: HideMode | undefined;
let asked: string[][];
let listed: number;
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

const serviceNow = () => Date.now() + ahead;
const isBlocked = (id: string) => blocked.has(id) && (ends.get(id) ?? Number.POSITIVE_INFINITY) > serviceNow();
const isHidden = (id: string) => isBlocked(id) || (hideMode === 'mutual' && blockedBy.has(id));

/** Responds like the service behind API Gateway: it blocks, unblocks, lists and checks. */
const server = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, async (request, response) => {
  const { pathname, searchParams } = new URL(`${request.url}`, 'http://localhost');
  const body = JSON.parse((await text(request)) || '{}');
  if (pathname.endsWith('/block')) {
    listed++;
    const page = pageAfter(body.paginationToken?.blocked_userId);
    const more = body.withHideMode && hideMode && { hideMode, now: new Date(serviceNow()).toISOString() };
    const answer = JSON.stringify({ ...page, ...more });
    await beforeResponse();
    return void response.end(answer);
  }
  if (request.method === 'POST') blocked.add(`${body.blockUserId}`);
  if (request.method === 'DELETE') blocked.delete(`${body.blockUserId}`);
  if (request.method !== 'GET') return void response.end('{"status":"success"}');
  const ids = searchParams.getAll('checkList');
  asked.push(ids);
  const answer = JSON.stringify(Object.fromEntries(ids.map((id) => [id, isHidden(id)])));
  await beforeResponse();
  response.writeHead(ids.length > 20 ? 400 : 200).end(answer);
});

function pageAfter(after = '') {
  const rest = [...blocked].filter((id) => id > after && isBlocked(id)).sort();
  const results = rest.slice(0, 20).map((id) => {
    const end = ends.get(id);
    const times = end !== undefined && { expiresAt: new Date(end).toISOString() };
    return { blocked_userId: id, netid_uid: 'demo_alice', ...times };
  });
  return { results, paginationToken: rest.length > 20 ? results.at(-1) : undefined };
}
beforeAll(async () => {
  service = await listening(server, 'http');
});
afterAll(() => service.stop());
beforeEach(() => {
  blocked = new Set(['mallory']);
  blockedBy = new Set();
  [ends, ahead] = [new Map(), 0];
  hideMode = 'mutual';
  asked = [];
  listed = 0;
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

describe('blocks.filter, where hide checks are needed', () => {
  test('returns the items of authors who are not hidden, in their order, and checks each author once', async () => {
    expect(await shown('bob', 'mallory', 'bob', 'carol', 'mallory')).toEqual([0, 2, 3]);
    expect(asked).toEqual([['bob', 'mallory', 'carol']]);
  });

  test('returns items without an author, and asks nothing for them', async () => {
    for (const author of [undefined, null, '']) {
      expect(await client.blocks.filter(['system'], () => author)).toEqual(['system']);
    }
    expect({ listed, asked }).toEqual({ listed: 0, asked: [] });
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

  test('checks again after a block whose response was lost', async () => {
    const lossy = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      if (init.method === 'POST' && url.endsWith('/members')) throw new TypeError('The response is lost.');
      return response;
    };
    client = createClient({ baseUrl: service.url, token, retries: 0, fetch: lossy });
    expect(await shown('bob')).toEqual([0]);
    await expect(client.blockUser({ body })).rejects.toThrow('got no response');
    expect(await shown('bob')).toEqual([]);
  });

  test('does not use a check during which this client blocked a user', async () => {
    beforeResponse = async () => {
      if (asked.length === 1 && !blocked.has('bob')) await client.blockUser({ body });
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

describe('blocks.filter, where the block list answers', () => {
  beforeEach(() => {
    hideMode = 'blocker';
  });

  test('reads the list once in ten minutes, and when it is told to', async () => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    expect(await shown('bob', 'mallory')).toEqual([0]);
    blocked.add('bob');
    clock.mockReturnValue(now + 599_999);
    expect(await shown('bob', 'carol')).toEqual([0, 1]);
    expect({ listed, asked }).toEqual({ listed: 1, asked: [] });
    clock.mockReturnValue(now + 600_000);
    expect(await shown('bob')).toEqual([]);
    client.blocks.clear();
    await shown('bob');
    expect({ listed, asked }).toEqual({ listed: 3, asked: [] });
  });

  test('sees a block of this client at once, also one during the reading of the list', async () => {
    expect(await shown('bob')).toEqual([0]);
    await client.blockUser({ body });
    expect(await shown('bob')).toEqual([]);
    await client.unblockUser({ body });
    beforeResponse = async () => {
      if (!blocked.has('bob')) await client.blockUser({ body });
    };
    expect(await shown('bob')).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('says the same as the hide check, whatever the list and the hide mode are', async () => {
    const id = fc.oneof(fc.constantFrom('__proto__', 'constructor', '7', '🙂'), fc.nat(99).map(String));
    const ids = (maxLength: number) => fc.uniqueArray(id, { maxLength, size: 'max' });
    const mode = fc.constantFrom('blocker', 'mutual', undefined);
    await fc.assert(
      fc.asyncProperty(
        ids(90),
        ids(5),
        mode,
        fc.array(ids(30), { maxLength: 3 }),
        async (mine, others, ofNetwork, feeds) => {
          [blocked, blockedBy, hideMode] = [new Set(mine), new Set(others), ofNetwork];
          client.blocks.clear();
          [asked, listed] = [[], 0];
          for (const feed of feeds) {
            const visible = await client.blocks.filter(feed, (author) => author);
            expect(visible).toEqual(feed.filter((author) => !isHidden(author)));
          }
          if (hideMode !== 'blocker') return expect(listed).toBeLessThanOrEqual(1);
          expect(listed).toBeLessThanOrEqual(3);
          if (mine.length <= 60) expect(asked).toEqual([]);
        },
      ),
    );
  });
});

describe('blocks.filter, of blocks that end', () => {
  test('hides until the second at which a block ends and not longer, whatever the clock of the device shows', async () => {
    hideMode = 'blocker';
    const id = fc.nat(9).map(String);
    const minutes = fc.integer({ min: 1, max: 8 });
    const list = fc.uniqueArray(fc.tuple(id, minutes), { selector: ([one]) => one, minLength: 1 });
    const skew = fc.oneof(
      fc.constant(0),
      fc.integer({ min: -10, max: 10 }).map((hours) => hours * 3_600_000),
    );
    await fc.assert(
      fc.asyncProperty(
        list,
        skew,
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 8 }),
        async (mine, by, waits) => {
          const began = 1_900_000_000_000;
          const clock = jest.spyOn(Date, 'now').mockReturnValue(began);
          ahead = by;
          blocked = new Set(mine.map(([one]) => one));
          ends = new Map(mine.map(([one, length]) => [one, serviceNow() + length * 60_000]));
          client.blocks.clear();
          [asked, listed] = [[], 0];
          let now = began;
          const everybody = Array.from({ length: 10 }, (_, n) => `${n}`);
          // Each end to the millisecond, and times in between.
          const times = [
            ...waits.map((wait) => began + wait * 10_000),
            ...mine.map(([, length]) => began + length * 60_000),
          ];
          for (const at of [...times, ...times.map((time) => time - 1)].toSorted()) {
            now = Math.max(now, at);
            clock.mockReturnValue(now);
            expect(await shown(...everybody)).toEqual(everybody.filter((one) => !isBlocked(one)).map(Number));
          }
          expect(asked).toEqual([]);
          // The list is read again after ten minutes, and not when a block ends.
          expect(listed).toBeLessThanOrEqual(1 + Math.floor((now - began) / 600_000));
          clock.mockRestore();
        },
      ),
    );
  });

  test('asks the hide check where the list has an end and the service does not say its time', async () => {
    hideMode = 'blocker';
    ends.set('mallory', Date.now() + 60_000);
    const silent = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      return url.endsWith('/block') ? Response.json({ ...membersOf(await response.json()), now: undefined }) : response;
    };
    client = createClient({ baseUrl: service.url, token, fetch: silent });
    expect(await shown('bob', 'mallory')).toEqual([0]);
    expect({ listed, asked }).toEqual({ listed: 1, asked: [['bob', 'mallory']] });
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

  test('of 20 ids of usual length is one request, and of none is none', async () => {
    expect(await check([])).toEqual({});
    const ids = idsOf(20, (number) => `01933b2c-5d7e-7f00-a1b2-c3d4e5f60${number}`);
    expect(await check(ids)).toEqual(resultOf(ids));
    expect(asked).toEqual([ids]);
  });

  test('of more ids than the service checks at once is sent in several requests, each distinct id once', async () => {
    const ids = ['__proto__', 'constructor', 'mallory', ...idsOf(38)];
    expect(Object.entries(await check([...ids, ...ids]))).toEqual(Object.entries(resultOf(ids)));
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 1]);
  });
});
