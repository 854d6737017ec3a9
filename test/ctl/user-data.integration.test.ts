import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { createNetwork } from '../../ctl/networks.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ctlHere, type Service, startService } from './service.ts';

const network = (text: string) => v.parse(NetworkId, text);
const user = (text: string) => v.parse(UserId, text);
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${n + 1000}`);

/** Looks like another network's key, and contains characters that are special in JSON and shells. */
const ALICE = 'alice_b "Ω" $x';
/** More than an erasure removes without looking again. */
const BLOCKS = 2_600;
const BLOCKED_BY = 27;
const ACTIVITIES = 53;

describe('everything stored about a user', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    for (const id of ['acme', 'acme-2']) {
      await createNetwork(service.connection, network(id));
      await fill(id, ALICE);
    }
    for (const by of [
      { kind: 'admin', name: ALICE },
      { kind: 'server', name: ALICE },
      { kind: 'admin', name: 'bob' },
    ] as const)
      await audit().add({ networkId: network('acme'), at: new Date().toISOString(), by, action: 'secretRevealed' });
  });
  afterAll(() => service.stop());
  const audit = () => auditTable(service.connection.client, service.connection.tables.audit);

  async function block(networkId: string, by: string, whom: string): Promise<void> {
    const blocks = blocksTable(service.connection.client, service.outputs['BlocksTableName']);
    await blocks.add({ netid_uid: networkUserKey(network(networkId), user(by)), blocked_userId: user(whom) });
  }

  async function act(networkId: string, by: string, count: number): Promise<void> {
    const activities = activitiesTable(service.connection.client, service.outputs['ActivitiesTableName']);
    for (const eventId of numbered(count, 'event')) {
      await activities.record({
        networkId_userId: networkUserKey(network(networkId), user(by)),
        eventId: v.parse(EventId, eventId),
        occurredAt: Date.UTC(2026, 0, 1),
        expiresAt: Date.UTC(2040, 0, 2),
        action: {
          targetId: 'post-1',
          targetType: 'post',
          objectId: `reaction-${eventId}`,
          objectType: 'reaction_like',
          parentId: 'post-1',
          parentType: 'post',
        },
      });
    }
  }

  async function fill(networkId: string, userId: string): Promise<void> {
    const file = join(temporaryFolder(), 'blocks.ndjson');
    const blocks = numbered(BLOCKS, 'other').map((blocked) => JSON.stringify({ blocker: userId, blocked }));
    writeFileSync(file, blocks.join('\n'));
    await service.ctl('import', 'blocks', '--network', networkId, '--rate', '40000', file);
    await Promise.all(numbered(BLOCKED_BY, 'blocker').map((other) => block(networkId, other, userId)));
    await act(networkId, userId, ACTIVITIES);
  }

  const exported = async (networkId: string, userId: string) =>
    JSON.parse((await service.ctl('user', 'export', networkId, userId)).stdout);

  test('is exported as one JSON object, without data of other users and networks', async () => {
    const run = await service.ctl('user', 'export', 'acme', ALICE);
    expect(run).toMatchObject({ stderr: '', code: 0 });
    const { exportedAt, activities, ...rest } = JSON.parse(run.stdout);
    expect(Date.parse(exportedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(rest).toEqual({
      networkId: 'acme',
      userId: ALICE,
      blocks: numbered(BLOCKS, 'other').map((id) => ({ netid_uid: `acme_${ALICE}`, blocked_userId: id })),
      blockedBy: expect.arrayContaining(
        numbered(BLOCKED_BY, 'blocker').map((id) => ({ netid_uid: `acme_${id}`, blocked_userId: ALICE })),
      ),
      audit: [expect.objectContaining({ by: { kind: 'admin', name: ALICE }, action: 'secretRevealed' })],
    });
    expect(rest.blockedBy).toHaveLength(BLOCKED_BY);
    const all = await service.ctl('export', 'blocks', '--network', 'acme');
    expect(all.stdout.trimEnd().split('\n')).toHaveLength(BLOCKS + BLOCKED_BY);
    expect(new Set(activities.map(({ eventId }: { eventId: string }) => eventId)).size).toBe(ACTIVITIES);
    expect(activities[0]).toEqual({
      createdAt: expect.stringMatching(/^2026-01-01T00:00:00\.000\d{3}Z$/),
      networkId_userId: `acme_${ALICE}`,
      targetId: 'post-1',
      targetType: 'post',
      objectId: expect.stringMatching(/^reaction-event-/),
      objectType: 'reaction_like',
      parentId: 'post-1',
      parentType: 'post',
      eventId: expect.stringMatching(/^event-/),
      expiresAt: Date.UTC(2040, 0, 2) / 1000,
    });
  });

  test('is an object of empty lists for an unknown user, whose id may begin with a dash', async () => {
    const run = await ctlHere(['user', 'export', '--data', service.folder, 'acme', '--', '--json']);
    expect(JSON.parse(run.stdout)).toEqual({
      networkId: 'acme',
      userId: '--json',
      exportedAt: expect.any(String),
      blocks: [],
      blockedBy: [],
      activities: [],
      audit: [],
    });
  });

  test('is counted when it is erased, and erasing it again counts zero', async () => {
    const [first, second] = [
      await service.ctl('user', 'erase', 'acme-2', ALICE),
      await service.ctl('user', 'erase', 'acme-2', ALICE, '--json'),
    ];
    expect(first).toMatchObject({ stderr: '', code: 0 });
    expect(first.stdout.split('\n').slice(0, 5)).toEqual([
      'Removed:',
      'own blocks        2600',
      'blocks by others  27',
      'activity records  53',
      'comment markers   0',
    ]);
    const tomorrow = /^Run it again after (\S+):/m.exec(first.stdout)?.[1] ?? '';
    expect(Date.parse(tomorrow) - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
    expect(JSON.parse(second.stdout)).toEqual({
      networkId: 'acme-2',
      userId: ALICE,
      removed: { blocks: 0, blockedBy: 0, activities: 0, markers: 0 },
      runAgainAfter: expect.any(String),
    });
    const { results } = await audit().page(network('acme-2'), { limit: 2 });
    const entry = { by: { kind: 'operator' }, action: 'usersErased', changes: [{ field: 'users', to: '1' }] };
    expect(results).toMatchObject([entry, entry]);
    expect(await exported('acme-2', ALICE)).toMatchObject({ blocks: [], blockedBy: [], activities: [] });
    expect(await exported('acme', ALICE)).toMatchObject({ blocks: { length: BLOCKS } });
  });
});
