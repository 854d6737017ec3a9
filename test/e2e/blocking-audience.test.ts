import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createNetwork, serverOf, userOf } from '../../testing/service.ts';

const none = { hasBlocked: false, isBlocked: false };

describe('POST /block/audience', () => {
  let network: string;
  let server: Client;
  beforeAll(async () => {
    network = await createNetwork({ features: ['blockUser'] });
    server = await serverOf(network);
  });

  const block = async (blocker: string, ...blocked: string[]) => {
    const user = await userOf(network, blocker);
    for (const blockUserId of blocked) await user('POST', '/block/members', { blockUserId });
  };
  const audience = (actorId: unknown, userIds: unknown) => server('POST', '/block/audience', { actorId, userIds });

  test('says who has blocked the actor and whom the actor has blocked, and shows a change at once', async () => {
    await block('alice', 'bob', 'both');
    await block('carol', 'alice');
    await block('both', 'alice');
    const answer = await audience('alice', ['bob', 'carol', 'both', 'dave']);
    const results = {
      bob: { hasBlocked: false, isBlocked: true },
      carol: { hasBlocked: true, isBlocked: false },
      both: { hasBlocked: true, isBlocked: true },
      dave: none,
    };
    expect([answer.status, answer.body]).toEqual([200, { results }]);
    await (await userOf(network, 'alice'))('DELETE', '/block/members', { blockUserId: 'bob' });
    expect((await audience('alice', ['bob'])).body).toEqual({ results: { bob: none } });
  });

  test('takes 100 ids, counts a repeated one once, and is false both ways for the actor itself', async () => {
    const others = Array.from({ length: 99 }, (_, n) => `user-${n}`);
    const answer = await audience('self', ['self', ...others, ...others]);
    expect(answer.body).toEqual({ results: Object.fromEntries(['self', ...others].map((id) => [id, none])) });
    expect((await audience('self', ['self'])).body).toEqual({ results: { self: none } });
  });

  test('takes ids of any script and the names of object members, in an escaped body of 100 of the longest', async () => {
    const odd = ['__proto__', 'constructor', 'a,b', '😀', '%', '"'];
    await block('toString', ...odd);
    for (const id of odd) await block(id, 'toString');
    const answer = await audience('toString', [...odd, 'hasOwnProperty']);
    expect(answer.text).toContain('"__proto__":{"hasBlocked":true,"isBlocked":true}');
    const related = Object.entries(Object(answer.body).results);
    expect(related.toSorted()).toEqual(
      [...odd.map((id) => [id, { hasBlocked: true, isBlocked: true }]), ['hasOwnProperty', none]].toSorted(),
    );
    const longest = Array.from({ length: 100 }, (_, n) => `${'é'.repeat(62)}${n + 100}`);
    const body = JSON.stringify({ actorId: 'toString', userIds: longest }).replaceAll('é', '\\u00e9');
    expect((await server('POST', '/block/audience', body)).status).toBe(200);
  });

  test('is the same whether the network hides mutually or not, and counts as a read', async () => {
    const mutual = await createNetwork({ features: ['blockUser'], hideMode: 'mutual' });
    await (await userOf(mutual, 'alice'))('POST', '/block/members', { blockUserId: 'bob' });
    const answer = await (await serverOf(mutual))('POST', '/block/audience', { actorId: 'bob', userIds: ['alice'] });
    expect(answer.body).toEqual({ results: { alice: { hasBlocked: true, isBlocked: false } } });
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"reads";/);
  });

  test('knows nothing of the blocks of another network', async () => {
    await block('here', 'there');
    const other = await serverOf(await createNetwork({ features: ['blockUser'] }));
    const { body } = await other('POST', '/block/audience', { actorId: 'here', userIds: ['there'] });
    expect(body).toEqual({ results: { there: none } });
  });
});
