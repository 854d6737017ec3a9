import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import fastify from 'fastify';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { deprecatedEventNames } from '../../contract/event-names.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { shortest } from '../../test/examples/secrets.ts';
import { eventually } from '../../test/support/eventually.ts';
import { listening, portOf } from '../../test/support/receivers/listening.ts';
import { isKnownEvent, isOnPost, parseEvent } from '../index.ts';
import { expressHandler, fastifyPlugin, type ReceiverOptions, webHandler } from '../webhooks/index.ts';

/** What handlers of webhooks do with bodies that do not arrive as they should. */
const stops: (() => unknown)[] = [];
let errors: unknown[];
let options: ReceiverOptions;
beforeEach(() => {
  errors = [];
  options = { secret: shortest, onEvent: () => undefined, onError: (error) => errors.push(error) };
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function portOfServer(handler: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(handler);
  const { stop } = await listening(server, 'http');
  stops.push(stop);
  return portOf(server);
}

const servers: readonly (readonly [string, () => Promise<number>])[] = [
  ['Express', () => portOfServer(express().post('/', expressHandler(options)))],
  ['node:http', () => portOfServer(expressHandler(options))],
  [
    'Fastify',
    async () => {
      const app = fastify();
      app.register(fastifyPlugin(options));
      stops.push(() => app.close());
      return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    },
  ],
];

test.each(servers)(
  'In %s, a request that breaks off is an error of the request, not of the process',
  async (_, start) => {
    const socket = connect(await start(), '127.0.0.1');
    await once(socket, 'connect');
    const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', 'content-length: 9'];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`, () => socket.resetAndDestroy());
    await eventually(() => expect(errors).toMatchObject([{ code: 'ECONNRESET' }]));
  },
);

describe('A handler', () => {
  const request = (body: RequestInit['body']) =>
    new Request('https://example.com/', { method: 'POST', body: body ?? null });

  test('says what to do if a body parser was first', async () => {
    const port = await portOfServer(express().use(express.json()).post('/', expressHandler(options)));
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers });
    expect(status).toBe(500);
    expect(errors).toMatchObject([{ name: 'TypeError', message: expect.stringContaining('before any body parser') }]);
  });

  test('says that somebody else has read the body of a Request', async () => {
    const read = request('{}');
    await read.json();
    expect((await webHandler(options)(read)).status).toBe(500);
    expect(errors).toMatchObject([{ name: 'TypeError' }]);
  });

  test('reads no more than 1 MiB of a Request that does not say its length', async () => {
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(2 ** 18));
      },
    });
    const endless = new Request('https://example.com/', { method: 'POST', body, duplex: 'half' });
    expect((await webHandler(options)(endless)).status).toBe(413);
    expect(chunks).toBeLessThan(8);
  });

  test('treats a request without a body as a forged one', async () => {
    expect((await webHandler(options)(request(null))).status).toBe(401);
    expect(errors).toMatchObject([{ reason: 'missing-header' }]);
  });
});

describe('a typed event', () => {
  test('is the event itself, also with what a verified request has besides', () => {
    const verified = { event: 'shop.didSell', data: { more: 1 }, deliveryId: 'd' };
    expect(parseEvent(verified)).toBe(verified);
  });

  test.each([
    ['text', '{"event":"channel.didCreate","data":{}}'],
    ['null', null],
    ['a list', [{ event: 'channel.didCreate', data: {} }]],
    ['an event without data', { event: 'channel.didCreate' }],
    ['an event whose data is a list', { event: 'channel.didCreate', data: [] }],
    ['an event whose data is null', { event: 'channel.didCreate', data: null }],
    ['an event without a name', { data: {} }],
    ['an event whose name is a number', { event: 5, data: {} }],
  ])('is not made of %s', (_, value) => {
    expect(() => parseEvent(value)).toThrow(
      new TypeError('This is not an event: it must have the text "event" and the object "data".'),
    );
  });

  test('is known if the catalogue has its name', () => {
    for (const event of eventTypes.keys())
      expect(isKnownEvent(parseEvent({ event, data: eventSample(event) }))).toBe(true);
    for (const event of ['shop.didSell', 'constructor', ...deprecatedEventNames.keys()]) {
      expect(isKnownEvent(parseEvent({ event, data: {} }))).toBe(false);
    }
  });

  test('about a comment says whether the comment is on a post', () => {
    expect(isOnPost({ referenceType: 'post' })).toBe(true);
    expect(isOnPost({ referenceType: 'content' })).toBe(false);
  });
});
