import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventTypeEntry, eventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
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
});
