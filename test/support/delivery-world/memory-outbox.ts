/** The outbox of a world in memory: what was accepted, its texts, and notices. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AcceptedPosition, EventId } from '../../../contract/events.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import { timeOf } from '../../../contract/time-ids.ts';
import type { SignerParts } from '../../../lambdas/delivery/compose.ts';
import { type AcceptedEvent, type AcceptedRange, acceptedAttributes } from '../../../lambdas/events/accepted-index.ts';
import type { StoredEvent } from '../../../lambdas/events/stored-event.ts';
import type { TableFaults } from './memory-tables.ts';
import { shardedPage } from './sharded-page.ts';
import type { virtualClock } from './virtual-clock.ts';

/** An event as the index has it, and its shard. */
export interface IndexedEvent extends AcceptedEvent {
  readonly shard: string;
}

/** The entry of an event. */
export function indexedEvent(event: StoredEvent): IndexedEvent {
  const { networkId_shard: shard, acceptedOrder } = acceptedAttributes(event);
  return { ...event, position: v.parse(AcceptedPosition, acceptedOrder), shard };
}

/** What the index returns of a time, some `perShard` of each shard; of one millisecond all. */
export function acceptedPage(
  events: readonly IndexedEvent[],
  { since, until }: { readonly since: number; readonly until: number },
  perShard: number,
): AcceptedRange {
  const between = events.filter(({ position }) => since <= timeOf(position) && timeOf(position) <= until);
  const page = shardedPage(
    between,
    ({ position }) => position,
    ({ shard }) => shard,
    perShard,
  );
  if (page.next === undefined) return { events: page.found };
  const next = timeOf(page.next);
  if (next <= since) return acceptedPage(events, { since, until }, 4 * perShard);
  return { events: page.found.filter(({ position }) => timeOf(position) < next), next };
}

export function memoryOutbox(clock: ReturnType<typeof virtualClock>, faults: TableFaults) {
  const bodies = new Map<string, string>();
  const malformed = new Set<string>();
  const events: IndexedEvent[] = [];
  const notices = new Map<string, StoredEvent>();
  const bodyOf = (eventId: string) => v.parse(v.optional(v.string()), malformed.has(eventId) ? 0 : bodies.get(eventId));
  const table: SignerParts['outbox'] = {
    async accepted(_, between, perShard) {
      await clock.sleep(faults.callMilliseconds);
      return acceptedPage(events, between, perShard);
    },
    async readBody(_, eventId) {
      return bodyOf(eventId);
    },
    async readText(_, eventId) {
      const body = bodyOf(eventId);
      return body === undefined ? undefined : { body };
    },
    async add(notice) {
      faults.beforeWrite('events');
      await clock.sleep(faults.callMilliseconds);
      if (notices.has(notice.eventId)) return 'duplicate';
      notices.set(notice.eventId, notice);
      faults.afterWrite();
      return 'accepted';
    },
  };
  return {
    table,
    /** The notices, the oldest first. */
    notices: () => [...notices.values()],
    /** Makes the item of an event one that can't be read. */
    setMalformed: (eventId: string) => void malformed.add(eventId),
    /** A new event, which the index has some time later. */
    accept(networkId: NetworkId): StoredEvent {
      const eventId = v.parse(EventId, randomUUID());
      const acceptedAt = new Date(clock.now()).toISOString();
      const body = `{"${eventId}":1}`;
      const event = { networkId, eventId, event: 'shop.didSell', body, acceptedAt, occurredAt: acceptedAt };
      bodies.set(eventId, body);
      void clock.sleep(faults.indexLag).then(() => events.push(indexedEvent(event)));
      return event;
    },
  };
}
