import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { ctlHere, type Service, startService } from '../../test/support/ctl.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createNetwork } from '../networks.ts';

const network = (text: string) => v.parse(NetworkId, text);
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${n + 1000}`);

/** Looks like another network's key, and contains characters that are special in JSON and shells. */
const ALICE = 'alice_b "Ω" $x';
/** More than an erasure removes without looking again. */
const BLOCKS = 2_600;
const BLOCKED_BY = 27;
const ACTIVITIES = 53;
const ACTION = { targetId: 'post-1', targetType: 'post', parentId: 'post-1', parentType: 'post' };

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

  async function bring(networkId: string, kind: 'blocks' | 'activity', records: readonly object[]): Promise<void> {
    const file = join(temporaryFolder(), `${kind}.ndjson`);
    writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
    await service.ctl('import', kind, '--network', networkId, '--rate', '40000', file);
  }

  async function fill(networkId: string, userId: string): Promise<void> {
    await service.ctl('network', 'set', networkId, 'activityRetentionDays', '3650');
    await bring(networkId, 'blocks', [
      ...numbered(BLOCKS, 'other').map((blocked) => ({ blocker: userId, blocked })),
      ...numbered(BLOCKED_BY, 'blocker').map((blocker) => ({ blocker, blocked: userId })),
    ]);
    const action = { ...ACTION, objectType: 'reaction_like', createdAt: '2026-01-01T00:00:00Z' };
    await bring(
      networkId,
      'activity',
      numbered(ACTIVITIES, 'reaction').map((objectId) => ({ ...action, userId, objectId })),
    );
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
      ...ACTION,
      objectId: expect.stringMatching(/^reaction-/),
      objectType: 'reaction_like',
      eventId: expect.any(String),
      expiresAt: Date.UTC(2026, 0, 1) / 1000 + 3_650 * 86_400,
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
    expect(first.stdout.split('\n').slice(0, 6)).toEqual([
      'Removed:',
      'own blocks        2600',
      'blocks by others  27',
      'activity records  53',
      'comment markers   0',
      'named in entries  0',
    ]);
    const tomorrow = /^Run it again after (\S+):/m.exec(first.stdout)?.[1] ?? '';
    expect(Date.parse(tomorrow) - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
    expect(JSON.parse(second.stdout)).toEqual({
      networkId: 'acme-2',
      userId: ALICE,
      removed: { blocks: 0, blockedBy: 0, activities: 0, markers: 0, auditEntries: 0 },
      runAgainAfter: expect.any(String),
    });
    const { results } = await audit().page(network('acme-2'), { limit: 2 });
    const entry = { by: { kind: 'operator' }, action: 'usersErased', changes: [{ field: 'users', to: '1' }] };
    expect(results).toMatchObject([entry, entry]);
    expect(await exported('acme-2', ALICE)).toMatchObject({ blocks: [], blockedBy: [], activities: [] });
    expect(await exported('acme', ALICE)).toMatchObject({ blocks: { length: BLOCKS } });
  });
});
