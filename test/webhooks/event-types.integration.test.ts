import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventTypeEntry, eventDescriptions, eventTypes } from '../../contract/event-catalogue.ts';
import { asksFor, isNotice } from '../../contract/event-names.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { ingestEvents } from '../../contract/events.ts';
import { newAdmin } from './admin.ts';

const names = [...eventTypes.keys()];

describe('event types', () => {
  test('are the whole catalogue, each with its description, its keys, a sample and a JSON Schema', async () => {
    const { status, headers, text, body } = await (await newAdmin())('GET', '/event-types');
    expect(status).toBe(200);
    expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual(['gzip', 'private, max-age=3600']);
    const { results } = v.parse(v.object({ results: v.array(EventTypeEntry) }), body);
    expect(results.map(({ event }) => event)).toEqual(names);
    expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024);
    for (const { event, keys, sample, schema } of results) {
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
      expect(Object.keys(Object(schema['properties']))).toEqual(keys);
      expect(keys).toEqual(eventTypes.get(event)?.keys);
      expect(sample).toEqual(eventSample(event));
    }
  });

  test('have one sentence each, no two the same, for every event of the catalogue', () => {
    expect(Object.keys(eventDescriptions).sort()).toEqual(names.toSorted());
    const sentences = Object.values(eventDescriptions);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]{10,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test.each(names.filter((event) => !isNotice(event)))(
    'the sample of %s is accepted by ingest and shows every documented key',
    (event) => {
      const data = eventSample(event);
      const result = v.safeParse(ingestEvents.body.schema, { events: [{ event, data }] });
      expect(result.issues ?? []).toEqual([]);
      expect(Object.keys(data).sort()).toEqual([...(eventTypes.get(event)?.keys ?? [])].sort());
      expect(Object.values(data)).not.toContain(undefined);
    },
  );
});

describe('event patterns', () => {
  test.each([
    [['*'], 'channel.didCreate', true],
    [['*'], 'webhook.didGoDown', false],
    [['*', 'webhook.*'], 'webhook.didGoDown', true],
    [['webhook.didGoDown'], 'webhook.didGoDown', true],
    [['*'], 'webhook.ofThePlatform', true],
    [['channel.*'], 'channel.didCreate', true],
    [['channel.*'], 'channels.didCreate', false],
    [['channel.*'], 'v3.channel.didCreate', false],
    [['v3.*'], 'v3.post.didCreate', true],
    [['v3.*'], 'v3x.didCreate', false],
    [['v3.post.*'], 'v3.post.didCreate', true],
    [['v3.post.*'], 'v3.comment.didCreate', false],
    [['channel.didCreate'], 'channel.didCreate', true],
    [['channel.didCreate'], 'channel.didCreateIt', false],
    [['message.*', 'channel.didCreate'], 'channel.didCreate', true],
    [[], 'channel.didCreate', false],
  ])('%j matches %s: %j', (patterns, event, matches) => {
    expect(asksFor(patterns, event)).toBe(matches);
  });
});
