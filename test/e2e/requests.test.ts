import { beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../contract/routes.ts';
import { call, createNetwork, serverOf, tokenFor, userOf } from '../support/service.ts';

const marks = {
  'the user agent of our deliveries': { 'user-agent': 'social-platform-services/1 (webhooks)' },
  'a webhook-id': { 'webhook-id': '01JMT0000000000000000000000' },
};
const expected = { status: 'error', code: 400000, message: expect.stringContaining('a webhook must not point to') };

describe('a webhook that points to this API', () => {
  let token: string;
  beforeAll(async () => {
    token = await tokenFor(await createNetwork(), 'platform', 'server');
  });

  test.each(Object.values(routes).map(({ method, path, role }) => [method, path, role] as const))(
    'is refused with 508 and the reason by %s %s',
    async (method, path, role) => {
      // What receivers sign has a webhook-id.
      const headers = marks[role === 'receiver' ? 'the user agent of our deliveries' : 'a webhook-id'];
      const answer = await call(method, path.replaceAll(/\{.*?\}/g, 'x'), { token, headers });
      expect(answer).toMatchObject({ status: 508, body: expected });
      expect(answer.headers.get('x-request-id')).toEqual(expect.any(String));
    },
  );

  test.each(Object.entries(marks))('is recognized by %s, whatever its token and body are', async (_, headers) => {
    const events = [{ event: 'shop.didSell', data: {} }];
    const answers = await Promise.all([
      call('POST', '/events', { token, headers, body: { events } }),
      call('POST', '/events', { token: 'wrong', headers, body: 'no JSON' }),
      call('GET', '/health', { headers }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 508, body: expected });
  });

  test('is no reason to refuse other clients', async () => {
    const headers = { 'user-agent': 'curl/8', 'webhook-timestamp': '1' };
    expect((await call('GET', '/health', { headers })).status).toBe(200);
  });
});

/** A body with one byte that is not UTF-8. */
const notUtf8 = (before: string, after: string) =>
  Uint8Array.from([...Buffer.from(before), 0xff, ...Buffer.from(after)]);

describe('a request body', () => {
  let network: string;
  beforeAll(async () => {
    network = await createNetwork();
  });

  test.each([
    ['application/json; charset=utf-8', 'which API Gateway hands over as text'],
    ['Application/VND.api+json', 'which API Gateway hands over as Base64'],
  ])('that is not UTF-8 is 400 under %s, %s', async (type) => {
    const token = await tokenFor(network, 'alice');
    const body = notUtf8('{"blockUserId":"b', 'b"}');
    const response = await call('POST', '/block/members', { token, body, headers: { 'content-type': type } });
    expect({ status: response.status, body: response.body }).toEqual({
      status: 400,
      body: { status: 'error', code: 400000, message: 'the request body must be UTF-8' },
    });
  });

  test('with an event that is not UTF-8 is 400, and nothing of it is stored', async () => {
    const server = await serverOf(network);
    const body = notUtf8('{"events":[{"id":"not-utf8","event":"a.b","data":{"x":"', '"}}]}');
    expect((await server('POST', '/events', body)).status).toBe(400);
    const again = await server('POST', '/events', { events: [{ id: 'not-utf8', event: 'a.b', data: {} }] });
    expect(again.body).toEqual({ results: [{ id: 'not-utf8', status: 'accepted' }] });
  });

  test('may have U+FFFD itself', async () => {
    const alice = await userOf(network, 'alice');
    expect((await alice('POST', '/block/members', { blockUserId: 'bob\ufffd' })).status).toBe(200);
  });

  test('with a member named __proto__ is 400 and says so', async () => {
    const alice = await userOf(network, 'alice');
    const response = await alice('POST', '/block/members', '{"blockUserId":"bob","__proto__":{}}');
    expect({ status: response.status, body: response.body }).toEqual({
      status: 400,
      body: expect.objectContaining({ message: expect.stringContaining('must not have members named __proto__') }),
    });
  });
});
