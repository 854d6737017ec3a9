import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable, type NewActivity } from '../../lambdas/activity/activities-table.ts';
import { localClientSettings } from '../../local/aws-clients.ts';
import { cloud, connection } from '../../testing/service.ts';

// As many as there can be, without the table: test/activity/action-time.test.ts.
test('300 actions of a user at one time are recorded once each, in at most 14 writes', async () => {
  const { credentials, endpoints, outputs } = cloud();
  const dynamodb = new DynamoDBClient(localClientSettings(endpoints.dynamodb, credentials));
  const client = DynamoDBDocumentClient.from(dynamodb);
  const writes = new Map<string, number>();
  client.middlewareStack.add(
    (next) => async (args) => {
      const { Item } = v.parse(v.object({ Item: v.optional(v.object({ eventId: v.string() })) }), args.input);
      if (Item !== undefined) writes.set(Item.eventId, (writes.get(Item.eventId) ?? 0) + 1);
      return await next(args);
    },
    { step: 'initialize' },
  );
  const activities = activitiesTable(client, outputs['ActivitiesTableName']);
  const networkId_userId = networkUserKey(v.parse(NetworkId, 'demo'), v.parse(UserId, randomUUID()));
  const all = Array.from({ length: 300 }, (_, i): NewActivity => {
    const action = { targetId: 'p', targetType: 'post', parentType: 'post', parentId: 'p' } as const;
    const eventId = v.parse(EventId, `event-${i}`);
    const occurredAt = Date.UTC(2024, 1, 28, 12);
    return {
      networkId_userId,
      eventId,
      occurredAt,
      action: { ...action, objectId: `r${i}`, objectType: 'reaction_like' },
    };
  });
  for (let i = 0; i < all.length; i += 100) await Promise.all(all.slice(i, i + 100).map(activities.record));
  expect(writes.size).toBe(300);
  expect(Math.max(...writes.values())).toBeLessThanOrEqual(14);
  await Promise.all(all.slice(-50).map(activities.record));

  const objects: string[] = [];
  let after: string | undefined;
  do {
    const { data, start } = await activities.page(networkId_userId, 200, after);
    objects.push(...data.map(({ objectId }) => objectId));
    after = start?.createdAt;
  } while (after !== undefined);
  expect(objects).toHaveLength(300);
  expect(new Set(objects).size).toBe(300);
  dynamodb.destroy();
});

test('records that have expired and are not deleted yet hide no older ones, however many they are', async () => {
  const { client, tables } = connection();
  const activities = activitiesTable(client, tables.activities);
  const networkId_userId = networkUserKey(v.parse(NetworkId, 'demo'), v.parse(UserId, randomUUID()));
  const target = { targetId: 'p', targetType: 'post', parentType: 'post', parentId: 'p' } as const;
  for (let n = 0; n < 12; n++) {
    const action = { ...target, objectId: `r${n}`, objectType: 'reaction_like' } as const;
    const occurredAt = Date.UTC(2024, 1, 28) + n;
    const expiresAt = Date.now() + (n === 1 ? 3_600_000 : -1_000);
    const expiry = n === 0 || n === 2 ? {} : { expiresAt };
    await activities.record({ networkId_userId, eventId: v.parse(EventId, `e${n}`), occurredAt, action, ...expiry });
  }
  const first = await activities.page(networkId_userId, 2);
  expect(first.data.map(({ objectId }) => objectId)).toEqual(['r2', 'r1']);
  const second = await activities.page(networkId_userId, 2, first.start?.createdAt);
  expect([second.data.map(({ objectId }) => objectId), second.start]).toEqual([['r0'], undefined]);
});
