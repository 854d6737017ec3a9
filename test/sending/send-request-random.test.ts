/** Random misbehaviour of receivers. `SPS_RECEIVERS` is how many there are; `SPS_SEED` repeats those of another run. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { type DeliveryClass, ErrorCode } from '../../contract/delivery-classes.ts';
import { NetworkId } from '../../contract/ids.ts';
import { createRequestSender } from '../../lambdas/sending/send-request.ts';
import fc from '../support/fast-check.ts';
import { seedOfRun } from '../support/property-runs.ts';
import { type Certificates, makeCertificates } from '../support/receivers/certificates.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { type Script, startScripted } from '../support/receivers/scripted-receiver.ts';

/** Random behaviour of receivers: bytes near HTTP's, and when they are sent. Bytes are characters of Latin-1. */
const rarely = <T>(usual: T, unusual: fc.Arbitrary<T>, weight = 3) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: unusual, weight: 1 });

const noise = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const digits = (number: fc.Arbitrary<number>, width: number) => number.map((n) => `${n}`.padStart(width, '0'));

const status = fc.oneof(
  fc.constantFrom('200', '204', '304', '404', '410', '500', '000', '099', '100', '101', '103', '199', '600', '999'),
  digits(fc.nat(999), 3),
  fc.constantFrom('', '2', '20', '2000', '-20', '2e2', '٢٠٠'),
);
const statusLine = fc
  .tuple(
    rarely('HTTP/1.1', fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'ICY', 'HTTP', '\0')),
    status,
    rarely(' OK', fc.constantFrom('', ' ', ' \0', ' \r', ' é', ` ${'s'.repeat(70_000)}`)),
  )
  .map(([version, code, text]) => `${version} ${code}${text}`);

const length = fc.oneof(
  digits(fc.nat(40), 1),
  fc.constantFrom('-1', '+2', '0x2', '2, 2', '2, 3', '', '1e1', '99999999999999999999'),
);
const header = fc.oneof(
  length.map((value) => `content-length: ${value}`),
  fc
    .constantFrom('chunked', 'gzip, chunked', 'chunked, identity', 'identity', 'Chunked ', 'chunked, chunked')
    .map((value) => `transfer-encoding: ${value}`),
  fc
    .constantFrom('close', 'keep-alive', 'upgrade', 'keep-alive, upgrade', 'Upgrade, close', ',')
    .map((value) => `connection: ${value}`),
  fc.constantFrom('timeout=0', 'timeout=99999999999', 'timeout=-1', '=').map((value) => `keep-alive: ${value}`),
  fc.constantFrom('upgrade: h2c', 'upgrade:', 'retry-after: 1', 'retry-after: -1', 'date:\0', ' folded', 'no colon'),
  fc.constantFrom(': nameless', 'content-length : 2', 'Content-Length:2', 'x\0: y', `x: ${'h'.repeat(20_000)}`),
  fc.constant('x: y\r\n'.repeat(3000).trimEnd()),
);

const chunk = fc
  .tuple(rarely(undefined, fc.constantFrom('0', 'f', 'fffffffff', '-1', 'zz', '', '1;a=b', '1;\0')), noise(40))
  .map(([size, data]) => `${size ?? data.length.toString(16)}\r\n${data}\r\n`);
const body = fc.oneof(
  noise(60),
  fc
    .tuple(fc.array(chunk, { maxLength: 4 }), rarely('0\r\n\r\n', fc.constantFrom('', '0\r\n', '0\r\nx: y\r\n\r\n')))
    .map(([chunks, end]) => chunks.join('') + end),
  fc.constant('b'.repeat(40_000)),
);

const lineEnd = rarely('\r\n', fc.constantFrom('\n', '\r', '\n\r'), 8);
const message = fc
  .tuple(statusLine, fc.array(header, { maxLength: 4 }), lineEnd, body)
  .map(([first, headers, end, content]) => [first, ...headers, '', content].join(end));
const sound = fc
  .tuple(fc.constantFrom(200, 204, 302, 404, 500), noise(20))
  .map(([code, content]) => `HTTP/1.1 ${code} X\r\ncontent-length: ${content.length}\r\n\r\n${content}`);
const interim = fc
  .tuple(fc.constantFrom('100', '101', '102', '103', '199'), fc.constantFrom(1, 2, 20, 12_000))
  .map(([code, count]) => `HTTP/1.1 ${code} X\r\n\r\n`.repeat(count));

/** Replaces some bytes by noise, or cuts the rest off. */
const damaged = fc
  .tuple(fc.oneof(message, sound), fc.nat(), fc.nat(8), noise(8), fc.boolean())
  .map(([text, at, removed, added, isCut]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + added + (isCut ? '' : text.slice(start + removed));
  });
const bytes = fc.oneof(message, sound, sound, damaged, interim, noise(300), fc.constantFrom('\r\n', '\0', '\r\n\r\n'));

const pause = fc.constantFrom(0, 0, 0, 1, 2, 5, 12);
const step = fc.record({ pauseMilliseconds: pause, bytes, isDripped: rarely(false, fc.constant(true), 12) });

/** What a receiver does over each connection. */
const script: fc.Arbitrary<Script> = fc.record({
  transport: rarely('plain', fc.constantFrom('tls', 'bytes below tls', 'no tls')),
  early: rarely('', bytes, 8),
  steps: fc.array(step, { maxLength: 4 }),
  end: fc.constantFrom('open', 'end', 'reset'),
});

const RECEIVERS = Number(process.env['SPS_RECEIVERS'] ?? 400);
const AT_ONCE = 24;
/** Milliseconds of an exchange with a hostile receiver, and how much longer it may take on a busy machine. */
const TIME_LIMIT = 250;
const MARGIN = 6_000;
/** For exchanges with sound receivers, of which only the outcome counts. */
const AMPLE = 60_000;

const [ours, theirs] = [v.parse(NetworkId, 'ours'), v.parse(NetworkId, 'theirs')];
const trusted = getCACertificates('default');
const sender = createRequestSender({ allowHttp: true, allowedRanges: ['loopback'] });
const log = jest.spyOn(console, 'error');
let certificates: Certificates;
let other: Receiver;

beforeAll(async () => {
  certificates = await makeCertificates();
  setDefaultCACertificates([...trusted, certificates.authority]);
  other = await startReceiver((response, { path }) => response.end(path));
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  sender.close();
  await other.stop();
});

const classesOfReceivers: readonly DeliveryClass[] = [
  'delivered',
  'http_4xx',
  'http_5xx',
  'redirect',
  'timeout',
  'tls',
  'connection_reset',
  'too_large',
  'invalid_response',
];

const send = (networkId: NetworkId, url: string, timeLimitMs: number) =>
  sender.send({ networkId, url, body: '{}', headers: {}, timeLimitMs });

/** Sends to a hostile receiver, and at once again: to it for another network, to it, and to another receiver. */
async function expectHarmless(hostile: Script, number: number): Promise<void> {
  const receiver = await startScripted(hostile, certificates.good);
  const first = await send(ours, receiver.url, TIME_LIMIT);
  receiver.behave();
  const [ofOtherNetwork, second, atOtherReceiver] = await Promise.all([
    send(theirs, `${receiver.url}/${number}`, AMPLE),
    send(ours, receiver.url, TIME_LIMIT),
    send(ours, `${other.url}/${number}`, AMPLE),
  ]);
  for (const outcome of [first, second]) {
    expect(classesOfReceivers).toContain(outcome.class);
    expect(v.is(v.optional(ErrorCode), outcome.errorCode)).toBe(true);
    expect(outcome.milliseconds).toBeLessThan(TIME_LIMIT + MARGIN);
  }
  for (const outcome of [ofOtherNetwork, atOtherReceiver]) {
    expect(outcome).toMatchObject({ class: 'delivered', responseStart: `/hook/${number}` });
  }
  await receiver.stop();
}

test('whatever many receivers do to their connections is their own outcome, and harms no other delivery', async () => {
  const seed = seedOfRun;
  const scripts = fc.sample(script, { numRuns: RECEIVERS, seed }).entries();
  const playAll = async () => {
    for (const [index, hostile] of scripts) {
      await expectHarmless(hostile, index).catch((cause) => {
        throw new Error(`SPS_SEED=${seed}: ${JSON.stringify(hostile).slice(0, 4000)}`, { cause });
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playAll));
  // Receivers can't fill the log.
  expect(log).not.toHaveBeenCalled();
}, 300_000);
