import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Erasure } from '../../contract/user-data.ts';
import { createNetwork, eventually, serverOf, userOf } from '../../testing/service.ts';
import { adminOf } from '../webhooks/admin.ts';

describe('a back end', () => {
  test('has a user erased, and the audit trail has it without the id', async () => {
    const networkId = await createNetwork();
    const [server, alice, bob, admin] = [
      await serverOf(networkId),
      await userOf(networkId, 'alice'),
      await userOf(networkId, 'bob'),
      await adminOf(networkId),
    ];
    await alice('POST', '/block/members', { blockUserId: 'bob' });
    await bob('POST', '/block/members', { blockUserId: 'alice' });
    await bob('POST', '/block/members', { blockUserId: 'carol' });

    await eventually(async () => {
      const { status, body } = await server('DELETE', '/users/alice/data');
      expect(status).toBe(v.parse(Erasure, body).status === 'success' ? 200 : 202);
      expect((await alice('POST', '/block', {})).body).toEqual({ results: [] });
      expect((await bob('POST', '/block', {})).body).toMatchObject({ results: [{ blocked_userId: 'carol' }] });
    });
    const entry = { action: 'usersErased', by: { kind: 'server', name: 'platform' } };
    await eventually(async () => {
      const { body } = await admin('GET', '/audit');
      expect(body).toMatchObject({ results: expect.arrayContaining([expect.objectContaining(entry)]) });
      expect(JSON.stringify(body)).not.toContain('alice');
    });
  });

  test('exports what is stored under a user id, page by page, although all features are off', async () => {
    const networkId = await createNetwork();
    const alice = await userOf(networkId, 'alice');
    const blocked = Array.from({ length: 25 }, (_, n) => `user-${n + 10}`);
    await Promise.all(blocked.map((blockUserId) => alice('POST', '/block/members', { blockUserId })));
    const server = await serverOf(networkId);
    const Page = v.looseObject({
      blocks: v.array(v.looseObject({ blocked_userId: v.string() })),
      pageToken: v.optional(v.string()),
    });
    const first = v.parse(Page, (await server('GET', '/users/alice/data')).body);
    const query = new URLSearchParams({ pageToken: first.pageToken ?? '' });
    const second = v.parse(Page, (await server('GET', `/users/alice/data?${query}`)).body);
    expect([...first.blocks, ...second.blocks].map(({ blocked_userId }) => blocked_userId)).toEqual(blocked);
    expect(second).toMatchObject({ activities: [] });
    expect(second).not.toHaveProperty('pageToken');
  });

  test('is refused with a page token that is none, or a malformed user id', async () => {
    const server = await serverOf(await createNetwork());
    for (const token of ['blocks', 'blocks:', 'events:a', ':a']) {
      expect((await server('GET', `/users/alice/data?pageToken=${token}`)).status).toBe(400);
    }
    expect((await server('DELETE', '/users/a%00b/data')).status).toBe(404);
  });
});
