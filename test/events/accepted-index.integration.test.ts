/** The list of a network's events against DynamoDB Local: its order, its pages, and what it leaves out. */

import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectTo } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import { metered } from '../../bench/harness/metered-client.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import type { StoredEvent } from '../../lambdas/events/stored-event.ts';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';
import { eventually } from '../support/eventually.ts';
import { cloud } from '../support/service.ts';

const { client } = connectTo(cloud());
const tableName = `${cloud().outputs['EventsTableName']}`;
const table = eventsTable(client, tableName, {
  eventDays: 30,
  deliveryDays: 30,
  auditDays: 30,
});
const begin = Date.now() - 60_000;
const networkId = v.parse(NetworkId, `accepted-${begin}`);
const EVENTS = 110;

/** Ten of each millisecond, every third of another name. */
const eventOf = (n: number, network = networkId): StoredEvent => {
  const at = new Date(begin + Math.floor(n / 10)).toISOString();
  return {
    networkId: network,
    eventId: v.parse(EventId, `event ${n}`),
    event: n % 3 === 0 ? 'shop.didSell' : 'shop.didBuy',
    body: '{}',
    occurredAt: at,
    acceptedAt: at,
  };
};
const all = Array.from({ length: EVENTS }, (_, n) => eventOf(n));
const timeOfEvent = (n: number): string => eventOf(n).acceptedAt;

beforeAll(async () => {
  await Promise.all(all.map((event) => table.add(event)));
  await table.add(eventOf(0, v.parse(NetworkId, `${networkId}-other`)));
  await table.add({ ...eventOf(1_000), isTest: true });
  await table.add({ ...eventOf(1_001), event: 'webhook.didGoDown', acceptedAt: timeOfEvent(100) });
  // The index lags, with injected faults.
  await eventually(async () => expect(await everyPage({ limit: 100 })).toHaveLength(EVENTS));
});

/** All that the pages of a filter have. */
async function everyPage(filter: Omit<Parameters<typeof table.newest>[1], 'start'>) {
  const found = [];
  let page = await table.newest(networkId, filter);
  found.push(...page.results);
  while (page.start !== undefined) {
    page = await table.newest(networkId, { ...filter, start: page.start });
    expect(page.results.length).toBeLessThanOrEqual(filter.limit);
    found.push(...page.results);
  }
  return found;
}

const idsOf = (events: readonly Pick<StoredEvent, 'eventId'>[]): readonly string[] =>
  events.map(({ eventId }) => eventId);

describe('the events of a network', () => {
  const crowd = v.parse(NetworkId, `${networkId}-crowd`);

  test.each([7, 100])(
    'are listed in pages of %s, the newest first, each once, and neither tests nor notices',
    async (limit) => {
      const found = await everyPage({ limit });
      expect(found).toHaveLength(EVENTS);
      expect(new Set(idsOf(found))).toEqual(new Set(idsOf(all)));
      const times = found.map(({ acceptedAt }) => acceptedAt);
      expect(times).toEqual(times.toSorted().toReversed());
      for (const { eventId, event, acceptedAt } of found)
        expect(all).toContainEqual(expect.objectContaining({ eventId, event, acceptedAt }));
    },
  );

  test('are listed between two times, both inclusive, and by name', async () => {
    const between = { since: timeOfEvent(20), until: timeOfEvent(45) };
    expect(idsOf(await everyPage({ ...between, limit: 9 })).toSorted()).toEqual(idsOf(all.slice(20, 50)).toSorted());
    const sold = all.filter(({ event }) => event === 'shop.didSell');
    expect(idsOf(await everyPage({ event: 'shop.didSell', limit: 9 })).toSorted()).toEqual(idsOf(sold).toSorted());
    expect(await everyPage({ event: 'webhook.didGoDown', limit: 9 })).toHaveLength(1);
    const [first] = (await table.newest(networkId, { limit: 1 })).results;
    const narrowed = await table.newest(networkId, { ...between, start: first?.position, limit: 100 });
    expect(idsOf(narrowed.results).toSorted()).toEqual(idsOf(all.slice(20, 50)).toSorted());
    const later = new Date(begin + 3_600_000).toISOString();
    expect(await table.newest(networkId, { since: later, limit: 9 })).toEqual({ results: [] });
  });

  test('are neither listed nor shown once they have expired, though they are deleted later', async () => {
    const at = new Date(begin - 2 * 86_400_000).toISOString();
    const old = { ...eventOf(0, v.parse(NetworkId, `${networkId}-old`)), acceptedAt: at };
    const ofOneDay = eventsTable(client, tableName, { eventDays: 1, deliveryDays: 30, auditDays: 30 });
    await ofOneDay.add(old);
    const filter = { since: new Date(begin - 3 * 86_400_000).toISOString(), limit: 9 };
    await eventually(async () => expect((await table.newest(old.networkId, filter)).results).toHaveLength(1));
    expect(await ofOneDay.newest(old.networkId, filter)).toEqual({ results: [] });
    expect(await ofOneDay.read(old.networkId, old.eventId)).toBeUndefined();
    expect(await table.read(networkId, old.eventId)).toEqual(eventOf(0));
  });

  test('are read back from a time, tests too, and all of a millisecond however many they are', async () => {
    // More than one read of sixteen shards has.
    const events = Array.from({ length: 321 }, (_, n) => ({ ...eventOf(n, crowd), acceptedAt: timeOfEvent(0) }));
    const test = { ...eventOf(1_000, crowd), acceptedAt: timeOfEvent(0), isTest: true as const };
    await mapConcurrently([...events, test], 16, table.add);
    await eventually(async () => {
      const page = await table.acceptedBefore(crowd, { since: begin, until: begin }, undefined);
      expect({ events: page.events.length, next: page.next }).toEqual({ events: 322, next: undefined });
    });
  });

  test('a page costs half a read unit a shard', async () => {
    // Of so many events, every shard has some: DynamoDB Local charges nothing for an empty one.
    expect(await metered(client)(() => table.newest(crowd, { limit: 50 }))).toEqual({ read: 8, write: 0 });
  });

  test.each([1, 6])(
    'are read from a time on, %i of a shard and all of a millisecond, complete up to the time that is named',
    async (perShard) => {
      const found: StoredEvent['eventId'][] = [];
      let since = begin;
      const until = Date.parse(timeOfEvent(EVENTS - 1));
      for (let reads = 0; since <= until; reads++) {
        const page = await table.accepted(networkId, { since, until }, perShard);
        const times = page.events.map(({ acceptedAt }) => Date.parse(acceptedAt));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        found.push(...idsOf(page.events).map((id) => v.parse(EventId, id)));
        since = page.next ?? Number.POSITIVE_INFINITY;
        expect(reads).toBeLessThan(20);
      }
      expect(found.toSorted()).toEqual([...idsOf(all), 'event 1001'].toSorted());
    },
  );
});
