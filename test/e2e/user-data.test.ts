import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { networkUserKey, UserId } from '../../contract/ids.ts';
import { Erasure, exportUser } from '../../contract/user-data.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { connection, createNetwork, eventually, serverOf, userOf } from '../support/service.ts';
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
    // They sort before the time stamps of activity records. Decoded, an id would sort behind all others.
    const blocked = Array.from({ length: 25 }, (_, n) => `1%7E${n + 100}é`);
    await Promise.all(blocked.map((blockUserId) => alice('POST', '/block/members', { blockUserId })));
    const activities = activitiesTable(connection().client, connection().tables.activities);
    const recorded = Array.from({ length: 60 }, (_, n) => `reaction-${n + 10}`);
    const target = { targetId: 'p', targetType: 'post', parentType: 'post', parentId: 'p' } as const;
    for (const [n, objectId] of recorded.entries()) {
      const action = { ...target, objectId, objectType: 'reaction_like' } as const;
      const [networkId_userId, eventId] = [
        networkUserKey(networkId, v.parse(UserId, 'alice')),
        v.parse(EventId, objectId),
      ];
      await activities.record({ networkId_userId, eventId, occurredAt: Date.UTC(2026, 0, 1) - n, action });
    }
    const server = await serverOf(networkId);
    const pages = [];
    let query: string | undefined = '';
    while (query !== undefined) {
      const { body } = await server('GET', `/users/alice/data${query}`);
      const { pageToken, ...page } = v.parse(exportUser.response.body, body);
      pages.push(page);
      query = pageToken && `?pageToken=${pageToken}`;
    }
    expect(pages.map((page) => [page.blocks.length, page.activities.length])).toEqual([
      [20, 0],
      [5, 50],
      [0, 10],
    ]);
    expect(pages.flatMap(({ blocks }) => blocks.map(({ blocked_userId }) => blocked_userId))).toEqual(blocked);
    expect(pages.flatMap((page) => page.activities.map(({ objectId }) => objectId))).toEqual(recorded);
  });

  test('is refused with a page token that is none, or a malformed user id', async () => {
    const server = await serverOf(await createNetwork());
    for (const token of ['blocks', 'blocks:a', ...['blocks', 'blocks:', 'events:a', ':a'].map((text) => btoa(text))]) {
      expect((await server('GET', `/users/alice/data?pageToken=${token}`)).status).toBe(400);
    }
    expect((await server('DELETE', '/users/a%00b/data')).status).toBe(404);
  });

  // docs/spec/requests.md#ids-in-the-path
  test('erases nobody else than the id in the path says, however it is encoded', async () => {
    const networkId = await createNetwork();
    const [server, odd] = await Promise.all([serverOf(networkId), userOf(networkId, 'ada b@corp.example')]);
    await odd('POST', '/block/members', { blockUserId: 'bob' });
    for (const id of ['ada%20%62@corp.example', 'ada b%2540corp.example', 'ada%2F', '100%25']) {
      for (const method of ['DELETE', 'GET'] as const)
        expect({ id, status: (await server(method, `/users/${id}/data`)).status }).toEqual({ id, status: 400 });
    }
    const { body } = await server('GET', `/users/${encodeURIComponent('ada b@corp.example')}/data`);
    expect(body).toMatchObject({ blocks: [{ blocked_userId: 'bob' }] });
    const erased = await server('DELETE', '/users/ada%20b@corp.example/data');
    expect(erased.body).toMatchObject({ removed: { blocks: 1 } });
  });
});
