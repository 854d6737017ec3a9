import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { Erasure, ErasureId, MAX_PENDING_ERASURES } from '../../contract/user-data.ts';
import { erasuresTable } from '../../lambdas/user-data/erasures-table.ts';
import {
  type Client,
  call,
  cloud,
  connection,
  createNetwork,
  eventually,
  serverOf,
  userOf,
} from '../../testing/service.ts';
import { adminOf } from '../webhooks/admin.ts';

const TABLE = () => cloud().outputs['ErasuresTableName'] ?? '';

/** Asks for an erasure, and returns it. */
async function erase(server: Client, userIds: readonly string[]): Promise<Erasure> {
  const { status, text, body } = await server('POST', '/user-erasures', { userIds });
  if (status !== 202) throw new Error(`The erasure was not accepted: ${status} ${text}`);
  return v.parse(Erasure, body);
}

const erasureOf = async (server: Client, { erasureId }: Pick<Erasure, 'erasureId'>): Promise<Erasure> =>
  v.parse(Erasure, (await server('GET', `/user-erasures/${erasureId}`)).body);

/** Fires the schedule until the erasure is as expected. Another test's pass may be under way. */
const until = (server: Client, erasure: Erasure, expected: Partial<Erasure>): Promise<Erasure> =>
  eventually(async () => {
    await fire();
    const now = await erasureOf(server, erasure);
    expect(now).toMatchObject(expected);
    return now;
  }, 30_000);

async function fire(): Promise<void> {
  const { body } = await call('GET', '/_local/schedules');
  const { schedules } = v.parse(v.object({ schedules: v.array(v.looseObject({ logicalId: v.string() })) }), body);
  const { logicalId } = schedules.find((schedule) => schedule.logicalId.includes('EraseUsersData')) ?? {};
  expect(await call('POST', `/_local/schedules/${logicalId}/fire`)).toMatchObject({ status: 200 });
}

/** Makes the next pass of an erasure due now. */
async function skipTheDay(networkId: NetworkId, { erasureId }: Erasure): Promise<void> {
  const update = { UpdateExpression: 'SET nextPassAt = :now', ExpressionAttributeValues: { ':now': '2026-01-01' } };
  await connection().client.send(new UpdateCommand({ TableName: TABLE(), Key: { networkId, erasureId }, ...update }));
}

describe('a back end', () => {
  test('has users erased, follows how far it is, and gets a report that nothing is left', async () => {
    const networkId = await createNetwork();
    const [server, alice, bob, admin] = [
      await serverOf(networkId),
      await userOf(networkId, 'alice'),
      await userOf(networkId, 'bob'),
      await adminOf(networkId),
    ];
    await alice('POST', '/block/members', { blockUserId: 'bob' });
    await alice('POST', '/block/members', { blockUserId: 'carol' });
    await bob('POST', '/block/members', { blockUserId: 'alice' });
    await bob('POST', '/block/members', { blockUserId: 'carol' });

    const erasure = await erase(server, ['alice', 'alice', 'nobody']);
    expect(erasure).toMatchObject({ state: 'pending', users: 2, passes: 0 });
    expect(erasure).not.toHaveProperty('report');
    const { report, nextPassAt = '' } = await until(server, erasure, { state: 'pending', passes: 1 });
    const nothing = { blocks: 0, blockedBy: 0, activities: 0, markers: 0, events: 0, responses: 0 };
    const removed = { ...nothing, blocks: 2, blockedBy: 1 };
    expect(report).toMatchObject({ found: removed, removed, left: nothing });
    expect(report?.remains.map(({ what }) => what)).toEqual(['messages', 'backups']);
    expect(Date.parse(nextPassAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000);

    await skipTheDay(networkId, erasure);
    const done = await until(server, erasure, { state: 'done', passes: 2 });
    expect(done).toMatchObject({ report: { removed, left: nothing } });
    expect(done).not.toHaveProperty('nextPassAt');
    expect((await alice('POST', '/block', {})).body).toEqual({ results: [] });
    expect((await bob('POST', '/block', {})).body).toMatchObject({ results: [{ blocked_userId: 'carol' }] });

    // What is left of it names no user.
    const stored = await erasuresTable(connection().client, TABLE()).readAll([
      { networkId, erasureId: v.parse(ErasureId, erasure.erasureId) },
    ]);
    expect(JSON.stringify(stored)).not.toContain('alice');
    await eventually(async () => {
      const { body } = await admin('GET', '/audit');
      expect(body).toMatchObject({
        results: expect.arrayContaining([
          expect.objectContaining({
            action: 'usersErased',
            by: { kind: 'server', name: 'platform' },
            changes: [{ field: 'users', to: '2' }],
          }),
        ]),
      });
    });
  });

  test('can have so many erasures that are not done, and others are not kept waiting by them', async () => {
    const [crowded, other] = [await createNetwork(), await createNetwork()];
    const server = await serverOf(crowded);
    const table = erasuresTable(connection().client, TABLE());
    // Far ahead, so that no pass takes them.
    await Promise.all(
      Array.from({ length: MAX_PENDING_ERASURES }, () => table.add(crowded, [], Date.now() + 40 * 86_400_000)),
    );
    const refused = await eventually(async () => {
      const response = await server('POST', '/user-erasures', { userIds: ['alice'] });
      expect(response.status).toBe(403);
      return response;
    });
    expect(refused.text).toContain('has 100 erasures that are not done');
    const theirs = await serverOf(other);
    await until(theirs, await erase(theirs, ['alice']), { passes: 1 });
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

  test.each([
    ['no users', { userIds: [] }],
    ['more than 100 users', { userIds: Array.from({ length: 101 }, (_, n) => `u${n}`) }],
    ['a malformed id', { userIds: ['a\u0000b'] }],
  ])('is refused with %s', async (_, body) => {
    const server = await serverOf(await createNetwork());
    expect((await server('POST', '/user-erasures', body)).status).toBe(400);
  });

  test('is refused with a page token that is none', async () => {
    const server = await serverOf(await createNetwork());
    for (const token of ['blocks', 'blocks:', 'events:a', ':a']) {
      expect((await server('GET', `/users/alice/data?pageToken=${token}`)).status).toBe(400);
    }
  });
});
