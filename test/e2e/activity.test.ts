import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type Client, createNetwork, eventually, serverOf, userOf } from '../support/service.ts';

const comment = (fields: object) => ({ comments: [{ referenceType: 'post', referenceId: 'postA', ...fields }] });
const reactor = (userId: string, reactionName = 'like') => ({
  reactor: { reactionId: `r-${userId}`, reactionName, userId },
});
const post = (postId: string) => ({ posts: [{ postId }] });

const Activities = v.strictObject({
  data: v.array(v.record(v.string(), v.unknown())),
  start: v.optional(v.strictObject({ createdAt: v.string(), networkId_userId: v.string() })),
});
type Activities = v.InferOutput<typeof Activities>;

// One record for a comment, and many at a time: test/activity/. Of others: test/proof/tenants.integration.test.ts.
describe('user activity', () => {
  let network: string;
  let server: Client;
  beforeAll(async () => {
    network = await createNetwork({ features: ['userActivity'] });
    server = await serverOf(network);
  });

  const ingest = async (events: readonly object[]) => {
    const answer = await server('POST', '/events', { events });
    expect(answer.status).toBe(202);
    return answer;
  };
  const list = async (user: Client, query = ''): Promise<Activities> => {
    const answer = await user('GET', `/user-activities${query}`);
    expect(answer.status).toBe(200);
    return v.parse(Activities, answer.body);
  };
  const listOf = async (user: Client, count: number, query = '') =>
    await eventually(async () => {
      const page = await list(user, query);
      expect(page.data).toHaveLength(count);
      return page;
    });

  // What the record of each event is: test/activity/action-of-event.test.ts.
  test('an action and a removal are records with exactly the documented fields, once each, newest first', async () => {
    const me = 'actor';
    const user = await userOf(network, me);
    const at = (second: number) => ({ occurredAt: `2024-02-28T12:00:0${second}.000Z` });
    const like = { ...post('postA'), ...reactor(me) };
    const events = [
      { event: 'v3.post.didAddReaction', data: like },
      { event: 'v3.comment.didReply', data: comment({ commentId: 'reply', userId: me, parentId: 'commentA' }) },
      { event: 'v3.post.didRemoveReaction', data: like },
    ].map((event, i) => ({ ...event, id: `scenario-${i}`, ...at(i) }));
    const onA = { parentType: 'post', parentId: 'postA' };
    const liked = { targetId: 'postA', targetType: 'post', objectId: `r-${me}`, objectType: 'reaction_like', ...onA };
    const records = [
      liked,
      { targetId: 'commentA', targetType: 'comment', objectId: 'reply', objectType: 'comment', ...onA },
      { ...liked, action: 'removed' },
    ].map((record, i) => ({
      ...record,
      networkId_userId: `${network}_${me}`,
      createdAt: expect.stringMatching(`^2024-02-28T12:00:0${i}\\.000\\d{3}Z$`),
    }));

    await ingest(events);
    expect((await listOf(user, 3)).data).toEqual(records.toReversed());

    const again = await ingest(events);
    expect(again.body).toEqual({ results: events.map(({ id }) => ({ id, status: 'duplicate' })) });
    await ingest([{ event: 'v3.comment.didCreate', data: comment({ commentId: 'last', userId: me }) }]);
    expect((await listOf(user, 4)).data.slice(1)).toEqual(records.toReversed());
  });

  test('a page has 10 by default, and the last one has no start', async () => {
    const user = await userOf(network, 'reader');
    await ingest(
      Array.from({ length: 20 }, (_, i) => ({
        event: 'v3.post.didAddReaction',
        data: { ...post(`p${i}`), reactor: { reactionId: `r${i}`, reactionName: 'heart 💛', userId: 'reader' } },
      })),
    );
    await listOf(user, 20, '?limit=50');
    const first = await list(user);
    expect(first.data).toHaveLength(10);
    expect(first.data[0]).toMatchObject({ objectType: 'reaction_heart 💛' });
    expect(first.start).toEqual({ createdAt: first.data[9]?.['createdAt'], networkId_userId: `${network}_reader` });
    const second = await list(user, `?createdAt=${first.start?.createdAt}&networkId_userId=${network}_reader`);
    expect(second.data).toHaveLength(10);
    expect(second).not.toHaveProperty('start');
    expect(await list(user, '?limit=20')).not.toHaveProperty('start');
    expect((await list(user, '?limit=1')).data).toHaveLength(1);
    expect(await list(user, '?createdAt=&networkId_userId=')).toEqual(first);
    expect(await list(user, '?createdAt=')).toEqual(first);
  });

  test("never accepts another user's position", async () => {
    const user = await userOf(network, 'strict');
    const query = `createdAt=2024-02-28T12:00:00.000000Z&networkId_userId=${network}_somebody-else`;
    expect(await user('GET', `/user-activities?${query}`)).toMatchObject({
      status: 400,
      body: { status: 'error', code: 400000, message: 'networkId_userId must be one that was returned to you' },
    });
  });
});
