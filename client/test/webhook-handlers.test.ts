/** Handlers for webhooks, in the real frameworks, by servers on loopback. */
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import fastify from 'fastify';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../test/support/eventually.ts';
import { listening } from '../../test/support/receivers/listening.ts';
import {
  expressHandler,
  fastifyPlugin,
  lambdaHandler,
  type ReceiverOptions,
  receive,
  type VerifiedDelivery,
  webHandler,
} from '../webhooks/index.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const otherSecret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz';
const payload = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';

function headersOf(body: string, by = secret, id = 'msg_1'): Record<string, string> {
  const now = new Date();
  const signature = new Webhook(by).sign(id, now, body);
  const timestamp = `${Math.floor(now.getTime() / 1000)}`;
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
}

type Send = (body: string, headers: Record<string, string>) => Promise<number>;
const stops: (() => unknown)[] = [];
let handled: VerifiedDelivery[];
let errors: unknown[];
let options: ReceiverOptions;
beforeEach(() => {
  handled = [];
  errors = [];
  options = { secret, onEvent: (event) => handled.push(event), onError: (error) => errors.push(error) };
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const post =
  (url: string): Send =>
  async (body, headers) =>
    (await fetch(url, { method: 'POST', body, headers })).status;

async function serving(server: Server): Promise<Send> {
  const { url, stop } = await listening(server, 'http');
  stops.push(stop);
  return post(url);
}

const frameworks: readonly (readonly [string, (given: ReceiverOptions) => Promise<Send>])[] = [
  ['Express', (given) => serving(createServer(express().post('/hook', expressHandler(given))))],
  [
    'Express after express.raw()',
    (given) =>
      serving(createServer(express().post('/hook', express.raw({ type: 'application/json' }), expressHandler(given)))),
  ],
  ['node:http', (given) => serving(createServer(expressHandler(given)))],
  [
    'Fastify',
    async (given) => {
      const app = fastify();
      app.register(fastifyPlugin(given), { prefix: '/hook' });
      stops.push(() => app.close());
      return post(`${await app.listen({ port: 0, host: '127.0.0.1' })}/hook`);
    },
  ],
  [
    'a route handler of Next.js',
    async (given) => {
      const handler = webHandler(given);
      return async (body, headers) =>
        (await handler(new Request('https://example.com/', { method: 'POST', body, headers }))).status;
    },
  ],
  [
    'the URL of a Lambda function',
    async (given) => {
      const handler = lambdaHandler(given);
      return async (body, headers) => (await handler({ headers, body, isBase64Encoded: false })).statusCode;
    },
  ],
];

describe.each(frameworks)('A handler in %s', (_, start) => {
  test('hands over the event of a genuine request, and responds with 200', async () => {
    const send = await start(options);
    expect(await send(payload, headersOf(payload))).toBe(200);
    await eventually(() => expect(handled).toHaveLength(1));
    expect(handled).toEqual([
      { event: 'channel.didCreate', data: { n: 1, text: 'é🙂' }, deliveryId: 'msg_1', sentAt: expect.any(Date) },
    ]);
  });

  test('responds with 401 to a forged request, and hands over nothing', async () => {
    const send = await start(options);
    expect(await send(payload, headersOf(payload, otherSecret))).toBe(401);
    expect(await send(payload.replace('1.0', '1'), headersOf(payload))).toBe(401);
    expect({ handled, errors }).toMatchObject({
      handled: [],
      errors: [{ reason: 'wrong-signature' }, { reason: 'wrong-signature' }],
    });
  });
});

describe('A handler', () => {
  const request = (body = payload, headers = headersOf(payload)) =>
    new Request('https://example.com/', { method: 'POST', body, headers });
  const statusOf = async (given: Partial<ReceiverOptions>, ...sent: Parameters<typeof request>) =>
    (await webHandler({ ...options, ...given })(request(...sent))).status;

  test('responds before the event is handled', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const send = await serving(
      createServer(expressHandler({ ...options, onEvent: (event) => promise.then(() => handled.push(event)) })),
    );
    expect(await send(payload, headersOf(payload))).toBe(200);
    expect(handled).toEqual([]);
    resolve();
    await eventually(() => expect(handled).toHaveLength(1));
  });

  test('reports a failure after the response', async () => {
    expect(await statusOf({ onEvent: () => Promise.reject(new Error('full')) })).toBe(200);
    await eventually(() => expect(errors).toEqual([new Error('full')]));
    expect(
      await statusOf({
        onEvent: () => {
          throw new Error('thrown');
        },
      }),
    ).toBe(200);
    await eventually(() => expect(errors).toContainEqual(new Error('thrown')));
  });

  test('that waits, as on Lambda always, responds with 500 after a failure, so that the event comes again', async () => {
    const onEvent = () => Promise.reject(new Error('full'));
    expect(await statusOf({ onEvent, waitForHandler: true })).toBe(500);
    const given: ReceiverOptions = { ...options, onEvent, waitForHandler: false };
    const { statusCode } = await lambdaHandler(given)({ headers: headersOf(payload), body: payload });
    expect({ statusCode, errors }).toEqual({ statusCode: 500, errors: [new Error('full'), new Error('full')] });
  });

  test('does not hand over an event that was seen before, and asks by the delivery’s id', async () => {
    const asked: string[] = [];
    const seen = (id: string) => asked.push(id) > 1;
    expect(await statusOf({ seen })).toBe(200);
    expect(await statusOf({ seen })).toBe(200);
    expect({ asked, handled: handled.length }).toEqual({ asked: ['msg_1', 'msg_1'], handled: 1 });
  });

  test('does not hand over what was accepted before the latest event with its key, however often that comes', async () => {
    const keyOf = ({ data }: VerifiedDelivery) => (typeof data['key'] === 'string' ? data['key'] : undefined);
    const send = async (id: string, key?: string, given: Partial<ReceiverOptions> = {}) => {
      const body = JSON.stringify({ event: 'a.b', data: { key } });
      expect(await statusOf({ keyOf, ...given }, body, headersOf(body, secret, id))).toBe(200);
    };
    for (const [id, key] of [
      ['2', 'a'],
      ['1', 'a'],
      ['1', 'b'],
      ['2', 'a'],
      ['3', 'a'],
      ['2', 'a'],
      ['2', 'a'],
      ['0'],
      ['0'],
    ] as const) {
      await send(id, key);
    }
    expect(handled.map(({ deliveryId, data }) => `${deliveryId}${data['key'] ?? ''}`)).toEqual([
      '2a',
      '1b',
      '2a',
      '3a',
      '0',
      '0',
    ]);
    const asked: string[] = [];
    const isLatest = async (key: string, id: string) => asked.push(`${key}${id}`) > 1;
    await send('1', 'a', { isLatest });
    await send('0', 'a', { isLatest });
    expect({ asked, handled: handled.length }).toEqual({ asked: ['a1', 'a0'], handled: 7 });
  });

  test('knows the latest events of 10,000 keys', async () => {
    let key = '';
    const keyOf = () => key;
    const send = async (id: string, about: string) => {
      key = about;
      const given = { ...options, waitForHandler: true, keyOf };
      await receive(given, headersOf(payload, secret, id), Buffer.from(payload));
    };
    await send('2', 'first');
    for (let n = 1; n < 10_000; n++) await send('2', `key ${n}`);
    await send('1', 'first');
    await send('2', 'one more');
    expect(handled).toHaveLength(10_001);
    await send('1', 'key 1');
    expect(handled).toHaveLength(10_002);
  });

  test('responds with 500 if it can not find out whether an event was seen', async () => {
    expect(await statusOf({ seen: () => Promise.reject(new Error('no database')) })).toBe(500);
    expect({ handled, errors }).toEqual({ handled: [], errors: [new Error('no database')] });
  });

  test('accepts each of several secrets during a rotation', async () => {
    const secrets = [otherSecret, secret];
    expect(await statusOf({ secret: secrets })).toBe(200);
    expect(await statusOf({ secret: secrets }, payload, headersOf(payload, otherSecret))).toBe(200);
  });

  test('is not made with a malformed secret, except where a build may lack it: there it accepts nothing', async () => {
    for (const given of [{ secret: 'whsec_' }, { secret: [secret, ''] }]) {
      const malformed = { ...options, ...given };
      for (const make of [expressHandler, fastifyPlugin, lambdaHandler]) {
        expect(() => make(malformed)).toThrow(new TypeError('secret must be whsec_ and the Base64 of 24 to 64 bytes.'));
      }
      expect(await statusOf(given)).toBe(500);
    }
    expect(errors).toMatchObject([{ name: 'TypeError' }, { name: 'TypeError' }]);
  });

  test('refuses a request that was signed longer ago than the tolerance', async () => {
    const headers = {
      ...headersOf(payload),
      'webhook-timestamp': '1795223045',
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(1_795_223_045_000), payload),
    };
    expect(await statusOf({}, payload, headers)).toBe(401);
    expect(errors).toMatchObject([{ reason: 'outside-tolerance' }]);
    expect(await statusOf({ toleranceSeconds: 2 ** 32 }, payload, headers)).toBe(200);
  });

  test('ignores the copy of an event for legacy receivers', async () => {
    expect(await statusOf({}, payload, { 'x-legacy-signature': 'x' })).toBe(200);
    expect({ handled, errors }).toEqual({ handled: [], errors: [] });
  });

  test('reads no more than 1 MiB', async () => {
    const large = ' '.repeat(2 ** 20 + 1);
    expect(await statusOf({}, large, { ...headersOf(large), 'content-length': `${large.length}` })).toBe(413);
    const send = await serving(createServer(expressHandler(options)));
    expect(await send(large, headersOf(large))).toBe(413);
  });

  test('leaves the parser of other routes of Fastify alone', async () => {
    const app = fastify();
    app.register(fastifyPlugin(options), { prefix: '/hook' });
    app.post('/other', async (received) => received.body);
    stops.push(() => app.close());
    const { body } = await app.inject({ method: 'POST', url: '/other', payload: { parsed: true } });
    expect(JSON.parse(body)).toEqual({ parsed: true });
  });

  test('uses the platform’s way to work after the response', async () => {
    const later: (() => Promise<unknown>)[] = [];
    await webHandler({ ...options, after: (work) => later.push(work) })(request());
    expect(handled).toEqual([]);
    await later[0]?.();
    expect(handled).toHaveLength(1);
  });

  test('reads the body of a Lambda event that is Base64', async () => {
    const body = Buffer.from(payload).toString('base64');
    const response = await lambdaHandler(options)({ headers: headersOf(payload), body, isBase64Encoded: true });
    expect({ response, handled: handled.length }).toEqual({ response: { statusCode: 200, body: '{}' }, handled: 1 });
  });
});
