import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { type ErasuresTable, erasuresTable } from '../../lambdas/user-data/erasures-table.ts';
import { passTable } from '../../lambdas/user-data/pass-table.ts';
import { userTables } from '../../lambdas/user-data/user-tables.ts';
import { workOnErasures } from '../../lambdas/user-data/work-on-erasures.ts';
import { cloud, connection, createNetwork } from '../../testing/service.ts';
import { tableLike } from '../delivery/own-table.ts';

const HOUR_MS = 3_600_000;
const user = (id: string): UserId => v.parse(UserId, id);

let table: string;
let erasures: ErasuresTable;
let time: number;
beforeEach(async () => {
  table = await tableLike(connection().client, `${cloud().outputs['ErasuresTableName']}`);
  erasures = erasuresTable(connection().client, table);
  time = Date.now();
});

/** One call of the function, in a process of its own, with time for all steps unless `milliseconds` says otherwise. */
const work = (milliseconds = HOUR_MS, holder: string = randomUUID()): Promise<number> =>
  workOnErasures({
    tables: userTables(connection().client, connection().tables),
    erasures,
    pass: passTable(holder, connection().client, table),
    pace: () => Promise.resolve(),
    now: () => time,
    passSeconds: 6 * 3_600,
    endsAt: time + milliseconds,
  });

async function block(networkId: NetworkId, by: string, whom: string): Promise<void> {
  const { client, tables } = connection();
  await blocksTable(client, tables.blocks).add({
    netid_uid: networkUserKey(networkId, user(by)),
    blocked_userId: user(whom),
  });
}

const added = async (networkId: NetworkId, ...ids: string[]) => {
  const { erasureId } = await erasures.add(networkId, ids.map(user), time);
  return () => erasures.find({ networkId, erasureId });
};

test('one pass is for all networks, and the next one begins hours later, however many ask meanwhile', async () => {
  const [one, other] = [await createNetwork(), await createNetwork()];
  await block(one, 'alice', 'bob');
  await block(other, 'carol', 'alice');
  const [first, second] = [await added(one, 'alice'), await added(other, 'alice')];
  expect(await work()).toBe(2);
  expect(await first()).toMatchObject({ passes: 1, found: { blocks: 1, blockedBy: 0 } });
  expect(await second()).toMatchObject({ passes: 1, removed: { blocks: 0, blockedBy: 1 } });

  const late = await added(one, 'bob');
  expect(await work()).toBe(0);
  time += 6 * HOUR_MS;
  expect(await work()).toBe(1);
  expect(await late()).toMatchObject({ passes: 1 });
  // A day after their first pass, the others have their second one.
  time += 20 * HOUR_MS;
  expect(await work()).toBe(2);
  expect(await first()).toMatchObject({ passes: 2, finishedAt: expect.any(String), found: { blocks: 1 } });
  expect(await first()).not.toHaveProperty('userIds');
});

test('a pass goes on where the time of a call has ended', async () => {
  const networkId = await createNetwork();
  for (const id of ['alice', 'bob', 'carol']) await block(networkId, id, 'dave');
  const erasure = await added(networkId, 'alice', 'bob', 'carol');
  let calls = 0;
  for (; (await erasure())?.passes === 0; calls++) expect(await work(0)).toBe(1);
  expect(calls).toBeGreaterThan(3);
  expect(await erasure()).toMatchObject({ passes: 1, found: { blocks: 3 }, removed: { blocks: 3 } });
});

test('one process works at a time, and another one goes on when it is dead', async () => {
  await added(await createNetwork(), 'alice');
  const dead = passTable('dead', connection().client, table);
  expect(await dead.lease(time, time + 90_000)).toEqual({ startedAt: '' });
  expect(await work()).toBe(0);
  time += 90_001;
  expect(await work()).toBe(1);
});

test('an erasure that still finds something is tried each day', async () => {
  const networkId = await createNetwork();
  const erasure = await added(networkId, 'alice');
  for (const passes of [1, 2, 3]) {
    await block(networkId, 'alice', 'bob');
    expect(await work()).toBe(1);
    expect(await erasure()).toMatchObject({ passes, found: { blocks: passes }, passFound: { blocks: 1 } });
    time += 25 * HOUR_MS;
  }
  expect(await work()).toBe(1);
  expect(await erasure()).toMatchObject({ passes: 4, finishedAt: expect.any(String), passFound: { blocks: 0 } });
});
