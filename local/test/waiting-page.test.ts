/** While a page of the site is built, nobody is left without an answer. */
import { describe, expect, test } from '@jest/globals';
import type { GatewayResponse } from '../gateway/response.ts';
import { soon } from '../site/waiting-page.ts';

const built: GatewayResponse = { status: 200, headers: {}, body: Buffer.from('built') };
const browser = { headers: { accept: 'text/html,*/*;q=0.8' }, query: '' };
const curl = { headers: { accept: '*/*' }, query: '' };
const nobody = { headers: {}, query: '' };
const hasty = { browser: 1, awaited: 1, other: 1 };
const patient = { browser: 1, awaited: 60_000, other: 60_000 };

const awaitedQuery = ({ body }: GatewayResponse): string => /content="1; url=\?(\w+)"/.exec(body.toString())?.[1] ?? '';

describe.each([
  ['slow', true],
  ['quick', false],
])('what has been built, of a %s build', (_, isSlow) => {
  test.each([
    ['a browser', browser],
    ['curl', curl],
    ['a client without headers', nobody],
  ])('is there for %s', async (_name, client) => {
    expect(await soon(client, isSlow, Promise.resolve(built))).toBe(built);
  });
});

test('a browser gets a page at once that asks again, and again if that takes long', async () => {
  const { promise, resolve } = Promise.withResolvers<GatewayResponse>();
  const page = await soon(browser, true, promise, patient);
  expect(page.body.toString()).toContain('is being built');
  const awaiting = { ...browser, query: awaitedQuery(page) };
  const late = soon(awaiting, true, promise, hasty);
  expect(awaitedQuery(await late)).toBe(awaiting.query);
  const response = soon(awaiting, true, promise, patient);
  resolve(built);
  expect(await response).toBe(built);
});

test.each([
  ['curl', curl],
  ['a client without headers', nobody],
])('%s waits for a moment, and then is told when to ask again', async (_, client) => {
  const { promise, resolve } = Promise.withResolvers<GatewayResponse>();
  for (const isSlow of [true, false]) {
    const { status, headers, body } = await soon(client, isSlow, promise, hasty);
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '5' });
    expect(body.toString()).toMatch(/^This is being built, .* Ask again in 5 s\.\n$/);
  }
  const response = soon(client, true, promise, patient);
  resolve(built);
  expect(await response).toBe(built);
});

test('a browser waits for a page whose address has a fragment', () => {
  const { promise } = Promise.withResolvers<GatewayResponse>();
  expect(soon(browser, false, promise, hasty)).toBe(promise);
});

test('the error of a build that fails is that of who waits for it, and of nobody who was told to ask again', async () => {
  const { promise, reject } = Promise.withResolvers<GatewayResponse>();
  const page = await soon(browser, true, promise, patient);
  expect((await soon(curl, true, promise, hasty)).status).toBe(503);
  const waiting = [
    soon({ ...browser, query: awaitedQuery(page) }, true, promise, patient),
    soon(curl, true, promise, patient),
  ];
  reject(new Error('a dead link'));
  for (const response of waiting) await expect(response).rejects.toThrow('a dead link');
});
