import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { EventId, MAX_EVENT_BYTES } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { acceptedEvents, refuseLargeEvents } from '../../lambdas/events/accepted-events.ts';
import { elementSpans, eventSourceTexts, memberSpans } from '../../lambdas/events/event-source-text.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { scriptedClient } from '../support/clients.ts';

describe('the texts of posted events', () => {
  test('are what receivers get, with data exactly as posted and nothing else of the event, and their sizes as posted', () => {
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

/** JSON text with spaces anywhere, any escape, and numbers in any spelling. */
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const scalar = fc.oneof(
  fc.constantFrom('1.0', '1e3', '-0', '1E+2', 'true', 'false', 'null', '"\\u0041\\"\\\\"', '"\\/é😀"', '"}]{[,:"'),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
);
const { value: jsonText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc
      .tuple(space, fc.array(tie('value'), { maxLength: 4 }))
      .map(([gap, values]) => `[${gap}${values.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(space, fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), tie('value')), { maxLength: 4 }))
      .map(([gap, members]) => {
        const texts = members.map(([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${value}`);
        return `{${gap}${texts.join(`${gap},${gap}`)}${gap}}`;
      }),
  ),
}));

describe('spans of a JSON text', () => {
  test('each member of an object is the text that parses to its value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), jsonText), space, (object, gap) => {
        const members = Object.entries(object).map(
          ([name, text]) => `${JSON.stringify(name)}${gap}:${gap}${text}${gap}`,
        );
        const json = `${gap}{${gap}${members.join(',')}}${gap}`;
        const spans = memberSpans(json, 0);
        expect([...spans.keys()].sort()).toEqual(Object.keys(JSON.parse(json)).sort());
        for (const [name, text] of Object.entries(object)) {
          const span = spans.get(name);
          expect(json.slice(span?.start, span?.end)).toBe(text);
        }
      }),
    );
  });

  test('each element of an array is the text of that element', () => {
    fc.assert(
      fc.property(fc.array(jsonText), space, (texts, gap) => {
        const json = `${gap}[${gap}${texts.join(`${gap},${gap}`)}${gap}]`;
        expect(elementSpans(json, 0).map(({ start, end }) => json.slice(start, end))).toEqual(texts);
      }),
    );
  });

  test('of a repeated member the last counts, as in JSON.parse', () => {
    const json = '{"a":1,"\\u0061":2}';
    const span = memberSpans(json, 0).get('a');
    expect(json.slice(span?.start, span?.end)).toBe('2');
  });

  test('deep nesting does not exhaust the stack', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(elementSpans(`[${deep}]`, 0)).toEqual([{ start: 1, end: 1 + deep.length }]);
  });
});

test('a search in a text that is cut off ends', () => {
  const array = '[ 1 , "b" , {"c" : [ true ] } ]';
  const object = '{ "a" : 1 , "b" : "c" , "d" : {"e" : [ 2 ] } }';
  for (let length = 0; length < array.length; length++) {
    expect(elementSpans(array.slice(0, length), 0).length).toBeLessThanOrEqual(3);
  }
  for (let length = 0; length < object.length; length++) {
    // A name that is cut off is no JSON.
    try {
      expect(memberSpans(object.slice(0, length), 0).size).toBeLessThanOrEqual(3);
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
    }
  }
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
