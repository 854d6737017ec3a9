import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest, test } from '@jest/globals';
import { changesOf } from '@social-platform-services/ctl/networks';
import { localClientSettings } from '@social-platform-services/local/aws-clients';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesOf, activitiesTable, type NewActivity } from '../../lambdas/activity/activities-table.ts';
import { documentClient } from '../../lambdas/shared/clients.ts';
import { setFunctionVariables } from '../support/functions.ts';
import { cloud, connection, createNetwork } from '../support/service.ts';

// As many as there can be, without the table: test/activity/action-of-event.test.ts.
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
  // Its first read has one that has expired, and as many as the page takes.
  expect(await activities.page(networkId_userId, 2, '2024-02-28T00:00:00.004000Z')).toEqual(first);
  const second = await activities.page(networkId_userId, 2, first.start?.createdAt);
  expect({ objectIds: second.data.map(({ objectId }) => objectId), start: second.start }).toEqual({
    objectIds: ['r0'],
    start: undefined,
  });
});

/** docs/spec/activity.md#record-expiry: how soon a changed setting counts for what a process of the reader records. */
const DAY_MS = 86_400_000;
/** When the actions were done. */
const done = new Date(Date.now() - 6 * DAY_MS).toISOString();

test('a change of the days takes effect within a minute, and test events are not recorded', async () => {
  const { client, tables } = connection();
  setFunctionVariables({ ON_FAILURE_QUEUE_URL: cloud().outputs['RecordActivityOnFailureQueueUrl'] });
  const { handler } = await import('../../lambdas/activity/record-activity.ts');
  const networkId = await createNetwork();
  const userId = v.parse(UserId, 'alice');
  const record = async (eventId: string, more: object = {}, at = done, batchItemFailures: readonly object[] = []) => {
    const data = { posts: [{ postId: 'p' }], reactor: { reactionId: 'r', reactionName: 'like', userId } };
    const event = 'v3.post.didAddReaction';
    const acceptedAt = new Date().toISOString();
    const texts = { networkId, eventId, event, body: JSON.stringify({ event, data }), occurredAt: at, acceptedAt };
    const NewImage = { ...Object.fromEntries(Object.entries(texts).map(([name, S]) => [name, { S }])), ...more };
    expect(await handler({ Records: [{ dynamodb: { NewImage } }], redrive: true })).toEqual({
      batchItemFailures,
    });
  };
  await record('before');
  await changesOf(connection()).set(networkId, 'activityRetentionDays', 7);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  // Without the settings it fails, rather than that its record never expires.
  jest.spyOn(documentClient(), 'send').mockImplementationOnce(() => Promise.reject(new Error('no settings')));
  await record('throttled', {}, done, [expect.objectContaining({ reason: 'Error: no settings' })]);
  await record('after');
  clock.mockRestore();
  await record('test', { isTest: { BOOL: true } });
  await record('long ago', {}, '2015-02-28T12:00:00.000Z');
  const { Items = [] } = await client.send(new QueryCommand(activitiesOf(tables.activities, { networkId, userId })));
  const expiry = Math.floor((Date.parse(done) + 7 * DAY_MS) / 1000);
  expect(new Map(Items.map(({ eventId, expiresAt }) => [eventId, expiresAt]))).toEqual(
    new Map([
      ['before', undefined],
      ['after', expiry],
    ]),
  );
});
