/** The shared local cloud, as its users see it. */
import { describe, expect, test } from '@jest/globals';
import { call, createNetwork, eventually, tokenFor } from '../support/service.ts';

describe('the local cloud', () => {
  test('serves the routes of the template to the holder of a token', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    expect(await call('POST', '/block/members', { token, body: { blockUserId: 'bob' } })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    const hidden = await call('GET', '/block/members?checkList=bob&checkList=carol', { token });
    expect(hidden.body).toEqual({ bob: true, carol: false });
  });

  test('carries an event through the stream to the activity record within 2 s', async () => {
    const network = await createNetwork();
    const [user, server] = await Promise.all([tokenFor(network, 'alice'), tokenFor(network, 'platform', 'server')]);
    const reactor = { reactionId: 'r-1', reactionName: 'like', userId: 'alice' };
    const events = [{ event: 'v3.post.didAddReaction', data: { posts: [{ postId: 'p-1' }], reactor } }];
    expect((await call('POST', '/events', { token: server, body: { events } })).status).toBe(202);
    await eventually(async () => {
      const { body } = await call('GET', '/user-activities', { token: user });
      expect(body).toMatchObject({ data: [{ targetId: 'p-1', objectType: 'reaction_like' }] });
    }, 2_000);
  });

  test('answers 401 without a call where the token is missing, and gives every answer a request id', async () => {
    const answer = await call('GET', '/user-activities');
    expect(answer).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(answer.headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/);
  });

  test('answers 413 to a body beyond 10 MB without reading it', async () => {
    const token = await tokenFor(await createNetwork(), 'alice');
    const body = 'x'.repeat(10 * 1024 * 1024 + 1);
    const answer = await call('POST', '/block', { token, body });
    expect(answer).toMatchObject({ status: 413, body: { message: 'Request Entity Too Large' } });
  });
});
