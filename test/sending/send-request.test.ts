import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { ErrorCode } from '../../contract/delivery-classes.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { headerLines } from '../../lambdas/sending/exchange.ts';
import { classOfFailure, errorCodeOf } from '../../lambdas/sending/failure-class.ts';
import { NameResolutionError } from '../../lambdas/sending/name-resolver.ts';
import { createRequestSender } from '../../lambdas/sending/send-request.ts';
import { signedSender } from '../../lambdas/sending/send-signed.ts';
import fc from '../support/fast-check.ts';
import { later, startAnswering, startReceiver } from '../support/receivers/http-receivers.ts';
import { receiversOfTests } from '../support/receivers-of-tests.ts';
import { webhookOfTests } from '../support/samples.ts';

const policy: TargetPolicy = { allowHttp: true, allowedRanges: ['loopback'] };
const body = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const headers = { 'content-type': 'application/json', 'x-service-signature': 'c2lnbmVk' };

const networkId = v.parse(NetworkId, 'demo');
const use = receiversOfTests();
const sender = createRequestSender(policy);
afterEach(() => sender.close());

const send = (url: string) => sender.send({ networkId, url, body, headers });

const stamp = { eventId: 'e1', acceptedAt: '2026-01-01T00:00:00.000Z' };

describe('a request', () => {
  test('arrives with its bytes, its headers and the right Content-Length', async () => {
    const { url, requests } = await use(startReceiver());
    const customHeaders = { 'x-own': 'a', 'x-service-signature': 'forged' };
    await createRequestSender(policy).send({
      networkId,
      url: `${url}?a=1&b=%20`,
      body: Buffer.from(body),
      headers,
      customHeaders,
    });
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hook?a=1&b=%20' });
    expect(request?.body.toString()).toBe(body);
    expect(request?.headers).toMatchObject({
      ...headers,
      'x-own': 'a',
      'content-length': `${Buffer.byteLength(body)}`,
    });
    expect(request?.headers).not.toHaveProperty('transfer-encoding');
  });

  test('with a response of 2xx is delivered, and the attempt has all details', async () => {
    const { url } = await use(startAnswering(201, {}, 'thanks'));
    const outcome = await send(url);
    expect(outcome).toEqual({
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      milliseconds: expect.any(Number),
      class: 'delivered',
      statusCode: 201,
      remoteAddress: '127.0.0.1',
      responseStart: 'thanks',
    });
  });

  describe('whose custom headers the receiver echoes', () => {
    const token = 'Zm9v/YmFy+cXV4';
    // The token begins with another value.
    const own = { 'x-user': token.slice(0, 9), Authorization: `Bearer ${token}`, 'x-env': 'dev' };
    const code = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
    const inUnicode = (character: string) => `\\u00${code(character)}`;
    const inPercent = (character: string) => `%${code(character)}`;
    const echoed = async (status: number, text: string) => {
      const { url } = await use(startAnswering(status, { 'x-echo': own.Authorization }, text));
      const send = signedSender(sender, Date.now);
      return await send(webhookOfTests({ url, headers: own }), {
        deliveryId: 'd',
        body,
        ...stamp,
        isFirstAttempt: false,
      });
    };

    test.each([
      ['as they are', `got Bearer ${token}, dev`, 'got [masked], dev'],
      ['in another case', `got bearer ${token}`, 'got [masked]'],
      ['without the scheme', JSON.stringify({ token }), '{"token":"[masked]"}'],
      ['as PHP writes JSON', `"${token.replaceAll('/', '\\/')}"`, '"[masked]"'],
      ['as .NET writes JSON', `"${token.replaceAll(/\W/g, inUnicode)}"`, '"[masked]"'],
      ['in a URL', `?token=${encodeURIComponent(token)}&x=1`, '?token=[masked]&x=1'],
      ['as Python quotes a path', `/${token.replaceAll(/[^\w/]/g, inPercent)}`, '/[masked]'],
    ])('%s, has them masked', async (_how, text, expected) => {
      const outcome = await echoed(401, text);
      expect(outcome.responseStart).toBe(expected);
      expect(outcome.responseHeaders).toContain('x-echo: [masked]');
      expect((await echoed(200, text)).responseStart).toBe(expected);
    });

    test('has one masked that ends behind the kept part of the response', async () => {
      const { responseStart } = await echoed(500, `${'.'.repeat(1020)}${token}${token}`);
      expect(responseStart).toBe(`${'.'.repeat(1020)}[masked]`);
    });
  });

  test.each([
    [64, 'an origin, and delays none to another one', 1, sender],
    [256, 'all origins, and delays none of another process', 8, createRequestSender(policy)],
  ])('is one of at most %i at once to %s', async (limit, _, origins, free) => {
    const other = await use(startReceiver());
    const held: ServerResponse[] = [];
    let most = 0;
    const release = () => {
      most = Math.max(most, held.length);
      for (const response of held.splice(0)) response.end('{}');
    };
    const receivers = await Promise.all(
      Array.from({ length: origins }, () =>
        use(
          startReceiver((response) => {
            held.push(response);
            if (held.length === limit) void free.send({ networkId, url: other.url, body, headers }).then(release);
          }),
        ),
      ),
    );
    // So many that those which wait could have the slots of all origins.
    const urls = receivers.flatMap(({ url }) => Array<string>((limit + 256) / origins).fill(url));
    const outcomes = await Promise.all(
      urls.map((url) => sender.send({ networkId, url, body, headers, timeLimitMs: 30_000 })),
    );
    expect(new Set(outcomes.map((outcome) => outcome.class))).toEqual(new Set(['delivered']));
    expect(most).toBe(limit);
    for (const { connections } of receivers) expect(connections()).toBe(64);
  });

  test('that waits for others has its time-out counted from the end of the wait', async () => {
    // The first 64 take longer than those behind them would wait, if the wait counted.
    let begun = 0;
    const { url } = await use(
      startReceiver((response) => (begun++ < 64 ? later(response, 2_500, () => response.end()) : response.end())),
    );
    const sendWithin = (timeLimitMs: number) => sender.send({ networkId, url, body, headers, timeLimitMs });
    const first = Array.from({ length: 64 }, () => sendWithin(20_000));
    const outcomes = await Promise.all([...first, sendWithin(2_000)]);
    expect(new Set(outcomes.map((outcome) => outcome.class))).toEqual(new Set(['delivered']));
  });
});

describe('a response', () => {
  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [304, 'redirect'],
    [400, 'http_4xx'],
    [410, 'http_4xx'],
    [500, 'http_5xx'],
    [503, 'http_5xx'],
    [599, 'http_5xx'],
    [600, 'invalid_response'],
  ])('of status %i is %s', async (status, expected) => {
    const { url } = await use(startAnswering(status));
    expect(await send(url)).toMatchObject({ class: expected, statusCode: status });
  });

  test.each([300, 301, 302, 303, 307, 308] as const)('of status %i is not followed', async (status) => {
    const target = await use(startReceiver());
    const { url, requests } = await use(startAnswering(status, { location: target.url }));
    expect(await send(url)).toMatchObject({ class: 'redirect', statusCode: status });
    expect(requests).toHaveLength(1);
    expect(target.requests).toHaveLength(0);
  });

  test.each([301, 400, 410, 429, 503])(
    'of status %i can end the delivery, and one of 200 is delivered',
    async (status) => {
      const abort = { 'webhook-delivery': 'abort-message' };
      const { url } = await use(startAnswering(status, abort, 'no'));
      expect(await send(url)).toMatchObject({ class: 'aborted', statusCode: status, responseStart: 'no' });
      const accepting = await use(startAnswering(200, abort, '{}'));
      expect(await send(accepting.url)).toMatchObject({ class: 'delivered' });
      const other = await use(startAnswering(status, { 'webhook-delivery': 'later' }, ''));
      expect((await send(other.url)).class).not.toBe('aborted');
    },
  );

  test('can say how long to wait', async () => {
    const { url } = await use(startAnswering(429, { 'retry-after': '120' }));
    expect(await send(url)).toMatchObject({ class: 'http_4xx', statusCode: 429, retryAfterSeconds: 120 });
  });

  test('is stored up to 1 KiB, never cut within a character', async () => {
    const { url } = await use(startAnswering(500, {}, `x${'🙂'.repeat(400)}`));
    expect(await send(url)).toMatchObject({ class: 'http_5xx', responseStart: `x${'🙂'.repeat(255)}` });
  });

  test('that is not UTF-8 is stored as text, too', async () => {
    const { url } = await use(startReceiver((response) => response.end(Buffer.from([0x61, 0xff, 0x62]))));
    expect(await send(url)).toMatchObject({ class: 'delivered', responseStart: 'a\ufffdb' });
  });

  test.each([
    [200, 16 * 1024, 'delivered'],
    [200, 16 * 1024 + 1, 'delivered'],
    [202, 1024 * 1024, 'delivered'],
    [302, 16 * 1024 + 1, 'redirect'],
    [404, 16 * 1024 + 1, 'http_4xx'],
    [500, 16 * 1024 + 1, 'http_5xx'],
  ])('of status %i and %i bytes is %s, whether its length is announced or not', async (status, length, expected) => {
    const text = 'a'.repeat(length);
    const announced = await use(startAnswering(status, { 'content-length': `${length}` }, text));
    const chunked = await use(startAnswering(status, { 'transfer-encoding': 'chunked' }, text));
    for (const { url } of [announced, chunked]) {
      const seen = { class: expected, statusCode: status, responseStart: 'a'.repeat(1024) };
      expect(await send(url)).toMatchObject(seen);
    }
  });
});

describe('a request that must not be sent', () => {
  test.each([
    ['http://127.0.0.1:9999/', { allowHttp: true, allowedRanges: [] }],
    ['http://[::ffff:7f00:1]:9999/', { allowHttp: true, allowedRanges: [] }],
    ['http://localhost:9999/', { allowHttp: true, allowedRanges: [] }],
    ['http://127.0.0.1:9999/', { allowHttp: false, allowedRanges: ['loopback'] }],
    ['https://10.0.0.1/', { allowHttp: true, allowedRanges: ['loopback'] }],
    ['not a URL', { allowHttp: true, allowedRanges: ['loopback'] }],
    ['http://127.0.0.1:9999/', { allowHttp: true, allowedRanges: ['loopback'], refusedPorts: [9999] }],
    ['http://a.localhost:80/', { allowHttp: true, allowedRanges: ['loopback'], refusedPorts: [80] }],
    // Its name leads to this machine.
    ['http://hooks.example.com:9999/', { allowHttp: true, allowedRanges: ['loopback'], refusedPorts: [9999] }],
  ] satisfies [string, TargetPolicy][])('to %s is blocked', async (url, refusing) => {
    expect(
      await createRequestSender(refusing, async () => ['127.0.0.1']).send({ networkId, url, body, headers }),
    ).toMatchObject({
      class: 'blocked_address',
    });
  });

  test('because of a malformed header does not throw', async () => {
    const { url, requests } = await use(startReceiver());
    expect(await sender.send({ networkId, url, body, headers: { 'x-a': 'line\r\nbreak' } })).toMatchObject({
      class: 'not_sent',
    });
    expect(requests).toHaveLength(0);
  });
});

/** What is read from the headers of a response. */
describe('the headers of a failed response', () => {
  test('are lines, without cookies', () => {
    const headers = { server: 'nginx', 'www-authenticate': ['Basic', 'Bearer'], 'Set-Cookie': 'session=secret' };
    expect(headerLines(headers)).toBe('server: nginx\nwww-authenticate: Basic\nwww-authenticate: Bearer');
    expect(headerLines({})).toBe('');
  });

  test('are whole lines of at most 1,024 characters', () => {
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, 'y'.repeat(60)]));
    const lines = headerLines(headers).split('\n');
    expect(lines.join('\n').length).toBeLessThanOrEqual(1024);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.every((line) => line.endsWith('y'.repeat(60)))).toBe(true);
    expect(headerLines({ long: 'y'.repeat(2000) })).toBe('');
    const lengthWith = (last: number) => headerLines({ a: 'y'.repeat(509), b: 'y'.repeat(last) }).length;
    expect([508, 509].map(lengthWith)).toEqual([1024, 512]);
  });
});

const failure = (code: string | undefined) => Object.assign(new Error('failed'), code === undefined ? {} : { code });

describe('a failure', () => {
  test.each([
    [undefined, 'not_sent'],
    ['ERR_ASSERTION', 'not_sent'],
    ['EMFILE', 'not_sent'],
    ['ENOBUFS', 'not_sent'],
    ['ENOPROTOOPT', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ECONNREFUSED', 'connection_refused'],
    ['ETIMEDOUT', 'timeout'],
  ])('with the code %s before the receiver is connected is %s', (code, expected) => {
    expect(classOfFailure(failure(code), 'unconnected')).toBe(expected);
  });

  test.each([
    ['CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE'],
    ['HPE_INVALID_CONSTANT', 'HPE_INVALID_CONSTANT'],
    ['ECONNRESET', 'ECONNRESET'],
    ['UND_ERR_SOCKET', undefined],
    ['ERR_ASSERTION', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('with the code %j has the code %j in the log', (code, shown) => {
    expect(errorCodeOf(failure(code), 'tls')).toBe(shown);
    expect(errorCodeOf(new NameResolutionError('x', { cause: failure(code) }), 'dns')).toBe(shown);
    // A fault of this process is not the business of a customer.
    expect(errorCodeOf(failure(code), 'not_sent')).toBeUndefined();
  });

  test('has a code of a closed form in the log, whatever its own', () => {
    fc.assert(
      fc.property(fc.anything(), (code) => {
        const shown = errorCodeOf(Object.assign(new Error('failed'), { code }), 'tls');
        expect(shown === undefined || v.is(ErrorCode, shown)).toBe(true);
      }),
    );
  });

  test.each(['connected', 'ready'] as const)('is the receiver’s once it is %s, whatever its code', (phase) => {
    expect(classOfFailure(failure(undefined), 'ready')).toBe('invalid_response');
    for (const code of [undefined, 'ERR_ASSERTION', 'EMFILE', 'ENOBUFS', 'ERR_SOMETHING', 'ECONNRESET']) {
      expect(['tls', 'connection_reset', 'invalid_response']).toContain(classOfFailure(failure(code), phase));
    }
  });
});
