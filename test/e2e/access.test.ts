import { beforeAll, describe, expect, test } from '@jest/globals';
import { DELIVERY_USER_AGENT } from '../../contract/signature.ts';
import openApi from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { call, createNetwork, tested, tokenFor } from '../support/service.ts';

describe('access', () => {
  let network: string;
  beforeAll(async () => {
    network = await createNetwork({ features: ['blockUser', 'userActivity'] });
  });

  // Every role, feature and resource of every route: test/proof/tenants.integration.test.ts.
  test.each([
    ['no token', undefined],
    ['a huge token', `Bearer ${'x'.repeat(6000)}`],
  ])('a header with %s is 401', async (_, authorization) => {
    const answer = await call('GET', '/user-activities', { headers: { ...(authorization && { authorization }) } });
    // API Gateway itself refuses a request without the header that it looks for.
    if (authorization === undefined) expect(answer.status).toBe(401);
    else expectUnauthorized(answer);
  });

  test('a route of users is 403 while the feature is off, and says which one and who enables it', async () => {
    const locked = await createNetwork({ features: [] });
    expect(await call('GET', '/user-activities', { token: await tokenFor(locked, 'alice') })).toMatchObject({
      status: 403,
      body: { code: 400300, message: expect.stringMatching(/userActivity.*an operator must enable it/) },
    });
  });

  test.each([
    ['no body', undefined, {}, 400],
    ['text that is not JSON', '{"blockUserId":', {}, 400],
    ['an array', '[]', {}, 400],
    ['null', 'null', {}, 400],
    ['another content type', '{}', { 'content-type': 'text/plain' }, 415],
    ['a body over the size limit', `{"x":"${'x'.repeat(70_000)}"}`, {}, 413],
  ])('a request with %s is refused in the error shape', async (_, raw, headers, status) => {
    const body = raw === undefined ? {} : { body: raw };
    const answer = await call('POST', '/block/members', { ...body, headers, token: await tokenFor(network, 'alice') });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: 'error', code: 400000, message: expect.any(String) });
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  describe('tokens', () => {
    const get = (token: string) => call('GET', '/block/members?checkList=bob', { token });

    test('a response has x-request-id, and the scheme may be in any case', async () => {
      const token = await tokenFor(network, 'alice');
      const answer = await call('GET', '/block/members?checkList=bob', {
        headers: { authorization: `bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(answer.headers.get('content-type')).toBe('application/json');
    });

    // Forged ones: test/auth/access-token.test.ts, and for each route test/proof/tenants.integration.test.ts.
    test('an expired one is 401 with a message that says so', async () => {
      const answer = await get(await tokenFor(network, 'alice', 'user', -5));
      expectUnauthorized(answer);
      expect(answer.body).toMatchObject({ message: expect.stringContaining('expired') });
    });
  });

  test.each([
    ['GET', '/nowhere'],
    ['PATCH', '/block/members'],
    ['GET', '/block/members/bob'],
  ] as const)('%s %s is 404 from API Gateway itself', async (method, path) => {
    const headers = { origin: 'https://app.example' };
    const answer = await call(method, path, { token: await tokenFor(network, 'alice'), headers });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 404, body: { message: 'Not Found' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  // By itself, unless a $default route takes them: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html.
  // Real browsers: client/test/package.integration.test.ts.
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

  test('GET /health and GET /openapi.json are for anyone', async () => {
    expect((await call('GET', '/health')).body).toEqual({ status: 'ok' });
    expect((await call('GET', '/openapi.json')).body).toEqual(openApi);
  });

  // Monitors ask with it.
  test('HEAD /health has the status and headers of GET, and no body, also if it is refused', async () => {
    const seen = async (method: string, headers = {}) => {
      const response = await fetch(`${tested().url}/health`, { method, headers });
      return [response.status, response.headers.get('content-type'), response.headers.has('x-request-id')];
    };
    expect(await seen('HEAD')).toEqual([200, 'application/json', true]);
    const looped = { 'user-agent': DELIVERY_USER_AGENT };
    expect(await seen('HEAD', looped)).toEqual(await seen('GET', looped));
    expect((await fetch(`${tested().url}/openapi.json`, { method: 'HEAD' })).status).toBe(404);
  });
});

function expectUnauthorized(answer: Awaited<ReturnType<typeof call>>): void {
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ status: 'error', code: 400100, message: expect.any(String) });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}
