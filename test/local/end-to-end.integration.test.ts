/** The shared local cloud, as its users see it. */
import { describe, expect, test } from '@jest/globals';
import { call, createNetwork, tokenFor } from '../../testing/service.ts';

describe('the local cloud', () => {
  test('responds with 401 without calling a function if the token is missing, and adds a request id', async () => {
    const response = await call('GET', '/user-activities');
    expect(response).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/);
  });

  test('responds with 413 to a body beyond 10 MB without reading it', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    const body = 'x'.repeat(10 * 1024 * 1024 + 1);
    const response = await call('POST', '/block', { token, body });
    expect(response).toMatchObject({ status: 413, body: { message: 'Request Entity Too Large' } });
  });

  // Preflight requests: test/e2e/cross-origin.test.ts.
  test('lets pages of another origin read refusals too, and adds nothing for those of its own', async () => {
    const headers = { origin: 'https://app.example.com' };
    const refused = await call('POST', '/block/members', { headers });
    expect(refused.status).toBe(401);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('x-request-id'),
    });
    const sameOrigin = await call('POST', '/block/members');
    expect(sameOrigin.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('responds with 431 to a request head beyond 10 KB', async () => {
    const headers = { 'x-filler': 'x'.repeat(11_000) };
    expect(await call('GET', '/health', { headers })).toMatchObject({ status: 431 });
  });
});
