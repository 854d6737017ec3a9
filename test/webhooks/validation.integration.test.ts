import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, cloud } from '../../testing/service.ts';
import { create, newAdmin } from './admin.ts';

const url = 'https://hooks.example.com/';
const manyHeaders = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, `${i}`]));
const manyPatterns = (count: number) => Array.from({ length: count }, (_, i) => `noun-${i}.*`);

/** Wrong values of each field, and words that the message must have in addition to the field's name. */
const refused: [string, unknown, string][] = [
  ['url', '', 'URL'],
  ['url', 7, 'URL'],
  ['url', null, 'URL'],
  ['url', 'hooks.example.com', 'absolute URL'],
  ['url', 'ftp://hooks.example.com/', 'https'],
  ['url', 'https://user@hooks.example.com/', 'user name'],
  ['url', 'https://user:secret@hooks.example.com/', 'user name'],
  ['url', 'https://hooks.example.com/a b', 'spaces'],
  ['url', ' https://hooks.example.com/', 'spaces'],
  ['url', 'https://hooks.example.com/a\nb', 'spaces'],
  ['url', `https://hooks.example.com/${'x'.repeat(2048)}`, '2048'],
  ['url', 'https://10.0.0.1/', 'public'],
  ['url', 'https://169.254.169.254/latest/meta-data', 'public'],
  ['url', 'https://0xa9fea9fe/', 'public'],
  ['url', 'https://[::ffff:10.0.0.1]/', 'public'],
  ['events', [], '1 to 50'],
  ['events', '*', 'array'],
  ['events', manyPatterns(51), '1 to 50'],
  ['events[0]', [7], 'event pattern'],
  ['events[0]', [''], 'event pattern'],
  ['events[0]', ['channel'], 'event pattern'],
  ['events[0]', ['*.didCreate'], 'event pattern'],
  ['events[0]', ['channel*'], 'event pattern'],
  ['events[0]', ['Channel.*'], 'event pattern'],
  ['events[0]', ['channel.**'], 'event pattern'],
  ['events[0]', ['a.b.c.d.*'], 'event pattern'],
  ['events[0]', ['a.b.c.d.e'], 'event pattern'],
  ['events[0]', [`a.${'b'.repeat(99)}`], 'event pattern'],
  ['events[1]', ['*', 'message.created'], 'message.didCreate'],
  ['events[1]', ['*', 'v3.video-streaming.didStart'], 'video-streaming.didStart'],
  ['filter', ['x'], 'event pattern'],
  ['filter.detail', { detail: { a: ['x'] } }, 'event or data'],
  ['filter.data.a[1].prefix', { data: { a: ['x', { prefix: 1 }] } }, 'string'],
  ['filter.$or[1].data', { $or: [{ event: ['app.opened'] }, { data: ['x'] }] }, 'object'],
  ['filter', { data: { a: ['x'.repeat(5_000)] } }, '4096 bytes'],
  ['filter.event', { event: ['webhook.didGoDown'] }, 'events asks for'],
  ['description', 'x'.repeat(201), '200'],
  ['description', 7, '200'],
  ['headers', [], 'object'],
  ['headers', ['x-a'], 'object'],
  ['headers', 'x-a: 1', 'object'],
  ['headers', null, 'object'],
  ['headers', manyHeaders(21), '20'],
  ['headers', { 'x-a': '1', 'X-A': '2' }, 'twice'],
  ['headers', { constructor: 'x' }, 'constructor'],
  ['headers', { prototype: 'x' }, 'prototype'],
  ['headers.', { '': 'x' }, 'header name'],
  ['headers.x a', { 'x a': '1' }, 'header name'],
  ['headers.x:a', { 'x:a': '1' }, 'header name'],
  ['headers.x-ä', { 'x-ä': '1' }, 'header name'],
  ['headers.x\r\ny', { 'x\r\ny': '1' }, 'header name'],
  ['headers.x-a', { 'x-a': 1 }, 'header value'],
  ['headers.x-a', { 'x-a': 'ä' }, 'header value'],
  ['headers.x-a', { 'x-a': 'a\r\nb: c' }, 'header value'],
  ['headers.x-a', { 'x-a': 'x'.repeat(1025) }, 'header value'],
  ...['Host', 'Content-Length', 'content-type', 'Transfer-Encoding', 'Connection', 'x-service-signature'].map(
    (name): [string, unknown, string] => [`headers.${name}`, { [name]: 'x' }, 'must not be'],
  ),
  ['legacySignature', 'true', 'true or false'],
  ['enabled', 1, 'true or false'],
  ['enabled', null, 'true or false'],
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
        expect([response.status, response.body]).toEqual([
          400,
          expect.objectContaining({ status: 'error', code: 400000, message: expect.stringContaining(why) }),
        ]);
        expect(response.body).toMatchObject({ message: expect.stringContaining(field.replace(/\.$/, '')) });
      }
    },
  );

  test('a header named __proto__ is 400', async () => {
    const text = `{"url":"${url}","headers":{"__proto__":"x"}}`;
    expect((await admin('POST', '/webhooks', text)).status).toBe(400);
  });

  test('a body without a destination is 400 and says that it is missing', async () => {
    const { status, body } = await admin('POST', '/webhooks', {});
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: 'the request body must have either url or eventBus' });
  });

  test.each([{}, { unknown: 1 }])('the change %j is 400: it changes nothing', async (changes) => {
    const { status, body } = await admin('PATCH', `/webhooks/${webhookId}`, changes);
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringContaining('at least one of url, eventBus, events') });
  });

  test.each([
    ['POST', '/webhooks'],
    ['PATCH', '/webhooks/ID'],
  ] as const)('%s %s takes a JSON object and nothing else', async (method, path) => {
    for (const body of [undefined, '', 'null', '[]', '"x"', '7', '{"url":']) {
      const { status } = await admin(method, path.replace('ID', webhookId), body);
      expect([body, status]).toEqual([body, 400]);
    }
    const large = `{"description":"${'x'.repeat(70_000)}"}`;
    expect((await admin(method, path.replace('ID', webhookId), large)).status).toBe(413);
  });

  test.each([
    ['takesEffectInHours', -1],
    ['takesEffectInHours', 168.5],
    ['takesEffectInHours', '1'],
    ['takesEffectInHours', null],
    ['overlapHours', -0.001],
    ['overlapHours', 169],
    ['overlapHours', [24]],
  ])('a rotation with %s %j is 400', async (field, value) => {
    const { status, body } = await admin('POST', `/webhooks/${webhookId}/secret`, { [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: `${field} must be a number of hours from 0 to 168` });
  });

  test('everything at its largest is accepted', async () => {
    const largest = {
      url: `https://hooks.example.com/${'x'.repeat(2048 - 26)}`,
      events: manyPatterns(50),
      description: 'ü'.repeat(200),
      headers: Object.fromEntries(Object.keys(manyHeaders(20)).map((name) => [name, '~'.repeat(1024)])),
    };
    const { webhookId: id } = await create(admin, largest);
    expect((await admin('GET', `/webhooks/${id}`)).body).toMatchObject(largest);
  });

  test('a receiver on loopback is accepted if the stage allows it, over http, in every spelling', async () => {
    for (const local of [
      'http://127.0.0.1:8080/in',
      'http://localhost:9',
      'https://[::1]:8443/',
      'http://2130706433:8080/',
    ]) {
      const { status } = await admin('POST', '/webhooks', { url: local, enabled: false });
      // Port 9 belongs to another protocol; all other spellings are the loopback address.
      expect([local, status]).toEqual([local, local.endsWith(':9') ? 400 : 201]);
    }
  });

  test('the local cloud itself is refused, on each of its ports', async () => {
    const { url, endpoints } = cloud();
    for (const own of [url, url.replace('127.0.0.1', 'localhost'), endpoints.dynamodb, endpoints.sqs]) {
      const answer = await admin('POST', '/webhooks', { url: `${own}/_local/mail` });
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/not to a loopback one$/) } });
    }
  });
});
