/** The request that a "try it" form sends. */
import { describe, expect, test } from '@jest/globals';
import { requestOf, type TriedRoute } from '../.vitepress/theme/tried-route.ts';

const parameter = { required: true, isList: false } as const;
const route: TriedRoute = {
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  needsToken: true,
  parameters: [
    { ...parameter, name: 'webhookId', in: 'path' },
    { ...parameter, name: 'limit', in: 'query' },
    { ...parameter, name: 'checkList', in: 'query', isList: true },
    { ...parameter, name: 'on-behalf-of', in: 'header' },
  ],
  body: '{}',
};
const filled = {
  token: 'a.b.c',
  values: { webhookId: 'a/b', limit: '2', checkList: 'bob\nd,ave\n', 'on-behalf-of': 'alice' },
  body: '{"event":"app.opened"}',
};

describe('the request of a "try it" form', () => {
  test('has the path, each line of a list, the headers and the body that were filled in', async () => {
    const request = requestOf(route, filled, 'https://api.example.com/');
    expect(request.url).toBe('https://api.example.com/webhooks/a%2Fb/test?limit=2&checkList=bob&checkList=d%2Cave');
    expect(request.method).toBe('POST');
    expect(Object.fromEntries(request.headers)).toEqual({
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
      'on-behalf-of': 'alice',
    });
    expect(await request.text()).toBe('{"event":"app.opened"}');
  });

  test('leaves out what is empty, and the token and the body of a route that takes none', () => {
    const open: TriedRoute = { ...route, method: 'GET', path: '/health', needsToken: false, body: undefined };
    const request = requestOf(open, { ...filled, values: {} }, 'https://api.example.com');
    expect(request.url).toBe('https://api.example.com/health');
    expect(Object.fromEntries(request.headers)).toEqual({});
    expect(request.body).toBeNull();
  });
});
