import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { createRequestSender } from '../../lambdas/delivery/outbound/send-request.ts';
import { type Certificates, makeCertificates } from '../support/receivers/certificates.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { startSilentHandshake } from '../support/receivers/raw-receivers.ts';
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

  test('that never finishes the handshake times out', async () => {
    const { url } = await use(startSilentHandshake());
    const outcome = await send(url);
    expect(outcome).toMatchObject({ class: 'timeout' });
    expect(outcome.milliseconds).toBeLessThan(1200);
  });
});
