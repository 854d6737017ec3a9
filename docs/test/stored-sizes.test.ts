/** How much a stored block or activity takes, which docs/cost.md says; with ids as long as a UUID. */
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Action } from '../../contract/activity.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';

const UUID = '0b1f6a1e-3c55-4f0e-9a7b-1d2c3e4f5a6b';
const user = { networkId: v.parse(NetworkId, 'community'), userId: v.parse(UserId, UUID) };

/** An action on a post. */
const ofPost = { targetId: UUID, targetType: 'post', parentId: UUID, parentType: 'post' } as const;

/** Bytes that DynamoDB charges to store, besides an item or an entry of an index. */
const OVERHEAD = 100;

const Written = v.object({ Item: v.record(v.string(), v.union([v.string(), v.number()])) });
type Item = v.InferOutput<typeof Written>['Item'];

/** Bytes of an item (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html). */
const bytesOf = (item: Item): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) =>
      sum + name.length + (typeof value === 'string' ? Buffer.byteLength(value) : Math.ceil(`${value}`.length / 2) + 1),
    OVERHEAD,
  );

/** What a module writes to its table. */
async function itemsOf(write: (client: DynamoDBDocumentClient) => Promise<unknown>): Promise<readonly Item[]> {
  const items: Item[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }));
  client.middlewareStack.add(() => async ({ input }) => {
    items.push(v.parse(Written, input).Item);
    return { output: { $metadata: {} }, response: undefined };
  });
  await write(client);
  return items;
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

async function activityBytes(action: Action): Promise<number> {
  const activity = {
    networkId_userId: networkUserKey(user.networkId, user.userId),
    eventId: v.parse(EventId, UUID),
    action,
  };
  const items = await itemsOf((client) =>
    activitiesTable(client, 'activities').record({ ...activity, occurredAt: Date.UTC(2026, 2, 2) }),
  );
  return sum(items.map(bytesOf));
}

async function blockBytes(): Promise<number> {
  const block = { netid_uid: networkUserKey(user.networkId, user.userId), blocked_userId: user.userId };
  const items = await itemsOf((client) => blocksTable(client, 'blocks').add(block));
  // The entry in the index has the keys.
  return sum([...items, block].map((item) => bytesOf({ ...item })));
}

test('the page on cost says how much storage a block and an activity take', async () => {
  const sizes = [
    await blockBytes(),
    await activityBytes({ ...ofPost, objectId: UUID, objectType: 'reaction_like' }),
    await activityBytes({ ...ofPost, objectId: UUID, objectType: 'comment' }),
  ].map((bytes) => Math.round(bytes / 10) * 10);
  const page = readFileSync('docs/cost.md', 'utf8');
  const [, ...named] =
    /A block takes about (\d+) bytes[^.]*\. A reaction\s+takes about (\d+) bytes, and a\s+comment\s+or a reply takes about\s+(\d+) bytes/.exec(
      page.replaceAll('\n', ' '),
    ) ?? [];
  expect(named.map(Number)).toEqual(sizes);
});
