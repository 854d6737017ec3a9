/** The outbox of a world in memory: what was accepted, its texts, and notices. */
import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AcceptedPosition, EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { timeIdOf } from '../../contract/time-ids.ts';
import type { SignerParts } from '../../lambdas/delivery/worker/signer.ts';
import type { AcceptedEvent, StoredEvent } from '../../lambdas/events/events-table.ts';
import type { TableWeather } from './memory-tables.ts';
import type { virtualClock } from './virtual-clock.ts';

export function memoryOutbox(clock: ReturnType<typeof virtualClock>, weather: TableWeather) {
  const bodies = new Map<string, string>();
  const malformed = new Set<string>();
  const events: AcceptedEvent[] = [];
  const notices = new Map<string, StoredEvent>();
  const table: SignerParts['outbox'] = {
    /** All of them: neither pages nor shards. */
    async accepted(_, { since, until }) {
      await clock.sleep(weather.callMilliseconds);
      const isBetween = (at: number): boolean => since <= at && at <= until;
      return { events: events.filter(({ acceptedAt }) => isBetween(Date.parse(acceptedAt))) };
    },
    async readBody(_, eventId) {
      return v.parse(v.optional(v.string()), malformed.has(eventId) ? 0 : bodies.get(eventId));
    },
    async add(notice) {
      weather.beforeWrite('events');
      await clock.sleep(weather.callMilliseconds);
      if (notices.has(notice.eventId)) return 'duplicate';
      notices.set(notice.eventId, notice);
      weather.afterWrite();
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
      const position = v.parse(AcceptedPosition, timeIdOf(clock.now(), createHash('sha256').update(eventId).digest()));
      void clock.sleep(weather.indexLag).then(() => events.push({ ...event, position }));
      return event;
    },
  };
}
