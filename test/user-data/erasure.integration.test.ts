import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, jest, test } from '@jest/globals';
import { connectTo } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId, type NetworkUser, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { type ErasureBounds, erase } from '../../lambdas/user-data/erasure.ts';
import { exportText } from '../../lambdas/user-data/export-text.ts';
import { lossyClient } from '../support/clients.ts';
import { cloud, connection, createNetwork } from '../support/service.ts';

/** Enough for one erasure; the index of DynamoDB Local never lags. */
const ample: ErasureBounds = { milliseconds: 60_000, items: 1_000, pageItems: 100, lagMilliseconds: 0 };
const nothing = { blocks: 0, blockedBy: 0, activities: 0, markers: 0, auditEntries: 0 };
const user = (id: string): UserId => v.parse(UserId, id);

const clients: DynamoDBDocumentClient[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});

const eraseWith = (client: DynamoDBDocumentClient, alice: NetworkUser, bounds: Partial<ErasureBounds> = {}) =>
  erase(client, connection().tables, alice, { ...ample, ...bounds });
const eraseOnce = (alice: NetworkUser, bounds?: Partial<ErasureBounds>) =>
  eraseWith(connection().client, alice, bounds);

async function block(networkId: NetworkId, by: string, ...whom: readonly string[]): Promise<void> {
  const blocks = blocksTable(connection().client, connection().tables.blocks);
  const netid_uid = networkUserKey(networkId, user(by));
  for (const id of whom) await blocks.add({ netid_uid, blocked_userId: user(id) });
}

/** A comment: a record, and the marker that says that it is recorded. */
async function comment(networkId: NetworkId, by: string, ...objectIds: readonly string[]): Promise<void> {
  const activities = activitiesTable(connection().client, connection().tables.activities);
  const post = { targetId: 'post-1', targetType: 'post', parentId: 'post-1', parentType: 'post' } as const;
  for (const objectId of objectIds) {
    await activities.record({
      networkId_userId: networkUserKey(networkId, user(by)),
      eventId: v.parse(EventId, `event-${objectId}`),
      occurredAt: Date.UTC(2026, 0, 1),
      action: { ...post, objectId, objectType: 'comment' },
    });
  }
}

/** What is stored about a user, as `ctl user export` prints it. */
async function held(networkId: NetworkId, id: string) {
  const { client, tables } = connection();
  let text = '';
  for await (const piece of exportText(client, tables, { networkId, userId: user(id) }, '')) text += piece;
  const List = v.array(v.unknown());
  const { blocks, blockedBy, activities } = v.parse(
    v.object({ blocks: List, blockedBy: List, activities: List }),
    JSON.parse(text),
  );
  return [blocks.length, blockedBy.length, activities.length];
}

/** alice: 3 blocks by her and 4 of her, 2 records and as many markers. */
async function newAlice(): Promise<NetworkUser> {
  const networkId = await createNetwork();
  await block(networkId, 'alice', 'bob', 'carol', 'dave');
  for (const id of ['bob', 'carol', 'dave', 'erin']) await block(networkId, id, 'alice');
  await comment(networkId, 'alice', 'c-1', 'c-2');
  return { networkId, userId: user('alice') };
}

test('removes what is held about a user by key, and nothing of others or of other networks', async () => {
  const alice = await newAlice();
  const { networkId } = alice;
  // Keys of this network begin with those of the other one.
  const other = v.parse(NetworkId, `${networkId}2`);
  for (const id of [networkId, other]) {
    await block(id, 'bob', 'zoe', 'alice_');
    await comment(id, 'bob', 'c-3');
  }
  await block(other, 'alice', 'bob');
  await block(other, 'bob', 'alice');

  expect(await eraseOnce(alice)).toEqual({
    status: 'success',
    removed: { ...nothing, blocks: 3, blockedBy: 4, activities: 2, markers: 2 },
    left: [],
  });
  expect(await held(networkId, 'alice')).toEqual([0, 0, 0]);
  expect(await held(networkId, 'bob')).toEqual([2, 0, 1]);
  expect(await held(other, 'alice')).toEqual([1, 1, 0]);
  expect(await eraseOnce(alice)).toEqual({ status: 'success', removed: nothing, left: [] });
});

test('says what may be left where its bounds end it, and is done by repeating', async () => {
  const alice = await newAlice();
  const bounds = { items: 4, pageItems: 2 };
  const first = await eraseOnce(alice, bounds);
  expect(first).toMatchObject({ status: 'pending', removed: { blocks: 3, blockedBy: 2 } });
  expect(first.left).toContain('blockedBy');
  let [calls, last] = [1, first];
  for (; last.status === 'pending' && calls < 10; calls++) last = await eraseOnce(alice, bounds);
  expect(last).toMatchObject({ status: 'success', left: [] });
  expect(calls).toBeGreaterThan(2);
  expect(await held(alice.networkId, 'alice')).toEqual([0, 0, 0]);

  const late = await newAlice();
  expect(await eraseOnce(late, { milliseconds: 0 })).toEqual({
    status: 'pending',
    removed: nothing,
    left: ['blocks', 'blockedBy', 'activities', 'markers', 'auditEntries'],
  });
});

test('says what is left where DynamoDB leaves a batch unprocessed', async () => {
  const alice = await newAlice();
  const { client } = connectTo(cloud());
  clients.push(client);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== 'BatchWriteItemCommand') return next(args);
      const { RequestItems } = v.parse(v.object({ RequestItems: v.record(v.string(), v.unknown()) }), args.input);
      return { response: {}, output: { $metadata: {}, UnprocessedItems: RequestItems } };
    },
    { step: 'initialize', priority: 'low' },
  );
  expect(await eraseWith(client, alice, { milliseconds: 1 })).toMatchObject({ status: 'pending', removed: nothing });
  expect(await held(alice.networkId, 'alice')).toEqual([3, 4, 2]);
});

test('removes everything although the response to each batch was lost, and counts it once', async () => {
  const alice = await newAlice();
  const client = lossyClient('response');
  clients.push(client);
  expect(await eraseWith(client, alice)).toMatchObject({
    status: 'success',
    removed: { ...nothing, blocks: 3, blockedBy: 4, activities: 2, markers: 2 },
  });
  expect(await held(alice.networkId, 'alice')).toEqual([0, 0, 0]);
});

test('looks again at what was written while it looked, and where the index was behind', async () => {
  const alice = await newAlice();
  const { client } = connectTo(cloud());
  clients.push(client);
  const clock = jest.spyOn(Date, 'now');
  let [looks, now] = [0, Date.now()];
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (!('IndexName' in args.input)) return result;
      looks++;
      now += 1;
      if (looks === 1) await block(alice.networkId, 'frank', 'alice');
      return result;
    },
    { step: 'initialize', priority: 'low' },
  );
  expect(await eraseWith(client, alice)).toMatchObject({ status: 'success', removed: { blockedBy: 5 } });
  expect(await held(alice.networkId, 'alice')).toEqual([0, 0, 0]);

  // Nothing is left, and nothing is found; the index may not have what was written just before.
  looks = 0;
  clock.mockImplementation(() => now);
  expect(await eraseWith(client, alice, { lagMilliseconds: 1 })).toMatchObject({ removed: { blockedBy: 1 } });
  expect(looks).toBeGreaterThan(1);
  clock.mockRestore();
});
