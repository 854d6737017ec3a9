import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId, MAX_EVENT_BYTES } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { acceptedEvents, refuseLargeEvents } from '../../lambdas/events/accepted-events.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { scriptedClient } from '../support/scripted-client.ts';

const networkId = v.parse(NetworkId, 'demo');
const acceptedAt = '2026-01-01T00:00:00.000Z';
const now = Date.parse(acceptedAt);
const id = v.parse(EventId, 'e1');

describe('an accepted event', () => {
  test('has its own id and text, its time in UTC, and is accepted a millisecond after the one before', () => {
    const events = [
      { id, event: 'a.b', occurredAt: '2025-12-31T23:00:00+02:00' },
      { id: v.parse(EventId, 'e2'), event: 'c.d' },
    ];
    const next = '2026-01-01T00:00:00.001Z';
    const texts = ['{1}', '{2}'].map((body) => ({ bytes: 3, body }));
    expect(acceptedEvents(networkId, events, texts, now)).toEqual([
      { networkId, eventId: 'e1', event: 'a.b', body: '{1}', occurredAt: '2025-12-31T21:00:00.000Z', acceptedAt },
      { networkId, eventId: 'e2', event: 'c.d', body: '{2}', occurredAt: next, acceptedAt: next },
    ]);
  });

  test('gets an id that no other has, if it came without one', () => {
    const events = [{ event: 'a.b' }, { event: 'a.b' }];
    const ids = acceptedEvents(networkId, events, [], now).map(({ eventId }) => eventId);
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(new Set(ids).size).toBe(2);
  });
});

test('an event is stored for the days of its stage from its acceptance on, whenever it happened', async () => {
  const { client, inputs } = scriptedClient(() => ({}));
  const table = eventsTable(client, 'events', { eventDays: 2, deliveryDays: 30, auditDays: 30 });
  const event = { networkId, eventId: id, event: 'a.b', body: '{}', occurredAt: new Date(0).toISOString(), acceptedAt };
  expect(await table.add(event)).toBe('accepted');
  const expiresAt = Date.parse('2026-01-03T00:00:00.000Z') / 1000;
  expect(inputs).toMatchObject([{ Item: { ...event, networkId_eventId: 'demo_e1', expiresAt } }]);
});

test('events of the largest size are accepted, and larger ones are refused together', () => {
  const text = (bytes: number) => ({ bytes, body: '' });
  const [largest, tooLarge] = [text(MAX_EVENT_BYTES), text(MAX_EVENT_BYTES + 1)];
  expect(() => refuseLargeEvents([largest, largest])).not.toThrow();
  const message = (index: number) => `events[${index}] must be at most 262144 bytes of JSON, not 262145`;
  expect(() => refuseLargeEvents([largest, tooLarge, tooLarge])).toThrow(
    expect.objectContaining({ status: 413, message: message(1), detail: [message(1), message(2)] }),
  );
});
