import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../testing/chromium.ts';
import { portOf } from '../../testing/receivers/listening.ts';
import { call, cloud, createNetwork, tokenFor } from '../../testing/service.ts';
import { expectDocumentedIn } from '../support/browser/expect-documented.ts';

let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = createServer((_, response) => response.end('<!doctype html><title>Another origin</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  expectDocumentedIn(page.context());
  await page.goto(`http://127.0.0.1:${portOf(server)}/`);
}, 60_000);

afterAll(async () => {
  await browser.close();
  server.close();
});

/** What a page of another origin sees of a request that needs a preflight. */
async function fetched(method: string, path: string, token: string, body?: object) {
  return await page.evaluate(
    async ({ url, init }) => {
      const response = await fetch(url, init);
      const { status, headers } = response;
      return { status, body: await response.json(), requestId: headers.get('x-request-id') };
    },
    {
      url: `${cloud().url}${path}`,
      init: {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      },
    },
  );
}

// API Gateway answers preflight requests by itself, unless a $default route takes them:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
describe('a page of another origin', () => {
  test('calls a route, and reads the request id', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    const response = await fetched('POST', '/block/members', token, { blockUserId: 'bob' });
    expect(response).toEqual({ status: 200, body: { status: 'success' }, requestId: expect.any(String) });
    expect(await fetched('DELETE', '/block/members', token, { blockUserId: 'bob' })).toMatchObject({ status: 200 });
  });

  test('gets API Gateway’s own 404 for a path without a route', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    expect(await fetched('PATCH', '/nowhere', token, {})).toEqual({
      status: 404,
      body: { message: 'Not Found' },
      requestId: null,
    });
  });
});

test.each(['/block/members', '/nowhere'])('a preflight request for %s calls no function', async (path) => {
  const response = await call('OPTIONS', path, {
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(response.headers.get('apigw-requestid')).toBeNull();
});
