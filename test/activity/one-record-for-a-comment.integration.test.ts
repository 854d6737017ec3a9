/** docs/spec/activity.md#one-record-for-a-comment, with the real table. */
import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectTo } from '@social-platform-services/ctl/connection';
import { eraseAll } from '@social-platform-services/ctl/user-data';
import * as v from 'valibot';
import type { Action } from '../../contract/activity.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable, type NewActivity } from '../../lambdas/activity/activities-table.ts';
import { cloud, connection } from '../support/service.ts';

const networkId = v.parse(NetworkId, 'demo');
const reply: Action = {
  targetId: 'c1',
  targetType: 'comment',
  objectId: 'c2',
  objectType: 'comment',
  parentType: 'post',
  parentId: 'p1',
};
const NOON = Date.UTC(2024, 1, 28, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a comment', () => {
  let userId: UserId;
  beforeEach(() => {
    userId = v.parse(UserId, randomUUID());
  });

  const tableOf = (client: DynamoDBDocumentClient) => activitiesTable(client, connection().tables.activities);
  const activities = () => tableOf(connection().client);
  const activity = (eventId: string, fields: Partial<NewActivity> = {}): NewActivity => ({
    networkId_userId: networkUserKey(networkId, userId),
    eventId: v.parse(EventId, eventId),
    occurredAt: NOON,
    action: reply,
    ...fields,
  });
  const itemsOf = async (key: string) => {
    const { Items = [] } = await connection().client.send(
      new QueryCommand({
        TableName: connection().tables.activities,
        ConsistentRead: true,
        KeyConditionExpression: 'networkId_userId = :key',
        ExpressionAttributeValues: { ':key': key },
      }),
    );
    return Items;
  };
  const records = () => itemsOf(networkUserKey(networkId, userId));

  test('has one record for both events of one reply, in either order and with other times', async () => {
    await activities().record(activity('didReply', { occurredAt: NOON + 7 }));
    await activities().record(activity('didCreate'));
    await activities().record(activity('didReply', { occurredAt: NOON + 7 }));
    expect(await records()).toEqual([expect.objectContaining({ ...reply, eventId: 'didReply' })]);
  });

  test('has one record although its event comes again once the first one has expired, at another time', async () => {
    await activities().record(activity('first'));
    await activities().record(activity('first', { occurredAt: NOON + 31 * DAY_MS }));
    expect(await records()).toHaveLength(1);
  });

  test('has one record for many events at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        activities().record(activity(`e${i % 20}`, { occurredAt: NOON + (i % 20) })),
      ),
    );
    expect(await records()).toHaveLength(1);
  });

  test('has one record for its addition, and one for its removal', async () => {
    const removal: Action = { ...reply, action: 'removed' };
    await activities().record(activity('removed-twice', { action: removal }));
    await activities().record(activity('added'));
    await activities().record(activity('removed', { action: removal, occurredAt: NOON + DAY_MS }));
    expect((await records()).map(({ eventId }) => eventId).sort()).toEqual(['added', 'removed-twice']);
  });

  test('has a record of its own for each comment id, network and user', async () => {
    const others = ['c3', 'c2#removed', 'c2#'].map((objectId) =>
      activity(`of ${objectId}`, { action: { ...reply, objectId } }),
    );
    const strangers = [
      networkUserKey(networkId, v.parse(UserId, `${userId}_2`)),
      networkUserKey(v.parse(NetworkId, 'other'), userId),
    ].map((networkId_userId, i) => activity(`of stranger ${i}`, { networkId_userId }));
    for (const one of [activity('mine'), ...others, ...strangers]) await activities().record(one);
    expect(await records()).toHaveLength(4);
    for (const { networkId_userId } of strangers) expect(await itemsOf(networkId_userId)).toHaveLength(1);
  });

  test('is not what limits reactions: each event of one is recorded', async () => {
    const action: Action = { ...reply, objectType: 'reaction_comment' };
    await activities().record(activity('one', { action }));
    await activities().record(activity('two', { action }));
    expect(await records()).toHaveLength(2);
  });

  test('gets its record when the event comes again after the process died before writing it', async () => {
    const { client } = connectTo(cloud());
    let writes = 0;
    client.middlewareStack.add(
      (next) => async (args) => {
        if (++writes === 2) throw new Error('The process died.');
        return await next(args);
      },
      { step: 'initialize' },
    );
    await expect(tableOf(client).record(activity('first'))).rejects.toThrow('The process died.');
    await activities().record(activity('second'));
    expect(await records()).toEqual([]);
    await activities().record(activity('first'));
    expect(await records()).toEqual([expect.objectContaining({ eventId: 'first' })]);
    client.destroy();
  });

  test('that was recorded before comments had markers stays one record when its event comes again', async () => {
    await activities().record(activity('old'));
    const [record] = await records();
    await eraseAll(connection(), { networkId, userId });
    const Item = { ...record, targetId: 'p1', targetType: 'post' };
    await connection().client.send(new PutCommand({ TableName: connection().tables.activities, Item }));
    await activities().record(activity('old'));
    expect(await records()).toEqual([record]);
  });

  test('has a marker that expires with its record, and that no page of the list shows', async () => {
    await activities().record(activity('first', { expiresAt: Date.now() + DAY_MS }));
    const [record] = await records();
    expect(await markers()).toEqual([expect.objectContaining({ expiresAt: record?.['expiresAt'] })]);
    const { data } = await activities().page(networkUserKey(networkId, userId), 50);
    expect(data).toHaveLength(1);
  });

  const markers = () => itemsOf(`${networkId}#comments_${userId}`);
});
