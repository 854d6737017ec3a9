/** The deliveries table, against DynamoDB Local. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { NetworkId } from '../../contract/ids.ts';
import { dueBucketOf } from '../../contract/tables.ts';
import type { DueDelivery, SendOrder } from '../../lambdas/deliveries/deliveries-table.ts';
import { type Delivery, held } from '../../lambdas/deliveries/delivery.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { deliveriesOf, deliveriesTo, idsOf, logOf, networkId } from '../support/stored-deliveries.ts';

// A second lock: the key of a delivery has the id of its webhook, and not its network.
test('a delivery of another network is not shown, counted, written over or sent again', async () => {
  const webhookId = newWebhookId();
  const [delivery] = deliveriesTo([webhookId], 1);
  if (delivery === undefined) throw new Error('There is one.');
  await deliveriesOf.putAll([delivery]);
  const other = v.parse(NetworkId, 'log-other');
  const key = { networkId: other, webhookId };
  expect(await deliveriesOf.find(key, delivery.deliveryId)).toBeUndefined();
  expect(await deliveriesOf.findAll(other, [delivery])).toEqual([]);
  expect(await logOf.page(other, [webhookId], { limit: 10 })).toEqual({ deliveries: [] });
  expect(await deliveriesOf.recorded(key, { first: '0', last: '~' }, 10, true)).toEqual({ found: [] });
  expect(await deliveriesOf.putUnlessOvertaken({ ...delivery, networkId: other, generation: 9 })).toBe(false);
  expect(await deliveriesOf.sendAgain({ ...delivery, networkId: other }, 'held')).toBeUndefined();
  expect(await deliveriesOf.find({ networkId, webhookId }, delivery.deliveryId)).toEqual(delivery);
  expect(await deliveriesOf.findAll(networkId, [delivery])).toEqual([delivery]);
  expect(await logOf.page(networkId, [webhookId], { limit: 10 })).toEqual({ deliveries: [delivery] });
  expect(
    (await deliveriesOf.recorded({ networkId, webhookId }, { first: '0', last: '~' }, 10, true)).found,
  ).toHaveLength(1);
});

test('a backlog has what is held in all shards, the oldest first, page by page', async () => {
  const webhookId = newWebhookId();
  const all = deliveriesTo([webhookId], 12).map((delivery) => held(delivery, 'window_full'));
  await deliveriesOf.putAll(all.toReversed());
  const found: DeliveryId[] = [];
  let next: string | undefined;
  do {
    const page = await deliveriesOf.waiting(webhookId, 'held', 8, next);
    expect(page.found.length).toBeLessThanOrEqual(8);
    found.push(...page.found.map(({ deliveryId }) => deliveryId));
    next = page.next;
  } while (next !== undefined);
  expect(found).toEqual(idsOf(all));
});

/** The entry of a delivery in the `due` index, if it is there at that time (ISO 8601). */
async function dueEntry({ webhookId, deliveryId }: Delivery, time: string): Promise<DueDelivery | undefined> {
  const found: DueDelivery[] = [];
  for await (const page of deliveriesOf.due(dueBucketOf(deliveryId), time)) found.push(...page);
  return found.find((entry) => entry.webhookId === webhookId);
}

test('what begins to wait in a backlog is looked at after 15 minutes, however old its event is', async () => {
  const [recorded, unrecorded] = deliveriesTo([newWebhookId()], 2);
  if (recorded === undefined || unrecorded === undefined) throw new Error('There are two.');
  await deliveriesOf.putAll([recorded]);
  expect(await deliveriesOf.sendAgain(recorded, 'held')).toBeDefined();
  expect(await deliveriesOf.addHeld(held(unrecorded, 'window_full'), false)).toBe(true);
  for (const delivery of [recorded, unrecorded]) {
    expect(await dueEntry(delivery, new Date(Date.now() + 14 * 60_000).toISOString())).toBeUndefined();
    expect(await dueEntry(delivery, new Date(Date.now() + 15 * 60_000).toISOString())).toBeDefined();
  }
});

describe('a delivery that is sent again', () => {
  const one = async (order: SendOrder) => {
    const webhookId = newWebhookId();
    const [delivery] = deliveriesTo([webhookId], 1);
    if (delivery === undefined) throw new Error('There is one.');
    await deliveriesOf.putAll([delivery]);
    return { webhookId, delivery, again: await deliveriesOf.sendAgain(delivery, order) };
  };

  test.each([
    ['held', 'held', { kind: 'held' }],
    ['at_once', 'scheduled', { kind: 'at', at: expect.any(String) }],
  ] as const)('%s begins a new schedule and waits, in case no message follows', async (order, kind, next) => {
    const { webhookId, delivery, again } = await one(order);
    expect(again).toMatchObject({ state: 'retrying', generation: 1, attemptsOnSchedule: 0, attemptCount: 1, next });
    const { deliveryId } = delivery;
    expect(await deliveriesOf.read(webhookId, deliveryId)).toEqual(again);
    expect(await deliveriesOf.waiting(webhookId, kind, 10)).toMatchObject({ found: [{ deliveryId }] });
    // Nor is it sent again by whoever has read it before, although its state is the same.
    expect(await deliveriesOf.sendAgain({ ...delivery, state: 'retrying' }, order)).toBeUndefined();
    // What an earlier attempt led to is not written any more.
    expect(await deliveriesOf.putUnlessOvertaken({ ...delivery, attemptCount: 2 })).toBe(false);
  });

  test.each(['held', 'at_once'] as const)('is not one that was erased since it was read: %s', async (order) => {
    const [delivery] = deliveriesTo([newWebhookId()], 1);
    if (delivery === undefined) throw new Error('There is one.');
    await deliveriesOf.putAll([{ ...delivery, isErased: true }]);
    expect(await deliveriesOf.sendAgain(delivery, order)).toBeUndefined();
  });

  test('is due until the sweeper has queued it, unless its time has changed since', async () => {
    const { delivery } = await one('at_once');
    const due = () => dueEntry(delivery, '2999-01-01T00:00:00.000Z');
    const entry = await due();
    if (entry === undefined) throw new Error('It is not due.');
    await deliveriesOf.removeFromDue({ ...entry, dueAt: '2026-01-01T00:00:00.000Z' });
    expect(await due()).toEqual(entry);
    await deliveriesOf.removeFromDue(entry);
    expect(await due()).toBeUndefined();
  });
});

describe('an outcome', () => {
  test.each([
    ['of a later schedule', { generation: 3, attemptCount: 1 }, true],
    ['of a later attempt', { generation: 2, attemptCount: 6 }, true],
    ['of the same attempt, such as that it waits', { generation: 2, attemptCount: 5 }, true],
    ['of an earlier attempt', { generation: 2, attemptCount: 4 }, false],
    ['of an earlier schedule', { generation: 1, attemptCount: 7 }, false],
  ])('%s takes the place of what is stored, or does not', async (_, change, isWritten) => {
    const [delivery] = deliveriesTo([newWebhookId()], 1);
    if (delivery === undefined) throw new Error('There is no delivery.');
    const stored: Delivery = { ...delivery, generation: 2, attemptCount: 5 };
    await deliveriesOf.putAll([delivery, stored]);
    const late: Delivery = { ...stored, class: 'timeout', ...change };
    expect(await deliveriesOf.putUnlessOvertaken(late)).toBe(isWritten);
    expect(await deliveriesOf.read(delivery.webhookId, delivery.deliveryId)).toEqual(isWritten ? late : stored);
  });
});
