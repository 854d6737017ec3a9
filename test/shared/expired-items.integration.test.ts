/**
 * What has expired and is not deleted yet is gone, in every read of every table with expiry: DynamoDB deletes it some
 * days later (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ttl-expired-items.html).
 */
import { hash, randomUUID } from 'node:crypto';
import { DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openKind } from '@social-platform-services/ctl/bulk/records';
import { adminLink } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE, type TableName, tableKeys } from '../../contract/tables.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { entriesBy, entriesOf } from '../../lambdas/block/block-records-table.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryKey } from '../../lambdas/deliveries/delivery-item.ts';
import { deliveryLog } from '../../lambdas/delivery-log/delivery-log.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { idempotencyTable } from '../../lambdas/shared/idempotency-table.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { call, cloud, connection, createNetwork, eventually, serverOf, userOf } from '../support/service.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const { client } = connection();
const tableName = (table: TableName): string =>
  `${cloud().outputs[`${table.charAt(0).toUpperCase()}${table.slice(1)}TableName`]}`;
const user = v.parse(UserId, 'ada');
const DAY_MS = 24 * 60 * 60 * 1000;
const retention = { eventDays: 30, deliveryDays: 30, auditDays: 400 };
const outbox = eventsTable(client, tableName('events'), retention);
const deliveries = deliveriesTable(client, tableName('deliveries'), Date.now, retention);
const log = deliveryLog(client, tableName('deliveries'), Date.now, retention);
let networkId: NetworkId;
beforeAll(async () => {
  networkId = await createNetwork();
});

/** Has an item expired, so long ago that DynamoDB never deletes it, and shows that it is still there. */
async function expire(table: TableName, Key: Record<string, string>): Promise<void> {
  const TableName = tableName(table);
  await client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: `SET ${EXPIRY_ATTRIBUTE} = :past`,
      ConditionExpression: `attribute_exists(${tableKeys[table][0]})`,
      ExpressionAttributeValues: { ':past': 1 },
    }),
  );
  expect((await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item).toBeDefined();
}

const newEvent = (acceptedAt = new Date().toISOString()) => {
  const eventId = v.parse(EventId, randomUUID());
  return { networkId, eventId, event: 'shop.didSell', body: '{}', occurredAt: acceptedAt, acceptedAt };
};
const expireEvent = (eventId: EventId) => expire('events', { networkId_eventId: `${networkId}_${eventId}` });

/** What is stored of a delivery of the network that was accepted so many days ago. */
async function storedDelivery(days = 0) {
  const webhookId = newWebhookId();
  const { acceptedAt, ...event } = newEvent(new Date(Date.now() - days * DAY_MS).toISOString());
  const deliveryId = deliveryIdOf(networkId, event.eventId, webhookId, acceptedAt);
  const delivery = newDelivery({ ...event, networkId, webhookId, deliveryId, acceptedAt, generation: 0 });
  await deliveries.putAll([delivery]);
  return { delivery, key: deliveryKey(webhookId, deliveryId), webhook: { networkId, webhookId } };
}

const everything = { first: '0', last: '~' };

/** What each read of a table finds, once its item has expired. */
const reads: Partial<Record<TableName, () => Promise<Readonly<Record<string, unknown>>>>> = {
  async events() {
    const [event, old] = [newEvent(), newEvent(new Date(Date.now() - 31 * DAY_MS).toISOString())];
    await Promise.all([outbox.add(event), outbox.add(old)]);
    const between = { since: Date.parse(old.acceptedAt) - 1, until: Date.parse(old.acceptedAt) + 1 };
    const since = new Date(between.since).toISOString();
    const until = new Date(between.until).toISOString();
    const keeping = eventsTable(client, tableName('events'), { ...retention, eventDays: 60 });
    // The index lags.
    await eventually(async () => expect((await keeping.accepted(networkId, between, 10)).events).toHaveLength(1));
    await expireEvent(event.eventId);
    return {
      read: await outbox.read(networkId, event.eventId),
      readBody: await outbox.readBody(networkId, event.eventId),
      readBodies: [...(await outbox.readBodies(networkId, [event]))],
      newest: (await outbox.newest(networkId, { since, until, limit: 10 })).results,
      accepted: (await outbox.accepted(networkId, between, 10)).events,
      acceptedBefore: (await outbox.acceptedBefore(networkId, between, undefined)).events,
    };
  },
  async deliveries() {
    const [{ delivery, key, webhook }, old] = await Promise.all([storedDelivery(), storedDelivery(31)]);
    await expire('deliveries', key);
    const filters = [{ limit: 10 }, { limit: 10, event: 'shop.didSell' }];
    const webhookIds = [webhook.webhookId, old.webhook.webhookId];
    return {
      find: await deliveries.find(webhook, delivery.deliveryId),
      findAll: await deliveries.findAll(networkId, [delivery, old.delivery]),
      log: await Promise.all(filters.map((filter) => log.page(networkId, webhookIds, filter))).then((pages) =>
        pages.flatMap((page) => [...page.deliveries, ...(page.start === undefined ? [] : [page.start])]),
      ),
      recorded: (await deliveries.recorded(webhook, everything, 10, true)).found,
      recordedBefore: (await deliveries.recorded(old.webhook, everything, 10, true)).found,
    };
  },
  async activities() {
    const table = activitiesTable(client, tableName('activities'));
    const networkId_userId = networkUserKey(networkId, user);
    const action = { targetId: 'c1', targetType: 'comment', objectId: 'c2', objectType: 'comment' } as const;
    const on = { parentType: 'post', parentId: 'p1' } as const;
    const record = async (eventId: EventId) =>
      await table.record({ networkId_userId, eventId, occurredAt: 0, action: { ...action, ...on } });
    await record(v.parse(EventId, 'first'));
    const [stored] = (await table.page(networkId_userId, 10)).data;
    await expire('activities', { networkId_userId, createdAt: `${stored?.createdAt}` });
    const exported: object[] = [];
    for await (const page of (await openKind(connection(), networkId, 'activity')).all()) exported.push(...page);
    return { page: (await table.page(networkId_userId, 10)).data, exported };
  },
  async audit() {
    const table = auditTable(client, tableName('audit'), Date.now, retention);
    const at = new Date(Date.now() - 401 * DAY_MS).toISOString();
    await table.add({ networkId, at, by: { kind: 'admin', name: user }, action: 'secretRevealed' });
    const { results } = await table.page(networkId, { limit: 100 });
    return { page: results.filter((entry) => entry.at === at) };
  },
  async adminLinks() {
    const link = await adminLink(connection(), '', { networkId, userId: user, role: 'admin', sessionSeconds: 60 });
    const code = `${link.split('#link=')[1]}`;
    await expire('adminLinks', { codeHash: hash('sha256', code) });
    const redeemed = await call('POST', '/admin-links/redeem', { body: { code, attempt: randomUUID() } });
    return { redeem: redeemed.status === 404 ? undefined : redeemed };
  },
  async webhooks() {
    const request = { networkId, key: [randomUUID()], content: [] };
    const dayAgo = idempotencyTable(client, tableName('webhooks'), () => Date.now() - DAY_MS);
    const standing = await dayAgo.claim(request, 0);
    if (standing.kind !== 'claimed') throw new Error(`The request is ${standing.kind}.`);
    await dayAgo.finish(standing.claim, '{}');
    const { kind } = await idempotencyTable(client, tableName('webhooks')).claim(request, 0);
    return { response: kind === 'claimed' ? undefined : kind };
  },
  async blocks() {
    const table = blocksTable(client, tableName('blocks'));
    const block = { netid_uid: networkUserKey(networkId, user), blocked_userId: v.parse(UserId, 'grace') };
    await table.add(block);
    await expire('blocks', { ...block });
    const { blockedUserIds } = await table.range(block.netid_uid, block.blocked_userId, block.blocked_userId, 10);
    const exported: object[] = [];
    for await (const page of (await openKind(connection(), networkId, 'blocks')).all()) exported.push(...page);
    const entries = async (pages: typeof entriesBy, userId: UserId) => {
      const found: object[] = [];
      for await (const page of pages(client, tableName('blocks'), { networkId, userId })) found.push(...page);
      return found;
    };
    const found = {
      page: (await table.page(block.netid_uid)).results,
      range: blockedUserIds,
      existing: await table.existing([block]),
      exported,
      entriesBy: await entries(entriesBy, user),
      entriesOf: await entries(entriesOf, block.blocked_userId),
    };
    // Blocked again, it is a new block.
    await table.add(block);
    expect((await table.page(block.netid_uid)).results).toHaveLength(1);
    return found;
  },
  // An item only ever says how full a bucket is at a time, and what was used in an hour: test/shared/quotas.
  quotas: async () => ({}),
};

test('the tables whose items expire are those of this test', async () => {
  const expiring = await Promise.all(
    (Object.keys(tableKeys) as TableName[]).map(async (table) => {
      const { TimeToLiveDescription } = await client.send(
        new DescribeTimeToLiveCommand({ TableName: tableName(table) }),
      );
      return TimeToLiveDescription?.AttributeName === EXPIRY_ATTRIBUTE ? [table] : [];
    }),
  );
  expect(expiring.flat().sort()).toEqual(Object.keys(reads).sort());
});

describe('of an expired item', () => {
  test.each(Object.entries(reads))('no read of the table %s finds anything', async (_, read) => {
    for (const [name, found] of Object.entries(await read())) {
      expect({ name, found }).toEqual({ name, found: Array.isArray(found) ? [] : undefined });
    }
  });

  // Otherwise what waits for a slow receiver would stay at the front of its backlog, and be in the way of the rest.
  test('a signer still sees the delivery, to end it', async () => {
    const { delivery, key, webhook } = await storedDelivery();
    await expire('deliveries', key);
    expect(await deliveries.read(webhook.webhookId, delivery.deliveryId)).toEqual(delivery);
    expect(await deliveries.readAll([delivery])).toEqual([delivery]);
  });
});

test('the id of an expired event is accepted again, once, and delivered', async () => {
  const [server, admin] = await Promise.all([serverOf(networkId), adminOf(networkId)]);
  const { webhookId } = await create(admin, { url: 'https://hooks.example.invalid/', events: ['shop.*'] });
  const id = randomUUID();
  const post = async (price: number) =>
    (await server('POST', '/events', { events: [{ id, event: 'shop.didSell', data: { price } }] })).body;
  expect(await post(1)).toEqual({ results: [{ id, status: 'accepted' }] });
  expect(await post(1)).toEqual({ results: [{ id, status: 'duplicate' }] });
  await expireEvent(v.parse(EventId, id));
  expect(await admin('GET', `/events/${id}`)).toMatchObject({ status: 404 });
  expect(await post(2)).toEqual({ results: [{ id, status: 'accepted' }] });
  expect(await post(3)).toEqual({ results: [{ id, status: 'duplicate' }] });
  await eventually(async () => {
    expect((await admin('GET', `/events/${id}`)).body).toMatchObject({
      payload: '{"event":"shop.didSell","data":{"price":2}}',
      webhooks: [{ webhookId, outcome: 'delivery' }],
    });
  });
});

test('a comment is recorded again once its record has expired', async () => {
  const server = await serverOf(networkId);
  const author = 'author';
  const [commentId, key] = [randomUUID(), `${networkId}_${author}`];
  const data = { comments: [{ referenceType: 'post', referenceId: 'p1', commentId, userId: author }] };
  const post = () => server('POST', '/events', { events: [{ event: 'v3.comment.didCreate', data }] });
  const listed = async () =>
    v.parse(
      v.object({ data: v.array(v.looseObject({ createdAt: v.string() })) }),
      (await (await userOf(networkId, author))('GET', '/user-activities')).body,
    ).data;
  await post();
  const [first] = await eventually(async () => {
    const found = await listed();
    expect(found).toHaveLength(1);
    return found;
  });
  await expire('activities', { networkId_userId: key, createdAt: `${first?.createdAt}` });
  await expire('activities', { networkId_userId: key.replace('_', '#comments_'), createdAt: `${commentId}#added` });
  expect(await listed()).toEqual([]);
  await post();
  await eventually(async () => expect(await listed()).toHaveLength(1));
});
