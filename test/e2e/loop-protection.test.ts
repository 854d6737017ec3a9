import { beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../contract/routes.ts';
import { call, createNetwork, tokenFor } from '../../testing/service.ts';

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
