/** The ledger while nobody delivers: the routes with tables of their own, which neither fan-out nor signers read. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import type { DeliveryState } from '../../contract/delivery-states.ts';
import { EventId } from '../../contract/events.ts';
import { MAX_DELIVERIES_PER_SLICE, readLedger, reconcileLedger } from '../../contract/ledger.ts';
import { firstIdOf } from '../../contract/time-ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { stages } from '../../lib/config.ts';
import { setFunctionVariables } from '../support/functions.ts';
import { lambdaContext, RouteResponse, requestWith } from '../support/route-requests.ts';
import { cloud, connection, createNetwork, eventually } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { tableLike } from '../support/table-like.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const { outputs } = cloud();
const { client } = connection();
const [eventsName, deliveriesName] = await Promise.all([
  tableLike(client, `${outputs['EventsTableName']}`),
  tableLike(client, `${outputs['DeliveriesTableName']}`),
]);
setFunctionVariables({
  DELIVERIES_TABLE: deliveriesName,
  EVENTS_TABLE: eventsName,
  QUOTAS: JSON.stringify(stages.local.quotas.network),
});
const outbox = eventsTable(client, eventsName);
const deliveries = deliveriesTable(client, deliveriesName);
const handlers = {
  read: (await import('../../lambdas/recovery/read-ledger.ts')).handler,
  reconcile: (await import('../../lambdas/recovery/reconcile-ledger.ts')).handler,
};

/** An hour that ended an hour ago, at least. */
const hour = new Date(Date.now() - 2 * 3_600_000).toISOString().slice(0, 13);
const time = (n: number): string => new Date(Date.parse(`${hour}:10:00Z`) + n).toISOString();

/** A webhook that is older than the hour, and what becomes of its events. */
async function newWebhook() {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const admin = await adminOf(networkId);
  const Secret = v.object({ webhookId: WebhookId, secret: v.string() });
  const { webhookId, secret } = v.parse(Secret, await create(admin, { events: ['shop.*'] }));
  await client.send(
    new UpdateCommand({
      TableName: outputs['WebhooksTableName'],
      Key: { networkId, webhookId },
      UpdateExpression: 'SET createdAt = :longAgo',
      ExpressionAttributeValues: { ':longAgo': time(-86_400_000) },
    }),
  );
  return { networkId, admin, webhookId, secret };
}
type TestWebhook = Awaited<ReturnType<typeof newWebhook>>;

/** Accepts events, and returns the ids that their deliveries have to have, in ascending order. */
async function accept({ networkId, webhookId }: TestWebhook, count: number, event = 'shop.didSell', at = time) {
  const ids = Array.from({ length: count }, async (_, n) => {
    const [eventId, acceptedAt] = [v.parse(EventId, `${event} ${n}`), at(n)];
    await outbox.add({ networkId, eventId, event, body: '{}', occurredAt: acceptedAt, acceptedAt });
    return { deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt), eventId, acceptedAt };
  });
  return (await Promise.all(ids)).sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
}

async function record(
  { networkId, webhookId }: TestWebhook,
  some: Awaited<ReturnType<typeof accept>>,
  state: DeliveryState,
) {
  const origins = some.map((one) => ({ ...one, networkId, webhookId, event: 'shop.didSell', generation: 0 }));
  await deliveries.putAll(
    origins.map((origin) => ({ ...newDelivery(origin), state, attemptCount: 1, lastAttemptAt: time(60_000) })),
  );
}

const idsOf = (some: readonly { readonly deliveryId: DeliveryId }[]): DeliveryId[] =>
  some.map(({ deliveryId }) => deliveryId);

async function respond(
  route: keyof typeof handlers,
  { networkId, webhookId, secret }: TestWebhook,
  body: object,
  signedAt = new Date(),
) {
  const text = JSON.stringify({ networkId, hour, ...body });
  const request = requestWith({
    headers: { 'content-type': 'application/json', ...signedHeaders(secret, text, signedAt) },
    body: text,
    rawPath: `/webhooks/${webhookId}/ledger${route === 'reconcile' ? '/reconcile' : ''}`,
    pathParameters: { webhookId },
  });
  const { statusCode, body: answer } = v.parse(RouteResponse, await handlers[route](request, lambdaContext()));
  return { statusCode, body: JSON.parse(answer) };
}

async function ask(...request: Parameters<typeof respond>): Promise<unknown> {
  const { statusCode, body } = await respond(...request);
  expect(statusCode).toBe(200);
  return body;
}

const ledgerOf = async (webhook: TestWebhook) => v.parse(readLedger.response.body, await ask('read', webhook, {}));
const countOf = async (webhook: TestWebhook): Promise<number> =>
  (await ledgerOf(webhook)).slices.reduce((sum, { count }) => sum + count, 0);
const reconciled = async (webhook: TestWebhook, deliveryIds: readonly DeliveryId[], signedAt?: Date) =>
  v.parse(reconcileLedger.response.body, await ask('reconcile', webhook, { deliveryIds }, signedAt));

describe('with signers stopped, or a backlog of an hour', () => {
  let webhook: TestWebhook;
  let all: Awaited<ReturnType<typeof accept>>;
  beforeAll(async () => {
    webhook = await newWebhook();
    all = await accept(webhook, 30);
    await record(webhook, all.slice(0, 20), 'delivered');
    // Another webhook asks for these.
    await accept(webhook, 5, 'app.opened');
    await eventually(async () => expect(await countOf(webhook)).toBe(30));
  });

  test('an hour has all that was accepted, and stays open; what has no delivery gets one, once', async () => {
    expect(await ledgerOf(webhook)).toMatchObject({ open: true });
    const lacking = idsOf(all.slice(20));
    const missing = (outcome: string) => lacking.map((deliveryId) => ({ deliveryId, event: 'shop.didSell', outcome }));
    const stored = idsOf(all.slice(0, 20));
    const both = await Promise.all([reconciled(webhook, stored), reconciled(webhook, stored)]);
    for (const n of lacking.keys())
      expect(both.map((one) => one.missing[n]?.outcome).toSorted()).toEqual(['retrying', 'sending']);
    expect(await reconciled(webhook, stored)).toEqual({ missing: missing('retrying'), unknown: [], open: true });
    const { found: held } = await deliveries.waiting(webhook.webhookId, 'held', 100);
    expect(idsOf(held).toSorted()).toEqual(lacking);
    expect(await ledgerOf(webhook)).toMatchObject({ open: true });
  });

  test('an hour closes when each of its events has a delivery that is final', async () => {
    await record(webhook, all.slice(20), 'failed');
    expect(await ledgerOf(webhook)).toMatchObject({ open: false, slices: [{ count: 30 }] });
  });

  test('a receiver whose clock is ahead does not get again what was just attempted', async () => {
    const [first] = all;
    if (first === undefined) throw new Error('There is one.');
    const others = idsOf(all.slice(1));
    const delivery = await deliveries.read(webhook.webhookId, first.deliveryId);
    if (delivery === undefined) throw new Error('It has a delivery.');
    await deliveries.putAll([{ ...delivery, lastAttemptAt: new Date(Date.now() - 5_000).toISOString() }]);
    const outcomes = async (aheadBy: number) =>
      (await reconciled(webhook, others, new Date(Date.now() + aheadBy))).missing.map(({ outcome }) => outcome);
    expect(await outcomes(280_000)).toEqual(['just_attempted']);
    expect(await outcomes(0)).toEqual(['sending']);
  });
});

test('an hour has what the webhook asked for at that time, whatever it asks for now', async () => {
  const webhook = await newWebhook();
  const { admin, networkId, webhookId } = webhook;
  await accept(webhook, 4, 'shop.didSell');
  await accept(webhook, 3, 'app.opened');
  await eventually(async () => expect(await countOf(webhook)).toBe(4));
  await admin('PATCH', `/webhooks/${webhookId}`, { events: ['app.*'] });
  await eventually(async () => expect(await countOf(webhook)).toBe(4));
  await client.send(
    new UpdateCommand({
      TableName: outputs['WebhooksTableName'],
      Key: { networkId, webhookId },
      UpdateExpression: 'SET createdAt = :later',
      ExpressionAttributeValues: { ':later': time(2) },
    }),
  );
  expect(await countOf(webhook)).toBe(2);
});

test('an id is unknown only where the ledger was read', async () => {
  const webhook = await newWebhook();
  const { networkId, webhookId } = webhook;
  const all = Array.from({ length: MAX_DELIVERIES_PER_SLICE + 1 }, (_, n) => {
    const [eventId, acceptedAt] = [v.parse(EventId, `${n}`), time(n)];
    return { deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt), eventId, acceptedAt };
  });
  await record(webhook, all, 'retrying');
  const { missing, unknown, next } = await reconciled(webhook, idsOf(all.slice(-1)));
  expect({ missing: missing.length, unknown, next }).toEqual({
    missing: MAX_DELIVERIES_PER_SLICE,
    unknown: [],
    next: all.at(-2)?.deliveryId,
  });
});

test('the slices of a part of an hour end with it', async () => {
  const webhook = await newWebhook();
  // More in one shard than DynamoDB reads at once, a megabyte.
  const some = Array.from({ length: 5 }, (_, n) =>
    newDelivery({
      ...webhook,
      eventId: v.parse(EventId, `${n}`),
      event: 'x'.repeat(300_000),
      acceptedAt: time(n),
      deliveryId: v.parse(DeliveryId, firstIdOf(Date.parse(time(n)))),
      generation: 0,
    }),
  );
  await deliveries.putAll(some);
  const { slices, next } = await ledgerOf(webhook);
  expect(idsOf(some)).toContain(next);
  expect(slices.map(({ until }) => until)).toEqual([next]);
});
