/** The shared local cloud, as its users see it. */
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { call, cloud, createNetwork, tokenFor } from '../../testing/service.ts';

/** Of a body, in bytes. */
const LIMIT = 10 * 1024 * 1024;

describe('the local cloud', () => {
  test('responds with 401 without calling a function if the token is missing, and adds a request id', async () => {
    const response = await call('GET', '/user-activities');
    expect(response).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/);
  });

  test('responds with 413 to a body beyond 10 MB, to clients that send all of it first as well', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    const body = 'x'.repeat(3 * LIMIT);
    for (let times = 0; times < 5; times++) {
      const response = await call('POST', '/block', { token, body });
      expect(response).toMatchObject({ status: 413, body: { message: 'Request Entity Too Large' } });
    }
  });

  test('responds with 413 to a client that announces such a body and sends none', async () => {
    const authorization = `Bearer ${await tokenFor(await createNetwork(), 'alice')}`;
    const headers = { authorization, 'content-length': LIMIT + 1 };
    const sent = request(`${cloud().url}/block`, { method: 'POST', headers });
    sent.flushHeaders();
    const [response] = await once(sent, 'response');
    sent.destroy();
    expect(response.statusCode).toBe(413);
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

/** The schedules of the shared local cloud, run by hand, and Lambda's Invoke. */
const Schedules = v.object({ schedules: v.array(v.object({ logicalId: v.string(), everyMs: v.number() })) });

const sweeper = async (): Promise<string> => {
  const { schedules } = v.parse(Schedules, (await call('GET', '/_local/schedules')).body);
  const names = ['NoticeMails', 'Sweep'].map((name) => expect.stringContaining(name));
  expect(schedules).toEqual(names.map((logicalId) => ({ logicalId, everyMs: 60_000 })));
  return schedules[1]?.logicalId ?? '';
};

describe('a schedule of the local cloud', () => {
  test('runs by hand, and responds when its function has returned', async () => {
    const response = await call('POST', `/_local/schedules/${await sweeper()}/fire`);
    expect(response).toMatchObject({ status: 200, body: { outcomes: [{ kind: 'returned' }] } });
  });

  test('is named if there is no schedule of that name', async () => {
    const message = expect.stringMatching(
      new RegExp(`^There is no schedule Other\\. There are: \\w*NoticeMails\\w*, ${await sweeper()}\\.$`),
    );
    const response = await call('POST', '/_local/schedules/Other/fire');
    expect(response).toMatchObject({ status: 404, body: { message } });
  });

  test('does not run for a web page', async () => {
    const headers = { origin: 'https://example.com' };
    expect((await call('POST', `/_local/schedules/${await sweeper()}/fire`, { headers })).status).toBe(403);
  });
});

describe('Invoke of the local cloud', () => {
  test('serves those with its credentials, and names a function that is not in the template', async () => {
    const path = '/_local/lambda/2015-03-31/functions/other/invocations';
    expect(await call('POST', path, { body: {} })).toMatchObject({ status: 403 });
    const headers = { 'x-amz-security-token': cloud().credentials.sessionToken };
    const response = await call('POST', path, { body: {}, headers });
    expect(response).toMatchObject({
      status: 404,
      body: { Type: 'User', Message: `There is no function at ${path}.` },
    });
    expect(response.headers.get('x-amzn-errortype')).toBe('ResourceNotFoundException');
  });
});
