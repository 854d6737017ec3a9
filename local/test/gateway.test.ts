import { describe, expect, test } from '@jest/globals';
import { type GatewayRequest, integrationEvent } from '../gateway/request.ts';
import { responseOf } from '../gateway/response.ts';
import { createRouter } from '../gateway/router.ts';
import { createThrottle } from '../gateway/throttle.ts';
import { factsOf, requestWith } from './requests-of-tests.ts';

const routes = (...keys: readonly string[]) => createRouter(keys.map((routeKey) => ({ routeKey })));

const route = routes(
  '$default',
  'GET /webhooks/{webhookId}',
  'GET /webhooks/mine',
  'GET /openapi.json',
  'HEAD /openapi.json',
);

describe('routes', () => {
  test.each([
    ['GET', '/webhooks/mine', 'GET /webhooks/mine', {}],
    ['GET', '/webhooks/w-1', 'GET /webhooks/{webhookId}', { webhookId: 'w-1' }],
    ['GET', '/webhooks/a%2Fb%20c', 'GET /webhooks/{webhookId}', { webhookId: 'a/b c' }],
    ['GET', '/webhooks/%E0%A4%A', 'GET /webhooks/{webhookId}', { webhookId: '%E0%A4%A' }],
    ['GET', '/openapi.json', 'GET /openapi.json', {}],
    ['HEAD', '/openapi.json', 'HEAD /openapi.json', {}],
    ['GET', '/openapi-json', '$default', {}],
    ['PATCH', '/webhooks/w-1', '$default', {}],
    ['GET', '/webhooks/w-1/', '$default', {}],
    ['GET', '/webhooks/', '$default', {}],
    ['HEAD', '/webhooks/mine', '$default', {}],
    ['OPTIONS', '/webhooks/mine', '$default', {}],
  ])('%s %s is served by %s', (method, path, routeKey, parameters) => {
    expect(route(method, path)).toEqual({ route: { routeKey }, parameters });
  });

  test('without $default, what no route matches is served by none', () => {
    const router = routes('GET /a');
    expect({
      known: router('GET', '/a'),
      otherMethod: router('OPTIONS', '/a'),
      otherPath: router('GET', '/b'),
    }).toEqual({
      known: { route: { routeKey: 'GET /a' }, parameters: {} },
      otherMethod: undefined,
      otherPath: undefined,
    });
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

const headers = { host: 'localhost:3000', 'user-agent': 'curl' };
const facts = (changes: Partial<GatewayRequest> = {}) =>
  factsOf(requestWith({ method: 'POST', path: '/block/a%20b', headers, ...changes }), {
    routeKey: 'POST /block/{id}',
    requestId: 'request=',
  });

describe('events of payload format 2.0', () => {
  test('leave out what would be empty', () => {
    expect(integrationEvent(facts(), Buffer.alloc(0), undefined)).toEqual({
      version: '2.0',
      routeKey: 'POST /block/{id}',
      rawPath: '/block/a%20b',
      rawQueryString: '',
      headers,
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        domainName: 'localhost',
        domainPrefix: 'localhost',
        http: { method: 'POST', path: '/block/a%20b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl' },
        requestId: 'request=',
        routeKey: 'POST /block/{id}',
        stage: '$default',
        time: '12/Mar/2020:19:03:58 +0000',
        timeEpoch: 1584039838390,
      },
      isBase64Encoded: false,
    });
  });

  test('keep the query as it was sent and join repeated parameters with commas', () => {
    const query = 'checkList=a%2Cb&checkList=c+d&__proto__=x';
    expect(integrationEvent(facts({ query, cookies: ['a=1'] }), Buffer.alloc(0), { role: 'user' })).toMatchObject({
      rawQueryString: query,
      queryStringParameters: { checkList: 'a,b,c d', ['__proto__']: 'x' },
      cookies: ['a=1'],
      requestContext: { authorizer: { lambda: { role: 'user' } } },
    });
  });

  test.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', true],
    ['application/octet-stream', true],
    [undefined, true],
  ])('carry a body of type %s as Base64: %s', (type, base64) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(integrationEvent(facts({ headers }), Buffer.from('né'), undefined)).toMatchObject({
      body: base64 ? Buffer.from('né').toString('base64') : 'né',
      isBase64Encoded: base64,
    });
  });
});

describe('responses of payload format 2.0', () => {
  test.each([
    [{ statusCode: 201, headers: { 'Content-Type': 'text/html' }, body: 'né' }, 201, 'text/html', 'né'],
    [{ statusCode: 201, headers: {}, body: '' }, 201, 'text/plain; charset=utf-8', ''],
    [{ statusCode: 200, headers: {} }, 200, 'text/plain; charset=utf-8', ''],
    [{ statusCode: 'no', headers: {}, body: '' }, 500, 'application/json', '{"message":"Internal Server Error"}'],
    [{ statusCode: 200, headers: {}, body: {} }, 500, 'application/json', '{"message":"Internal Server Error"}'],
    [
      { statusCode: 200, headers: {}, body: '', cookies: ['a=1'] },
      500,
      'application/json',
      '{"message":"Internal Server Error"}',
    ],
    [null, 500, 'application/json', '{"message":"Internal Server Error"}'],
  ])('%j is %d of %s', (payload, status, type, body) => {
    const response = responseOf(JSON.stringify(payload));
    expect({
      status: response.status,
      type: response.headers['content-type'],
      body: response.body.toString(),
    }).toEqual({ status, type: type, body: body });
  });
});
