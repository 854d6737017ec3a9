import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from '../../client/index.ts';
import { listening, type Receiver } from '../../testing/receivers/listening.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_HEAD_BYTES = 10_240;
/** What browsers and proxies add to a request. */
const OTHER_HEADERS = 'x'.repeat(1_500);
/** The longest that the service accepts (docs/spec/access.md#refused-tokens). */
const token = 'x'.repeat(4_096);

let asked: string[][];
let service: Receiver;

/** Responds like the service behind API Gateway: true for ids that end with 7. */
const server = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, ({ url = '' }, response) => {
  const ids = new URL(url, 'http://localhost').searchParams.getAll('checkList');
  asked.push(ids);
  response
    .writeHead(ids.length > 20 ? 400 : 200)
    .end(JSON.stringify(Object.fromEntries(ids.map((id) => [id, id.endsWith('7')]))));
});
beforeAll(async () => {
  service = await listening(server, 'http');
});
afterAll(() => service.stop());
beforeEach(() => {
  asked = [];
});

const check = (checkList: readonly string[]) =>
  createClient({
    baseUrl: service.url,
    token,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'x-other': OTHER_HEADERS } }),
  }).checkHidden({ query: { checkList } });

const idsEndingIn = (count: number, idOf: (number: string) => string) =>
  Array.from({ length: count }, (_, index) => idOf(`${index + 100}`));
const resultOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, id.endsWith('7')]));

describe('A hide check of the client', () => {
  test('of 20 ids of 128 bytes in 4-byte characters is sent in requests that API Gateway accepts', async () => {
    const ids = idsEndingIn(20, (number) => `${'🙂'.repeat(31)}-${number}`);
    expect(ids.map((id) => Buffer.byteLength(id))).toEqual(ids.map(() => 128));
    expect(await check(ids)).toEqual(resultOf(ids));
    expect(asked.flat()).toEqual(ids);
    expect(asked.length).toBeGreaterThan(1);
  });

  test('of 20 ids of usual length is one request', async () => {
    const ids = idsEndingIn(20, (number) => `01933b2c-5d7e-7f00-a1b2-c3d4e5f60${number}`);
    expect(await check(ids)).toEqual(resultOf(ids));
    expect(asked).toEqual([ids]);
  });

  test('of more ids than the service checks at once is sent in several requests, each distinct id once', async () => {
    const ids = idsEndingIn(41, (number) => number);
    expect(await check([...ids, ...ids])).toEqual(resultOf(ids));
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 1]);
  });

  test('of no ids is no request', async () => {
    expect(await check([])).toEqual({});
    expect(asked).toEqual([]);
  });

  test('joins ids such as __proto__ like any other', async () => {
    const ids = ['__proto__', 'constructor', ...idsEndingIn(20, (number) => number)];
    expect(Object.entries(await check(ids))).toEqual(Object.entries(resultOf(ids)));
  });
});
