import { describe, expect, test } from '@jest/globals';
import { createRouter } from '../../local/gateway/router.ts';
import { createThrottle } from '../../local/gateway/throttle.ts';

const routes = (...keys: readonly string[]) => createRouter(keys.map((routeKey) => ({ routeKey })));

const route = routes(
  '$default',
  'GET /webhooks/{webhookId}',
  'GET /webhooks/mine',
  'POST /webhooks/{webhookId}/secret',
  'GET /openapi.json',
);

describe('routes', () => {
  test.each([
    ['GET', '/webhooks/mine', 'GET /webhooks/mine', {}],
    ['GET', '/webhooks/w-1', 'GET /webhooks/{webhookId}', { webhookId: 'w-1' }],
    ['GET', '/webhooks/a%2Fb%20c', 'GET /webhooks/{webhookId}', { webhookId: 'a/b c' }],
    ['GET', '/webhooks/%E0%A4%A', 'GET /webhooks/{webhookId}', { webhookId: '%E0%A4%A' }],
    ['POST', '/webhooks/w-1/secret', 'POST /webhooks/{webhookId}/secret', { webhookId: 'w-1' }],
    ['GET', '/openapi.json', 'GET /openapi.json', {}],
    ['PATCH', '/webhooks/w-1', '$default', {}],
    ['GET', '/webhooks/w-1/', '$default', {}],
    ['GET', '/webhooks/', '$default', {}],
    ['HEAD', '/webhooks/mine', '$default', {}],
    ['GET', '/nowhere', '$default', {}],
    ['OPTIONS', '/webhooks/mine', '$default', {}],
  ])('%s %s is served by %s', (method, path, routeKey, parameters) => {
    expect(route(method, path)).toEqual({ route: { routeKey }, parameters });
  });

  test('without $default, what no route matches is served by none', () => {
    const router = routes('GET /a');
    expect([router('GET', '/a'), router('OPTIONS', '/a'), router('GET', '/b')]).toEqual([
      { route: { routeKey: 'GET /a' }, parameters: {} },
      undefined,
      undefined,
    ]);
  });

  test.each([
    [['$default', 'GET /a', 'GET /a'], 'The HTTP API has a route twice.'],
    [['$default', 'ANY /a'], "The local cloud can't serve the route ANY /a."],
    [['$default', 'GET /files/{path+}'], "The local cloud can't serve the route GET /files/{path+}."],
  ])('%j are refused', (keys, problem) => {
    expect(() => routes(...keys)).toThrow(problem);
  });
});

const limits = (perSecond: number, burst: number) => ({ ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst });

/** How many of `count` requests of the route pass at one moment. */
const passing = (throttle: (routeKey: string) => boolean, routeKey: string, count: number): number =>
  Array.from({ length: count }, () => throttle(routeKey)).filter((passes) => passes).length;

describe('the throttling of a stage', () => {
  test('lets a burst pass, and then the rate', () => {
    let now = 0;
    const throttle = createThrottle({ DefaultRouteSettings: limits(10, 5), RouteSettings: {} }, () => now);
    expect(passing(throttle, 'GET /', 8)).toBe(5);
    now += 300;
    expect(passing(throttle, 'GET /', 8)).toBe(3);
    now += 60_000;
    expect(passing(throttle, 'GET /', 8)).toBe(5);
  });

  test('counts each route by itself, with its own limits or else those of the stage', () => {
    const throttle = createThrottle(
      { DefaultRouteSettings: limits(10, 5), RouteSettings: { $default: limits(1, 2) } },
      () => 0,
    );
    expect(['GET /', 'POST /', '$default'].map((route) => passing(throttle, route, 8))).toEqual([5, 5, 2]);
  });

  test('is off for a stage without limits', () => {
    expect(passing(createThrottle({ DefaultRouteSettings: undefined, RouteSettings: {} }), 'GET /', 1_000)).toBe(1_000);
  });
});
