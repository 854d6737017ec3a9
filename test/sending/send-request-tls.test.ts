import { once } from 'node:events';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { createRequestSender } from '../../lambdas/sending/send-request.ts';
import { eventually } from '../support/eventually.ts';
import { type Certificate, type Certificates, makeCertificates } from '../support/receivers/certificates.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { startDemanding, startSilentHandshake } from '../support/receivers/raw-receivers.ts';
import { type Script, startScripted } from '../support/receivers/scripted-receiver.ts';
import { receiversOfTests } from '../support/receivers-of-tests.ts';

const networkId = v.parse(NetworkId, 'demo');
const use = receiversOfTests();
const sender = createRequestSender({ allowHttp: true, allowedRanges: ['loopback'] });
afterEach(() => sender.close());

const trusted = getCACertificates('default');
let certificates: Certificates;

beforeAll(async () => {
  certificates = await makeCertificates();
  setDefaultCACertificates([...trusted, certificates.authority]);
});
afterAll(() => setDefaultCACertificates(trusted));

const send = (url: string, body = '{}') => sender.send({ networkId, url, body, headers: {}, timeLimitMs: 20_000 });

const response = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** A script whose last bytes are not encrypted. */
const playing = (...parts: string[]): Script => {
  const steps = parts.map((bytes, index) => ({ pauseMilliseconds: index * 50, bytes, isDripped: false }));
  return { transport: 'bytes below tls', early: '', steps, end: 'open' };
};

describe('over TLS, a receiver', () => {
  test('with a valid certificate gets requests, by address and by name', async () => {
    const { url, connections } = await use(startReceiver(undefined, certificates.good));
    expect(await send(url)).toMatchObject({ class: 'delivered' });
    expect(await send(url)).toMatchObject({ class: 'delivered' });
    expect(connections()).toBe(1);
    expect(await send(url.replace('127.0.0.1', 'localhost'))).toMatchObject({ class: 'delivered' });
  });

  test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['forOtherHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const)(
    'with an invalid certificate (%s) gets no request, and the code says why: %s',
    async (kind, errorCode) => {
      const { url, requests } = await use(startReceiver(undefined, certificates[kind]));
      expect(await send(url)).toMatchObject({ class: 'tls', errorCode });
      expect(requests).toHaveLength(0);
    },
  );

  test('whose certificate leads to no known authority gets no request, and the code says why', async () => {
    setDefaultCACertificates(trusted);
    const { url, requests } = await use(startReceiver(undefined, certificates.good));
    const outcome = await send(url);
    setDefaultCACertificates([...trusted, certificates.authority]);
    expect(outcome).toMatchObject({ class: 'tls', errorCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(requests).toHaveLength(0);
  });

  test('that speaks plain HTTP gets no request', async () => {
    const { url, requests } = await use(startReceiver());
    const errorCode = expect.stringMatching(/^ERR_SSL_[A-Z0-9_]+$/);
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({ class: 'tls', errorCode });
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

  test.each([
    ['TLSv1.2', true],
    ['TLSv1.3', true],
    ['TLSv1.3', false],
  ] as const)(
    'that demands a client certificate has no secure connection, by %s (with an alert: %s)',
    async (version, hasAlert) => {
      const { url } = await use(
        startDemanding({ ...certificates.good, ca: certificates.authority }, version, hasAlert),
      );
      const body = 'x'.repeat(250_000);
      const sending = Array.from({ length: 24 }, (_, index) => send(url, index % 2 === 0 ? '{}' : body));
      const outcomes = await Promise.all(sending);
      expect(outcomes.map((outcome) => outcome.class)).toEqual(Array<string>(24).fill('tls'));
    },
  );

  test('whose alert comes while this process is busy has no secure connection, and the code says why', async () => {
    const receiver = await startAlerting({ ...certificates.good, ca: certificates.authority });
    const block = jest.spyOn(TLSSocket.prototype, 'getSharedSigalgs').mockImplementationOnce(() => {
      // Once the client's part of the handshake has been sent.
      setImmediate(receiver.blockUntilSent);
      return ['RSA+SHA256'];
    });
    const outcome = await send(receiver.url);
    block.mockRestore();
    expect(outcome).toMatchObject({ class: 'tls', errorCode: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' });
    await receiver.stop();
  });

  test('that asks for a client certificate without need gets requests; later faults are not of TLS', async () => {
    const server = { ...certificates.good, requestCert: true, rejectUnauthorized: false };
    const { url, requests } = await use(
      startReceiver((response) => {
        if (requests.length === 1) response.end('{}');
        else response.write('half', () => response.destroy());
      }, server),
    );
    expect(await send(url)).toMatchObject({ class: 'delivered' });
    expect(await send(url)).toMatchObject({ class: 'connection_reset', statusCode: 200 });
  });

  test('that never finishes the handshake times out', async () => {
    const { url } = await use(startSilentHandshake());
    const budget = { timeLimitMs: 300 };
    const outcome = await sender.send({ networkId, url, body: '{}', headers: {}, ...budget });
    expect(outcome).toMatchObject({ class: 'timeout' });
    expect(outcome.milliseconds).toBeLessThan(2500);
  });
});

const alerting = `
  const { createServer } = require('node:tls');
  const { parentPort, workerData: { sent, options } } = require('node:worker_threads');
  const server = createServer({ ...options, requestCert: true });
  server.on('tlsClientError', () => {
    Atomics.store(sent, 0, 1);
    Atomics.notify(sent, 0);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Refuses a client without a certificate by an alert, and can have this thread read nothing until it has. */
async function startAlerting(options: Certificate & { readonly ca: string }) {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(alerting, { eval: true, workerData: { sent, options } });
  const [port] = v.parse(v.tuple([v.number()]), await once(worker, 'message'));
  return {
    url: `https://127.0.0.1:${port}/hook`,
    blockUntilSent: () => void Atomics.wait(sent, 0, 0, 10_000),
    stop: async () => void (await worker.terminate()),
  };
}
