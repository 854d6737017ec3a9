import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventTypeEntry, eventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { membersOf } from '../support/members.ts';
import { type Client, call, cloud, createNetwork, tokenFor } from '../support/service.ts';
import { create, newAdmin } from './admin.ts';

const url = 'https://hooks.example.com/';
/** Wrong fields that routes can find only with the settings of their stage; all others: test/contract/refusals.test.ts. */
const refused: [string, unknown, string][] = [
  ['url', 'ftp://hooks.example.com/', 'https'],
  ['url', 'https://169.254.169.254/latest/meta-data', 'public'],
  ['url', 'https://[2606:4700:4700::1111]/', 'IPv4 only'],
  ['filter.event', { event: ['webhook.didGoDown'] }, 'events asks for'],
];

describe('a malformed webhook', () => {
  let admin: Client;
  let webhookId: string;
  beforeAll(async () => {
    admin = await newAdmin();
    ({ webhookId } = await create(admin));
  });

  test.each(refused)(
    '%s: %j is 400 at creation and at a change, and the message says why',
    async (field, value, why) => {
      const [name = ''] = field.split(/[.[]/);
      const body = { url, [name]: value };
      for (const response of [
        await admin('POST', '/webhooks', body),
        await admin('PATCH', `/webhooks/${webhookId}`, { [name]: value }),
      ]) {
        expect({ status: response.status, body: response.body }).toEqual({
          status: 400,
          body: expect.objectContaining({ status: 'error', code: 400000, message: expect.stringContaining(why) }),
        });
        expect(response.body).toMatchObject({ message: expect.stringContaining(field.replace(/\.$/, '')) });
      }
    },
  );

  test('everything at its largest is accepted', async () => {
    const largest = {
      url: `https://hooks.example.com/${'x'.repeat(2048 - 26)}`,
      events: Array.from({ length: 50 }, (_, n) => `noun-${n}.*`),
      description: '🎉'.repeat(200),
      headers: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x-${n}`, '~'.repeat(1024)])),
    };
    const { webhookId: id } = await create(admin, largest);
    expect((await admin('GET', `/webhooks/${id}`)).body).toMatchObject(largest);
  });

  test('the local cloud itself is refused, on each of its ports', async () => {
    const { url, endpoints } = cloud();
    for (const own of [url, url.replace('127.0.0.1', 'localhost'), endpoints.dynamodb, endpoints.sqs]) {
      const answer = await admin('POST', '/webhooks', { url: `${own}/_local/mail` });
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/not to a loopback one$/) } });
    }
  });
});

const names = [...eventTypes.keys()];

describe('event types', () => {
  test('are the whole catalogue, each with its description, its keys, a sample and a JSON Schema', async () => {
    const token = await tokenFor(await createNetwork(), 'root', 'admin');
    const { status, headers, text, body } = await call('GET', '/event-types', { token });
    expect(status).toBe(200);
    const caching = { 'cache-control': 'private, max-age=3600', vary: 'accept-encoding, authorization' };
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-encoding': 'gzip', ...caching });
    const plain = await call('GET', '/event-types', { token, headers: { 'accept-encoding': 'identity' } });
    expect({ text: plain.text, encoding: plain.headers.get('content-encoding') }).toEqual({ text, encoding: null });
    const { results } = v.parse(v.object({ results: v.array(EventTypeEntry) }), body);
    expect(results.map(({ event }) => event)).toEqual(names);
    expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024);
    for (const { event, keys, sample, schema } of results) {
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
      expect(Object.keys(membersOf(schema['properties']))).toEqual(keys);
      expect(keys).toEqual(eventTypes.get(event)?.keys);
      expect(sample).toEqual(eventSample(event));
    }
  });
});
