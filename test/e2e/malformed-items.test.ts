/** Malformed items in tables, as by a mistake: they affect nothing else, and what they miss is sent after a repair. */
import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { connectToFailures, type FailureConnection } from '@social-platform-services/ctl/redrive/connection';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { shardKeys } from '../../lambdas/deliveries/delivery-item.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { closeFailures, failuresWith, redriven } from '../support/failed-messages.ts';
import { fireSchedule } from '../support/functions.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { call, cloud, connection, eventually } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { create } from '../webhooks/admin.ts';
import {
  arrived,
  deliveredTo,
  delivery,
  expectSent,
  kept,
  newTestNetwork,
  numbered,
  numbersIn,
  post,
  webhookTo,
} from './delivery-network.ts';

const { test } = needs('a local cloud');

const retention = { eventDays: 30, deliveryDays: 30, auditDays: 30 };

let failures: FailureConnection;
beforeAll(() => {
  failures = connectToFailures(cloud());
});
afterAll(() => closeFailures(failures));

test('events of a malformed webhook go to the others of its network, and to itself when it is repaired', async () => {
  const { admin, server, networkId } = await newTestNetwork();
  const [good, bad] = await Promise.all([kept(startReceiver()), kept(startReceiver())]);
  const { webhookId: goodId } = await webhookTo(admin, good);
  const { webhookId } = await webhookTo(admin, bad, { events: ['shop.*'] });
  const setDescription = (description: string | number) =>
    connection().client.send(
      new UpdateCommand({
        TableName: connection().tables.webhooks,
        Key: { networkId, webhookId },
        UpdateExpression: 'SET description = :to',
        ExpressionAttributeValues: { ':to': description },
      }),
    );
  await setDescription(7);

  const [, eventId] = await post(server, [...numbered(1, 'app.opened'), ...numbered(1)]);
  await arrived(good, 2);
  const missed = await failuresWith(failures, webhookId, 1);
  expect(missed[0]).toMatchObject({
    held: { queue: { name: 'SlowLaneDeadLetters' } },
    what: expect.stringContaining(`event ${eventId} to ${webhookId}`),
    reason: expect.stringContaining('The item of its webhook is malformed'),
  });
  expect(bad.requests).toEqual([]);

  await setDescription('repaired');
  await redriven(failures, missed);
  expect(numbersIn(await deliveredTo(bad, 1))).toEqual([0]);
  await expectSent(admin, goodId, good, 2);
});

test('an event that is too deep by today’s bound reaches every webhook whose filter does not refuse it', async () => {
  const network = await newTestNetwork();
  const { admin, networkId } = network;
  const [all, some] = await Promise.all([kept(startReceiver()), kept(startReceiver())]);
  await webhookTo(admin, all);
  const { webhookId, secret } = await webhookTo(admin, some, { filter: { data: { a: ['x'] } } });
  const acceptedAt = new Date().toISOString();
  const eventOf = (value: string) => ({
    networkId,
    eventId: v.parse(EventId, randomUUID()),
    event: 'shop.didSell',
    body: `{"event":"shop.didSell","data":{"n":0,"a":${'['.repeat(9_000)}"${value}"${']'.repeat(9_000)}}}`,
    occurredAt: acceptedAt,
    acceptedAt,
  });
  const [matching, other] = [eventOf('x'), eventOf('y')];
  const outbox = eventsTable(connection().client, cloud().outputs['EventsTableName'], retention);
  await Promise.all([matching, other].map((event) => outbox.add(event)));

  await deliveredTo(all, 2);
  expect((await deliveredTo(some, 1)).map(({ body }) => `${body}`)).toEqual([matching.body]);
  await eventually(async () => {
    const { status, body } = await admin('GET', `/events/${other.eventId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      webhooks: expect.arrayContaining([{ webhookId, outcome: 'filtered_out' }]),
      deliveries: [{ state: 'delivered' }],
    });
  });
  const recovered = await admin('POST', `/webhooks/${webhookId}/recover`, { since: acceptedAt });
  expect({ status: recovered.status, body: recovered.body }).toEqual({
    status: 202,
    body: expect.objectContaining({ recovering: 0 }),
  });
  const text = JSON.stringify({ networkId, hour: acceptedAt.slice(0, 'yyyy-mm-ddThh'.length) });
  const headers = { ...signedHeaders(secret, text), 'content-type': 'application/json' };
  const ledger = await call('POST', `/webhooks/${webhookId}/ledger`, { body: text, headers });
  expect({ status: ledger.status, body: ledger.body }).toEqual({
    status: 200,
    body: expect.objectContaining({ slices: [expect.anything()] }),
  });
});

test('a malformed event keeps nobody from reading the others of its network', async () => {
  const { admin, server, networkId } = await newTestNetwork();
  const { webhookId } = await create(admin, { url: undefined, pull: true, filter: { data: { of: ['ada'] } } });
  const named = numbered(2).map(({ event, data }) => ({ event, data: { ...data, of: 'ada' } }));
  const [broken = '', whole] = await post(server, named);
  await connection().client.send(
    new UpdateCommand({
      TableName: cloud().outputs['EventsTableName'],
      Key: { networkId_eventId: `${networkId}_${broken}` },
      UpdateExpression: 'SET body = :to',
      ExpressionAttributeValues: { ':to': 7 },
    }),
  );
  const reads = [
    { path: `/webhooks/${webhookId}/events?since=2026-01-01T00:00:00Z`, results: [{ eventId: whole }] },
    { path: '/events?userId=ada', results: [{ id: whole }] },
  ];
  await eventually(async () => {
    for (const { path, results } of reads) {
      const { status, body } = await admin('GET', path);
      expect({ status, body }).toMatchObject({ status: 200, body: { results } });
    }
  }, 20_000);
  const since = new Date(Date.now() - 60_000).toISOString();
  const other = await webhookTo(admin, await kept(startReceiver()), { filter: { data: { of: ['ada'] } } });
  const recovered = await admin('POST', `/webhooks/${other.webhookId}/recover`, { since });
  expect({ status: recovered.status }).toEqual({ status: 202 });
});

test('a malformed event is set aside by both readers, while events of others are delivered once', async () => {
  const { admin, server } = await newTestNetwork();
  const receiver = await kept(startReceiver());
  const { webhookId } = await webhookTo(admin, receiver);
  const broken = `broken_${randomUUID()}`;
  const putBroken = connection().client.send(
    new PutCommand({
      TableName: cloud().outputs['EventsTableName'],
      Item: { networkId_eventId: broken, event: 'v3.post.didAddReaction' },
    }),
  );
  await Promise.all([putBroken, post(server, numbered(1))]);
  const set = await failuresWith(failures, broken, 2);
  for (const { what, reason } of set) {
    expect({ what, reason }).toEqual({ what: `event ${broken}`, reason: 'ValiError: networkId is malformed' });
  }
  expect(new Set(set.map(({ held }) => held.queue.name))).toEqual(
    new Set(['FanOutOnFailureQueue', 'RecordActivityOnFailureQueue']),
  );
  await post(server, numbered(2).slice(1));
  expect(numbersIn(await deliveredTo(receiver, 2)).toSorted()).toEqual([0, 1]);
  await expectSent(admin, webhookId, receiver, 2);
});

test('the sweeper passes a malformed delivery over, and sends it when it is repaired', async () => {
  const { admin, server } = await newTestNetwork();
  let status = 500;
  const receiver = await kept(startReceiver((response) => response.writeHead(status).end()));
  const { webhookId } = await webhookTo(admin, receiver);
  const [eventId = ''] = await post(server, numbered(1));
  const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'retrying' });
  const Key = await keyOfDelivery(webhookId, deliveryId);
  // Due at once: a retry of minutes waits in the queue.
  const setEvent = (event: string | number) =>
    connection().client.send(
      new UpdateCommand({
        TableName: cloud().outputs['DeliveriesTableName'],
        Key,
        UpdateExpression: 'SET #event = :event, dueAt = :now',
        ExpressionAttributeNames: { '#event': 'event' },
        ExpressionAttributeValues: { ':event': event, ':now': new Date().toISOString() },
      }),
    );
  await setEvent(7);
  await sweep();
  const before = receiver.requests.length;
  status = 200;
  await setEvent('shop.didSell');
  await eventually(async () => {
    await sweep();
    expect(receiver.requests.length).toBeGreaterThan(before);
  });
});

const sweep = () => fireSchedule('SweepSchedule');

async function keyOfDelivery(webhookId: string, deliveryId: string) {
  for (const webhookId_shard of shardKeys(webhookId)) {
    const Key = { webhookId_shard, deliveryId };
    const { Item } = await connection().client.send(
      new GetCommand({ TableName: cloud().outputs['DeliveriesTableName'], Key, ConsistentRead: true }),
    );
    if (Item !== undefined) return Key;
  }
  throw new Error(`The delivery ${deliveryId} has no item.`);
}
