import { describe, expect, test } from '@jest/globals';
import { createRouter } from '../../local/gateway/router.ts';

const keys = [
  '$default',
  'ANY /files/{path+}',
  'GET /files/{path+}',
  'GET /webhooks/{webhookId}',
  'ANY /webhooks/{webhookId}',
  'GET /webhooks/mine',
  'POST /webhooks/{webhookId}/secret',
];
const route = createRouter(keys.map((routeKey) => ({ routeKey })));

describe('routes', () => {
  test.each([
    ['GET', '/webhooks/mine', 'GET /webhooks/mine', {}],
    ['GET', '/webhooks/w-1', 'GET /webhooks/{webhookId}', { webhookId: 'w-1' }],
    ['PATCH', '/webhooks/w-1', 'ANY /webhooks/{webhookId}', { webhookId: 'w-1' }],
    ['GET', '/webhooks/a%2Fb%20c', 'GET /webhooks/{webhookId}', { webhookId: 'a/b c' }],
    ['GET', '/webhooks/%E0%A4%A', 'GET /webhooks/{webhookId}', { webhookId: '%E0%A4%A' }],
    ['POST', '/webhooks/w-1/secret', 'POST /webhooks/{webhookId}/secret', { webhookId: 'w-1' }],
    ['GET', '/files/a/b', 'GET /files/{path+}', { path: 'a/b' }],
    ['DELETE', '/files/a/b', 'ANY /files/{path+}', { path: 'a/b' }],
    ['GET', '/webhooks/w-1/', '$default', {}],
    ['GET', '/webhooks/', '$default', {}],
    ['HEAD', '/webhooks/mine', 'ANY /webhooks/{webhookId}', { webhookId: 'mine' }],
    ['GET', '/nowhere', '$default', {}],
  ])('%s %s is served by %s', (method, path, routeKey, parameters) => {
    expect(route(method, path)).toEqual({ route: { routeKey }, parameters });
  });

  test('that match nothing are found nowhere when there is no $default', () => {
    expect(createRouter([{ routeKey: 'GET /a' }])('POST', '/a')).toBeUndefined();
  });

  test('that are defined twice are refused', () => {
    expect(() => createRouter([{ routeKey: 'GET /a' }, { routeKey: 'GET /a' }])).toThrow('GET /a is defined twice');
  });
});
