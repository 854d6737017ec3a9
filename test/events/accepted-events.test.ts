import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId, MAX_EVENT_BYTES } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { acceptedEvents, refuseLargeEvents } from '../../lambdas/events/accepted-events.ts';
import { eventSourceTexts } from '../../lambdas/events/event-source-text.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { scriptedClient } from '../support/clients.ts';

describe('the texts of posted events', () => {
  test('are what receivers get, with data exactly as posted and nothing else, and their sizes as posted', () => {
    const events = [
      '{ "id": "1", "data": { "b": 1.0, "a": 1e3, "e": "\\u00e9\\/é😀" }, "event": "a\\u002eb" }',
      '{"event":"c.d","data":{"é":1e3}}',
    ];
    expect(eventSourceTexts(`{"other": [1], "events": [ ${events.join(' , ')} ]}`)).toEqual([
      {
        bytes: Buffer.byteLength(`${events[0]}`),
        body: '{"event":"a\\u002eb","data":{ "b": 1.0, "a": 1e3, "e": "\\u00e9\\/é😀" }}',
      },
      { bytes: Buffer.byteLength(`${events[1]}`), body: `${events[1]}` },
    ]);
  });

  test.each([
    ['events', '{"event":[]}'],
    ['event', '{"events":[{"data":{}}]}'],
    ['data', '{"events":[{"event":"a.b"}]}'],
  ])('can’t be cut out of a body without the member %s', (member, body) => {
    expect(() => eventSourceTexts(body)).toThrow(`The member ${member} was there when the text was checked.`);
  });
});

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
