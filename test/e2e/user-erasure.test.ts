import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, type NetworkUser, UserId } from '../../contract/ids.ts';
import { eraseUser } from '../../ctl/user-data.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { erasurePass, type PassPosition } from '../../lambdas/user-data/erasure-pass.ts';
import { emptyTally, withFound } from '../../lambdas/user-data/tally.ts';
import { userTables } from '../../lambdas/user-data/user-tables.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { connection, createNetwork, userOf } from '../../testing/service.ts';
import { delivery, detailOf, kept, newRoom, post, webhookTo } from './delivery-room.ts';

const DAY_MS = 24 * 60 * 60_000;
const user = (networkId: NetworkId, id: string): NetworkUser => ({ networkId, userId: v.parse(UserId, id) });

/** Stores an event that was accepted two days ago, and returns its id. */
async function oldEvent(networkId: NetworkId, userId: string, event = 'shop.didSell'): Promise<EventId> {
  const at = new Date(Date.now() - 2 * DAY_MS).toISOString();
  const eventId = v.parse(EventId, `${event}-${userId}`);
  const { client, tables } = connection();
  await eventsTable(client, tables.events).add({
    networkId,
    eventId,
    event,
    body: JSON.stringify({ event, data: { buyers: [userId] } }),
    occurredAt: at,
    acceptedAt: at,
  });
  return eventId;
}

describe('the erasure of a user', () => {
  test('removes the payload of an event that has arrived everywhere, and what its receivers repeated of it', async () => {
    const { admin, networkId, server } = await newRoom();
    const receiver = await kept(startReceiver((response) => response.writeHead(200).end('stored alice')));
    const { webhookId } = await webhookTo(admin, receiver);
    const eventId = await oldEvent(networkId, 'alice');
    const other = await oldEvent(networkId, 'bob');
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'delivered' });
    await delivery(admin, webhookId, other, { state: 'delivered' });

    const report = await eraseUser(connection(), user(networkId, 'alice'));
    expect(report.removed).toMatchObject({ events: 1 });
    expect(report.removed.responses).toBeGreaterThanOrEqual(1);
    expect(report).toMatchObject({ left: { events: 0, responses: 0 }, remains: [{ what: 'messages' }, {}] });

    const detail = await detailOf(admin, webhookId, deliveryId);
    expect(detail).toMatchObject({ state: 'delivered', attempts: [{ class: 'delivered' }] });
    expect(JSON.stringify(detail.attempts)).not.toContain('alice');
    expect(detail.payload).toBeUndefined();
    expect((await admin('GET', `/events/${eventId}`)).status).toBe(404);
    expect((await admin('GET', `/events/${other}`)).body).toMatchObject({ payload: expect.stringContaining('bob') });

    // It can't come back: its id is still taken, and a replay ends as one of an expired event.
    const again = { id: eventId, event: 'shop.didSell', data: { buyers: ['alice'] } };
    expect((await server('POST', '/events', { events: [again] })).body).toMatchObject({
      results: [{ status: 'duplicate' }],
    });
    await admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    await delivery(admin, webhookId, eventId, { state: 'failed', class: 'event_expired' });
    expect(await eraseUser(connection(), user(networkId, 'alice'))).toMatchObject({ found: { events: 0 } });
  });

  test('leaves an event that a receiver has not got yet, and says when it is gone', async () => {
    const { admin, networkId, server } = await newRoom();
    let status = 404;
    const receiver = await kept(startReceiver((response) => response.writeHead(status).end()));
    const { webhookId } = await webhookTo(admin, receiver);
    const eventId = await oldEvent(networkId, 'alice', 'user.didDelete');
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'retrying', attemptCount: 1 });
    await post(server, [{ event: 'shop.didSell', data: { buyer: 'alice' } }]);

    const report = await eraseUser(connection(), user(networkId, 'alice'));
    expect(report).toMatchObject({
      removed: { events: 0 },
      left: { events: 2 },
      remains: [{ what: 'events' }, {}, {}],
    });
    const gone = Date.parse(report.remains[0]?.goneBy ?? '');
    expect(gone).toBeGreaterThan(Date.now() + 29 * DAY_MS);
    expect(gone).toBeLessThan(Date.now() + 31 * DAY_MS);

    status = 200;
    await admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    await delivery(admin, webhookId, eventId, { state: 'delivered' });
    expect(await eraseUser(connection(), user(networkId, 'alice'))).toMatchObject({
      removed: { events: 1 },
      left: { events: 1 },
    });
  });

  test('of many users of many networks is one pass, which may die after each step', async () => {
    const networks = await Promise.all([createNetwork(), createNetwork()]);
    for (const networkId of networks) {
      for (const id of ['alice', 'bob', 'carol']) {
        const client = await userOf(networkId, id);
        for (const blockUserId of ['alice', 'bob', 'carol', 'dave']) {
          if (blockUserId !== id) await client('POST', '/block/members', { blockUserId });
        }
        await oldEvent(networkId, id);
      }
    }
    const users = networks.flatMap((networkId) => ['alice', 'bob'].map((id) => user(networkId, id)));
    const { client, tables } = connection();
    const all = userTables(client, tables);
    let tally = emptyTally;
    let from: PassPosition | undefined;
    do {
      const step = await erasurePass(all, { users, erases: true, from }).next();
      if (step.done) throw new Error('a pass without a step');
      tally = step.value.found.reduce(withFound, tally);
      from = step.value.next;
    } while (from !== undefined);
    // Of the blocks between two erased users, the one who blocks counts.
    expect(tally.found).toEqual({ blocks: 12, blockedBy: 4, activities: 0, markers: 0, events: 4, responses: 0 });
    expect(tally.removed).toEqual(tally.found);
    for (const networkId of networks) {
      const carol = await userOf(networkId, 'carol');
      expect((await carol('POST', '/block', {})).body).toMatchObject({ results: [{ blocked_userId: 'dave' }] });
    }
  });
});
