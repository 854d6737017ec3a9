import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { createRequestSender } from '../../lambdas/delivery/outbound/send-request.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Certificates, makeCertificates } from '../../testing/receivers/certificates.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { startSilentHandshake } from '../../testing/receivers/raw-receivers.ts';
import { type Script, startScripted } from '../support/receivers/scripted-receiver.ts';
import { receiversOfTests } from './receivers-of-tests.ts';

const networkId = v.parse(NetworkId, 'demo');
const use = receiversOfTests();
const sender = createRequestSender({ allowHttp: false, allowedRanges: ['loopback'] });
const trusted = getCACertificates('default');
let certificates: Certificates;

beforeAll(async () => {
  certificates = await makeCertificates();
  setDefaultCACertificates([...trusted, certificates.authority]);
});
afterAll(() => setDefaultCACertificates(trusted));
afterEach(() => sender.close());

const send = (url: string) => sender.send({ networkId, url, body: '{}', headers: {}, budgetMilliseconds: 1000 });

const response = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** A script whose last bytes are not encrypted. */
const playing = (...parts: string[]): Script => {
  const steps = parts.map((bytes, index) => ({ pauseMilliseconds: index * 50, bytes, isDripped: false }));
  return { transport: 'bytes below tls', early: '', steps, end: 'open' };
};

describe('over TLS, a receiver', () => {
  test('with a valid certificate gets requests, by address and by name', async () => {
    const { url, connections } = await use(startReceiver(undefined, certificates.good));
    expect(await send(url)).toMatchObject({ class: 'delivered', connectMilliseconds: expect.any(Number) });
    expect(await send(url)).toMatchObject({ class: 'delivered' });
    expect(connections()).toBe(1);
    expect(await send(url.replace('127.0.0.1', 'localhost'))).toMatchObject({ class: 'delivered' });
  });

  test.each(['expired', 'forOtherHost', 'selfSigned'] as const)(
    'with an invalid certificate (%s) gets no request',
    async (kind) => {
      const { url, requests } = await use(startReceiver(undefined, certificates[kind]));
      const outcome = await send(url);
      expect(outcome).toMatchObject({ class: 'tls' });
      expect(requests).toHaveLength(0);
    },
  );

  test('that speaks plain HTTP gets no request', async () => {
    const { url, requests } = await use(startReceiver());
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({ class: 'tls' });
    expect(requests).toHaveLength(0);
  });

  test('that responds without encryption has no secure connection', async () => {
    const { url } = await use(startScripted(playing(response), certificates.good));
    expect(await send(url)).toMatchObject({ class: 'tls' });
  });

  test('that sends something without encryption later has its connection closed', async () => {
    const receiver = await startScripted(playing(response, 'not TLS'), certificates.good);
    await use(Promise.resolve(receiver));
    expect(await send(receiver.url)).toMatchObject({ class: 'delivered', responseStart: '{}' });
    // Long before it would have been idle for 4 s.
    await eventually(() => expect(receiver.openConnections()).toBe(0), 2000);
    receiver.behave();
    expect(await send(receiver.url)).toMatchObject({ class: 'delivered', responseStart: '/hook' });
  });

  test('that never finishes the handshake times out', async () => {
    const { url } = await use(startSilentHandshake());
    const outcome = await send(url);
    expect(outcome).toMatchObject({ class: 'timeout' });
    expect(outcome.milliseconds).toBeLessThan(2500);
  });
});
