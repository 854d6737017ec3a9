/** A browser that opens a page of the site is not left with a blank one while it is built. */
import { expect, test } from '@jest/globals';
import type { GatewayResponse } from '../../local/gateway/response.ts';
import { orWaitingPage } from '../../local/site/waiting-page.ts';

const built: GatewayResponse = { status: 200, headers: {}, body: Buffer.from('built') };
const browser = { headers: { accept: 'text/html,*/*;q=0.8' }, query: '' };

test('a page that is there is shown, and whoever is no browser waits for it', async () => {
  expect(await orWaitingPage(browser, Promise.resolve(built))).toBe(built);
  const { promise, resolve } = Promise.withResolvers<GatewayResponse>();
  const response = orWaitingPage({ headers: { accept: '*/*' }, query: '' }, promise);
  expect((await orWaitingPage(browser, promise)).body.toString()).toContain('is being built');
  resolve(built);
  expect(await response).toBe(built);
});

test('a browser gets a page at once that asks again, and the error of a build that fails', async () => {
  const { promise, reject } = Promise.withResolvers<GatewayResponse>();
  const page = await orWaitingPage(browser, promise);
  const query = /content="1; url=\?(\w+)"/.exec(page.body.toString())?.[1] ?? '';
  const again = orWaitingPage({ ...browser, query }, promise);
  reject(new Error('a dead link'));
  await expect(again).rejects.toThrow('a dead link');
});
