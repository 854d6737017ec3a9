import { afterEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { createRequestSender } from '../../lambdas/sending/send-request.ts';
import { eventually } from '../support/eventually.ts';
import { startDripping, startFlooding, startSilent, startSlow } from '../support/receivers/http-receivers.ts';
import {
  startClosingEarly,
  startEndless,
  startEndlessHints,
  startRawAnswer,
  startRawAnswers,
  startResetting,
} from '../support/receivers/raw-receivers.ts';
import { type Script, startScripted } from '../support/receivers/scripted-receiver.ts';
import { receiversOfTests } from '../support/receivers-of-tests.ts';

const policy: TargetPolicy = { allowHttp: true, allowedRanges: ['loopback'] };

const networkId = v.parse(NetworkId, 'demo');
const use = receiversOfTests();
const sender = createRequestSender(policy);
afterEach(() => sender.close());

/** Ample, for what ends by itself on a busy machine too. */
const send = (url: string, timeLimitMs = 20_000) =>
  sender.send({ networkId, url, body: '{}', headers: {}, timeLimitMs });
const sendInVain = (url: string) => send(url, 300);

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

describe('a receiver that', () => {
  test('takes longer than 1.5 seconds times out, and not before', async () => {
    const { url } = await use(startSlow(3000));
    const late = await sender.send({ networkId, url, body: '{}', headers: {} });
    expect(late).toMatchObject({ class: 'timeout' });
    expect(late.milliseconds).toBeGreaterThanOrEqual(1500);
    expect(late.milliseconds).toBeLessThan(2500);
  });

  test('never responds times out', async () => {
    const { url } = await use(startSilent());
    const outcome = await sendInVain(url);
    expect(outcome).toMatchObject({ class: 'timeout', remoteAddress: '127.0.0.1' });
    expect(outcome.statusCode).toBeUndefined();
  });

  test.each([200, 500])('sends the body of a %i byte by byte times out', async (status) => {
    const { url } = await use(startDripping(20, status));
    expect(await sendInVain(url)).toMatchObject({
      class: 'timeout',
      statusCode: status,
      responseStart: expect.stringMatching(/^d+$/),
    });
  });

  test('sends only interim responses times out', async () => {
    const { url } = await use(startEndlessHints());
    expect(await sendInVain(url)).toMatchObject({ class: 'timeout' });
  });

  test.each([
    ['headers', 'too_large', 'HTTP/1.1 200 OK\r\n', `x-filler: ${'h'.repeat(1000)}\r\n`],
    ['interim responses', 'invalid_response', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(40)],
    ['white space before the response', 'invalid_response', '', '\r\n'.repeat(500)],
    ['status text', 'invalid_response', 'HTTP/1.1 200 ', 's'.repeat(1000)],
    ['chunk extensions', 'invalid_response', `${chunked}2;`, 'e'.repeat(1000)],
    ['trailers', 'too_large', `${chunked}0\r\n`, `x-filler: ${'t'.repeat(1000)}\r\n`],
    ['tiny chunks', 'delivered', chunked, '1\r\nx\r\n'],
  ])('sends endless %s is cut off at once (%s)', async (_what, expected, start, part) => {
    const { url } = await use(startEndless(start, part));
    expect(await send(url)).toMatchObject({ class: expected });
  });

  test.each([false, true])(
    'sends 100 MB is cut off (length announced: %s), without using memory',
    async (announced) => {
      const { url, connections, openConnections } = await use(startFlooding(100 * 1024 * 1024, announced));
      const before = process.memoryUsage().arrayBuffers;
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(url)));
      expect(outcomes.map((outcome) => outcome.class)).toEqual(Array<string>(20).fill('delivered'));
      expect(connections()).toBe(20);
      await eventually(() => expect(openConnections()).toBe(0));
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    },
  );

  test.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['has a malformed chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['has a malformed header', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['has the status 000', 'HTTP/1.1 000 Nothing\r\ncontent-length: 2\r\n\r\n{}'],
    ['has the status 099', 'HTTP/1.1 099 Nothing\r\n\r\n'],
    ['switches protocols without a name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ])('sends a response that %s is invalid', async (_what, text) => {
    const { url } = await use(startRawAnswer(text));
    expect(await send(url)).toMatchObject({ class: 'invalid_response' });
  });

  test.each([
    ['100, which no request expects', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 with headers', 'HTTP/1.1 100 Continue\r\nserver: x\r\ncontent-length: 5\r\n\r\n'],
    ['102 and 103', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['one that nobody knows', 'HTTP/1.1 199 Unknown\r\n\r\n'],
    ['100 of them', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)],
  ])('sends the interim response %s has it skipped, and its connection kept', async (_what, interim) => {
    const { url, connections } = await use(startRawAnswers(`${interim}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`));
    for (const _ of [1, 2]) {
      expect(await send(url)).toMatchObject({ class: 'delivered', statusCode: 200, responseStart: '{}' });
    }
    expect(connections()).toBe(1);
  });

  test('sends an interim response byte by byte has it skipped', async () => {
    const bytes = 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 503 Busy\r\ncontent-length: 2\r\n\r\nno';
    const steps = [{ pauseMilliseconds: 0, bytes, isDripped: true }];
    const script: Script = { transport: 'plain', early: '', steps, end: 'open' };
    const { url } = await use(startScripted(script, { key: '', cert: '' }));
    expect(await send(url)).toMatchObject({ class: 'http_5xx', statusCode: 503, responseStart: 'no' });
  });

  test('sends more than 100 interim responses is invalid', async () => {
    const ended = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
    const { url } = await use(startRawAnswer(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(101)}${ended}`));
    expect(await send(url)).toMatchObject({ class: 'invalid_response' });
  });

  test('responds twice has its connection closed, and the second response ignored', async () => {
    const one = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n';
    const { url, connections } = await use(startRawAnswer(`${one}{}${one}no`));
    expect(await send(url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    expect(await send(url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    expect(connections()).toBe(2);
  });

  test('resets the connection is reported as such, and gets one request', async () => {
    const { url, connections } = await use(startResetting());
    expect(await send(url)).toMatchObject({ class: 'connection_reset', errorCode: 'ECONNRESET' });
    expect(connections()).toBe(1);
  });

  test.each([
    ['without a response', ''],
    ['within the headers', 'HTTP/1.1 200 OK\r\ncontent-len'],
    ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
  ])('closes the connection %s is reported as a reset', async (_when, text) => {
    const { url } = await use(startClosingEarly(text));
    expect(await send(url)).toMatchObject({ class: 'connection_reset' });
  });

  test('ends its response by closing the connection has responded', async () => {
    const { url } = await use(startClosingEarly('HTTP/1.0 200 OK\r\n\r\nall of it'));
    expect(await send(url)).toMatchObject({ class: 'delivered', responseStart: 'all of it' });
  });

  test('does not listen refuses the connection', async () => {
    const { url, stop } = await use(startSilent());
    await stop();
    expect(await send(url)).toMatchObject({ class: 'connection_refused', errorCode: 'ECONNREFUSED' });
  });

  test('lets requests time out has no open connection afterwards', async () => {
    const { url, connections, openConnections } = await use(startSilent());
    await Promise.all(Array.from({ length: 10 }, () => send(url, 100)));
    expect(connections()).toBe(10);
    await eventually(() => expect(openConnections()).toBe(0));
  });
});
