/** Random misbehaviour of receivers. `SPS_RECEIVERS` is how many there are; `SPS_SEED` repeats those of another run. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import type { DeliveryClass } from '../../contract/delivery-classes.ts';
import { NetworkId } from '../../contract/ids.ts';
import { createRequestSender } from '../../lambdas/delivery/outbound/send-request.ts';
import { type Certificates, makeCertificates } from '../../testing/receivers/certificates.ts';
import { startEchoingPath } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import { type Script, startScripted } from '../support/receivers/scripted-receiver.ts';
import { script } from './hostile-scripts.ts';

const RECEIVERS = Number(process.env['SPS_RECEIVERS'] ?? 400);
const AT_ONCE = 24;
/** Milliseconds of an exchange with a hostile receiver, and how much longer it may take on a busy machine. */
const BUDGET = 250;
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
  other = await startEchoingPath();
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

const send = (networkId: NetworkId, url: string, budgetMilliseconds: number) =>
  sender.send({ networkId, url, body: '{}', headers: {}, budgetMilliseconds });

/** Sends to a hostile receiver, and at once again: to it for another network, to it, and to another receiver. */
async function expectHarmless(hostile: Script, number: number): Promise<void> {
  const receiver = await startScripted(hostile, certificates.good);
  const first = await send(ours, receiver.url, BUDGET);
  receiver.behave();
  const [ofOtherNetwork, second, atOtherReceiver] = await Promise.all([
    send(theirs, `${receiver.url}/${number}`, AMPLE),
    send(ours, receiver.url, BUDGET),
    send(ours, `${other.url}/${number}`, AMPLE),
  ]);
  for (const outcome of [first, second]) {
    expect(classesOfReceivers).toContain(outcome.class);
    expect(outcome.milliseconds).toBeLessThan(BUDGET + MARGIN);
  }
  for (const outcome of [ofOtherNetwork, atOtherReceiver]) {
    expect(outcome).toMatchObject({ class: 'delivered', responseStart: `/hook/${number}` });
  }
  await receiver.stop();
}

test('whatever many receivers do to their connections is their own outcome, and harms no other delivery', async () => {
  const seed = Number(process.env['SPS_SEED']);
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
