import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import openApi from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { call, createNetwork, rotateKey, tokenFor } from '../../testing/service.ts';

const routes = [
  ['POST', '/block/members', 'user'],
  ['DELETE', '/block/members', 'user'],
  ['POST', '/block', 'user'],
  ['GET', '/block/members?checkList=bob', 'user'],
  ['GET', '/user-activities', 'user'],
  ['POST', '/block/audience', 'server'],
  ['POST', '/events', 'server'],
] as const;
const bodyOf = (method: string, path: string) => {
  if (method === 'GET') return {};
  return { body: path === '/events' ? { events: [{ event: 'a.b', data: {} }] } : { blockUserId: 'bob' } };
};

describe('access', () => {
  let network: string;
  beforeAll(async () => {
    network = await createNetwork({ features: ['blockUser', 'userActivity'] });
  });

  describe.each(routes)('%s %s', (method, path, role) => {
    const body = bodyOf(method, path);

    test('without a token is 401', async () => {
      expect((await call(method, path, body)).status).toBe(401);
    });

    test.each([
      ['no scheme', 'x'],
      ['another scheme', 'Basic YWxpY2U6c2VjcmV0'],
      ['two tokens', 'Bearer a b'],
      ['no JWT', 'Bearer abc.def.ghi'],
      ['a huge one', `Bearer ${'x'.repeat(6000)}`],
    ])('with a header of %s is 401 in the error shape', async (_, authorization) => {
      const answer = await call(method, path, { ...body, headers: { authorization } });
      expectUnauthorized(answer);
    });

    test('with the token of another role is 403', async () => {
      const other = role === 'user' ? 'server' : 'user';
      const answer = await call(method, path, { ...body, token: await tokenFor(network, 'alice', other) });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ status: 'error', code: 400300, message: expect.stringContaining(role) });
    });

    if (role === 'user') {
      test('is 403 while the feature is off, with a message that says which one and who enables it', async () => {
        const locked = await createNetwork({ features: [] });
        const answer = await call(method, path, { ...body, token: await tokenFor(locked, 'alice') });
        expect(answer.status).toBe(403);
        expect(answer.body).toMatchObject({
          code: 400300,
          message: expect.stringMatching(/(blockUser|userActivity).*an operator must enable it/),
        });
      });
    }

    if (method !== 'GET') {
      test.each([
        ['no body', undefined, {}, 400],
        ['text that is not JSON', '{"blockUserId":', {}, 400],
        ['an array', '[]', {}, 400],
        ['a string', '"bob"', {}, 400],
        ['null', 'null', {}, 400],
        ['another content type', '{}', { 'content-type': 'text/plain' }, 415],
        ['a body over the size limit', `{"x":"${'x'.repeat(path === '/events' ? 4 * 1024 * 1024 : 70_000)}"}`, {}, 413],
      ])('with %s is refused in the error shape', async (_, raw, headers, status) => {
        const answer = await call(method, path, {
          ...(raw !== undefined && { body: raw }),
          headers,
          token: await tokenFor(network, 'alice', role),
        });
        expect(answer.status).toBe(status);
        expect(answer.body).toMatchObject({ status: 'error', code: 400000, message: expect.any(String) });
        expect(answer.headers.get('x-request-id')).toBeTruthy();
      });
    }
  });

  describe('tokens', () => {
    const get = (token: string) => call('GET', '/block/members?checkList=bob', { token });
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

    test('a response has x-request-id, and the scheme may be in any case', async () => {
      const token = await tokenFor(network, 'alice');
      const answer = await call('GET', '/block/members?checkList=bob', {
        headers: { authorization: `bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(answer.headers.get('content-type')).toBe('application/json');
    });

    test('an expired one is 401 with a message that says so', async () => {
      const answer = await get(await tokenFor(network, 'alice', 'user', -5));
      expectUnauthorized(answer);
      expect(answer.body).toMatchObject({ message: expect.stringContaining('expired') });
    });

    test.each([
      ['alg none', (header: object, payload: object) => `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`],
      ['an unknown kid', (header: object, payload: object) => signed({ ...header, kid: 'other' }, payload, 'secret')],
      ['no kid', (header: object, payload: object) => signed({ ...header, kid: undefined }, payload, 'secret')],
      ['a wrong signature', (header: object, payload: object) => signed(header, payload, 'secret')],
      ['no expiry', (header: object, payload: object) => signed(header, { ...payload, exp: undefined }, 'secret')],
      [
        'another network',
        (header: object, payload: object) => signed(header, { ...payload, networkId: 'demo' }, 'secret'),
      ],
      [
        'a malformed network',
        (header: object, payload: object) => signed(header, { ...payload, networkId: '_' }, 'secret'),
      ],
    ])('forged with %s is 401', async (_, forge) => {
      const [header = '', payload = ''] = (await tokenFor(network, 'alice')).split('.');
      const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
      expectUnauthorized(await get(forge(decode(header), decode(payload))));
    });

    const signed = (header: object, payload: object, secret: string) => {
      const content = `${encode({ ...header, alg: 'HS256' })}.${encode(payload)}`;
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
    };

    test('keys rotate without an outage: tokens of both live keys are accepted', async () => {
      const rotating = await createNetwork({ features: ['blockUser'] });
      const before = await tokenFor(rotating, 'alice');
      await rotateKey(rotating);
      const after = await tokenFor(rotating, 'alice');
      expect([(await get(before)).status, (await get(after)).status]).toEqual([200, 200]);
    });
  });

  test.each([
    ['GET', '/nowhere'],
    ['PATCH', '/block/members'],
    ['GET', '/block/members/bob'],
  ] as const)('%s %s is 404 from API Gateway itself', async (method, path) => {
    const answer = await call(method, path, { token: await tokenFor(network, 'alice') });
    expect([answer.status, answer.body]).toEqual([404, { message: 'Not Found' }]);
  });

  test('GET /health and GET /openapi.json are for anyone', async () => {
    expect((await call('GET', '/health')).body).toEqual({ status: 'ok' });
    expect((await call('GET', '/openapi.json')).body).toEqual(openApi);
  });
});

function expectUnauthorized(answer: Awaited<ReturnType<typeof call>>): void {
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ status: 'error', code: 400100, message: expect.any(String) });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}
