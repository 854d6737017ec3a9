import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { createConnections } from '../../lambdas/sending/connections.ts';
import { createRequestSender } from '../../lambdas/sending/send-request.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { startForgetful, startOnceAndThen } from '../support/receivers/raw-receivers.ts';
import { receiversOfTests } from '../support/receivers-of-tests.ts';

const [ours, theirs] = [v.parse(NetworkId, 'ours'), v.parse(NetworkId, 'theirs')];
const use = receiversOfTests();
const sender = createRequestSender({ allowHttp: true, allowedRanges: ['loopback'] });
afterEach(() => sender.close());

const forged = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged';
const send = (url: string, networkId = ours) => sender.send({ networkId, url, body: '{}', headers: {} });

describe('a connection that is kept', () => {
  test('is used by the next request of its network', async () => {
    const { url, connections } = await use(startReceiver());
    await send(url);
    await send(url);
    expect(connections()).toBe(1);
  });

  test('is not used by another network', async () => {
    const { url, connections } = await use(startReceiver());
    await send(url, ours);
    await send(url, theirs);
    expect(connections()).toBe(2);
    await Promise.all([send(url, ours), send(url, theirs)]);
    expect(connections()).toBe(2);
  });

  test('is replaced once if it is reset when it is used', async () => {
    const { url, connections } = await use(startForgetful());
    await send(url);
    expect(await send(url)).toMatchObject({ class: 'delivered' });
    expect(connections()).toBe(2);
  });

  test.each([
    ['a response', forged],
    ['a part of a response', 'HTTP/1.1 200'],
    ['what is not HTTP', '\0\0'],
    ['white space', '\r\n'],
    ['its end', ''],
  ])('is closed if it receives %s while it is idle', async (_what, text) => {
    const { url, connections, openConnections } = await use(startOnceAndThen(text));
    expect(await send(url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    await eventually(() => expect(openConnections()).toBe(0));
    expect(await send(url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    expect(connections()).toBe(2);
  });
});

test('a connection that takes the place of another has what is left of the time', async () => {
  const { url } = await use(startForgetful(1));
  await send(url);
  const now = performance.now.bind(performance);
  let late = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + late);
  const sending = sender.send({ networkId: ours, url, body: '{}', headers: {}, timeLimitMs: 10_000 });
  // It has begun, and no byte was written yet.
  await setImmediate();
  late = 10_000;
  const { class: outcomeClass, milliseconds } = await sending;
  clock.mockRestore();
  expect(outcomeClass).toBe('timeout');
  expect(milliseconds).toBeLessThan(19_000);
});

test('a connection that is kept is not used after 4 s, in which the process may have been frozen', async () => {
  const { url, connections } = await use(startReceiver());
  await send(url);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 4000);
  await send(url);
  now.mockRestore();
  expect(connections()).toBe(2);
});

describe('what arrives while this process is busy', () => {
  test.each([
    ['a response', forged],
    ['what is not HTTP', '\0\0'],
    ['white space', '\r\n'],
    ['the end', ''],
  ])('does not count for the request that is sent next, be it %s', async (_what, text) => {
    const receiver = await startHasty('after a response', text);
    expect(await send(receiver.url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    await receiver.blockUntilSent();
    expect(await send(receiver.url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    expect(receiver.connections()).toBe(2);
    await receiver.stop();
  });

  test.each([
    ['a response', forged, 'invalid_response'],
    ['the end', '', 'connection_reset'],
  ])('before the first request is the receiver’s outcome, be it %s', async (_what, text, expected) => {
    const receiver = await startHasty('before a request', text);
    const sending = send(receiver.url);
    await receiver.blockUntilSent();
    expect(await sending).toMatchObject({ class: expected });
    expect(receiver.connections()).toBe(1);
    await receiver.stop();
  });
});

test('at most 256 idle connections stay open, the latest, whatever the number of origins', async () => {
  const { take, keep, close } = createConnections({ allowHttp: true, allowedRanges: ['loopback'] }, async () => []);
  const origins = Array.from({ length: 300 }, (_, index) => `http://o${index}.localhost`);
  const all = await Promise.all(origins.map((origin) => take({ networkId: ours, origin })));
  for (const connection of all) keep(connection);
  const areClosed = () => all.map(({ client }) => client.destroyed);
  expect(areClosed()).toEqual(origins.map((_, index) => index < 300 - 256));
  close();
  expect(areClosed()).not.toContain(false);
});

interface HastyReceiver {
  readonly url: string;
  /** Connections that were accepted so far. */
  readonly connections: () => number;
  /** Has the receiver send `text`, and keeps this thread's event loop from reading any socket until it has. */
  readonly blockUntilSent: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const source = `
  const { createServer } = require('node:net');
  const { parentPort, workerData: { counts, when, text } } = require('node:worker_threads');
  const sent = () => Atomics.store(counts, 1, 1);
  const isAsked = () => Promise.resolve(Atomics.waitAsync(counts, 2, 0).value);
  const forge = (socket) => (text === '' ? socket.end(sent) : socket.write(text, sent));
  const server = createServer((socket) => {
    const isFirst = Atomics.add(counts, 0, 1) === 0;
    socket.on('error', () => undefined);
    if (isFirst && when === 'before a request') forge(socket);
    socket.once('data', () => {
      if (isFirst && when === 'after a response') void isAsked().then(() => forge(socket));
    });
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\n{}'));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** When the receiver sends what nobody asked for. */
type Moment = 'before a request' | 'after a response';

/** Responds with 200 and `{}`. Its first connection also sends an unrequested `text`, or ends if that is empty. */
async function startHasty(when: Moment, text: string): Promise<HastyReceiver> {
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(source, { eval: true, workerData: { counts, when, text } });
  const [port] = v.parse(v.tuple([v.number()]), await once(worker, 'message'));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => Atomics.load(counts, 0),
    blockUntilSent: async () => {
      Atomics.store(counts, 2, 1);
      Atomics.notify(counts, 2);
      while (Atomics.load(counts, 1) === 0) await new Promise<void>((resolve) => process.nextTick(resolve));
    },
    stop: async () => void (await worker.terminate()),
  };
}
