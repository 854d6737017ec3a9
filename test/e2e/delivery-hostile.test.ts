import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeliveryStanding } from '../../contract/delivery-classes.ts';
import { type Certificates, makeCertificates } from '../../testing/receivers/certificates.ts';
import {
  startAnswering,
  startDripping,
  startFlooding,
  startReceiver,
  startRedirecting,
  startSilent,
  startTooManyRequests,
} from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import {
  startClosingEarly,
  startEndlessHeaders,
  startEndlessHints,
  startRawAnswer,
  startResetting,
  startSilentHandshake,
} from '../../testing/receivers/raw-receivers.ts';
import { delivery, detailOf, kept, newRoom, numbered, post, webhookTo } from './delivery-room.ts';

const megabytes = (count: number): number => count * 1024 * 1024;

describe('receivers that misbehave get the documented class', () => {
  let certificates: Certificates;
  let redirectTarget: Receiver;
  beforeAll(async () => {
    [certificates, redirectTarget] = await Promise.all([makeCertificates(), kept(startReceiver())]);
  });

  /** Sends one event to a webhook of a new network, and returns its first attempt in the log. */
  async function outcomeAt(receiver: Pick<Receiver, 'url'>) {
    const { admin, server } = await newRoom();
    const { webhookId } = await webhookTo(admin, receiver);
    const [eventId = ''] = await post(server, numbered(1));
    // A copy of its message may be held before the attempt ends.
    const isAttempted = { class: expect.not.stringMatching(/^(receiver_down|window_full)$/) };
    const summary = await delivery(admin, webhookId, eventId, isAttempted);
    const { attempts } = await detailOf(admin, webhookId, summary.deliveryId);
    await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    return { ...summary, attempt: attempts[0] };
  }

  const cases: readonly (readonly [string, () => Promise<Receiver>, DeliveryStanding, number?])[] = [
    ['a server error', () => startAnswering(500), 'http_5xx', 500],
    ['a client error', () => startAnswering(404), 'http_4xx', 404],
    ['a reset', () => startResetting(), 'connection_reset'],
    ['no response', () => startSilent(), 'timeout'],
    ['a byte a second', () => startDripping(1_000), 'timeout', 200],
    ['100 MB', () => startFlooding(megabytes(100)), 'too_large', 200],
    ['100 MB, announced', () => startFlooding(megabytes(100), true), 'too_large', 200],
    ['endless headers', () => startEndlessHeaders(), 'too_large'],
    ['endless interim responses', () => startEndlessHints(), 'timeout'],
    ['another protocol', () => startRawAnswer('220 mail.example.com ESMTP\r\n'), 'invalid_response'],
    ['an early close', () => startClosingEarly(), 'connection_reset'],
    [
      'a close within the body',
      () => startClosingEarly('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
      'connection_reset',
      200,
    ],
    ['TLS without a response', () => startSilentHandshake(), 'timeout'],
  ];
  test.each(cases)('%s', async (...[, start, expectedClass, statusCode]) => {
    const outcome = await outcomeAt(await kept(start()));
    expect(outcome).toMatchObject({ state: 'retrying', class: expectedClass });
    expect(outcome.statusCode).toBe(statusCode);
    expect(outcome.attempt).toMatchObject({ number: 1, class: expectedClass });
    // The time-out of 1.5 s, with a margin for a busy machine.
    expect(outcome.attempt?.milliseconds).toBeLessThan(2_500);
    expect(Date.parse(outcome.nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(outcome.lastAttemptAt ?? ''));
  });

  test.each([300, 301, 302, 303, 307, 308] as const)('a redirect with %i is not followed', async (status) => {
    const outcome = await outcomeAt(await kept(startRedirecting(status, redirectTarget.url)));
    expect(outcome).toMatchObject({ state: 'retrying', class: 'redirect', statusCode: status });
    expect(redirectTarget.connections()).toBe(0);
  });

  test.each(['expired', 'forOtherHost', 'selfSigned', 'good'] as const)(
    'a certificate (%s) of an untrusted authority is a failure of TLS',
    async (which) => {
      const receiver = await kept(startReceiver(undefined, certificates[which]));
      expect(await outcomeAt(receiver)).toMatchObject({ state: 'retrying', class: 'tls' });
      expect(receiver.requests).toEqual([]);
    },
  );

  test('204 is delivered', async () => {
    expect(await outcomeAt(await kept(startAnswering(204)))).toMatchObject({
      state: 'delivered',
      class: 'delivered',
      statusCode: 204,
    });
  });

  test('Retry-After of a 429 is honoured, up to twice the planned 5 s', async () => {
    const wait = async (retryAfter: string) => {
      const outcome = await outcomeAt(await kept(startTooManyRequests(retryAfter)));
      expect(outcome).toMatchObject({ state: 'retrying', class: 'http_4xx', statusCode: 429 });
      return (Date.parse(outcome.nextAttemptAt ?? '') - Date.parse(outcome.lastAttemptAt ?? '')) / 1_000;
    };
    expect(await wait('8')).toBeGreaterThanOrEqual(8);
    const capped = await wait('3600');
    expect(capped).toBeGreaterThanOrEqual(10);
    expect(capped).toBeLessThan(13);
  });

  test('a port where nothing listens refuses the connection', async () => {
    const receiver = await startReceiver();
    await receiver.stop();
    expect(await outcomeAt(receiver)).toMatchObject({ state: 'retrying', class: 'connection_refused' });
  });

  test('a name that does not exist is a failure of DNS', async () => {
    expect(await outcomeAt({ url: 'http://nowhere.invalid/hook' })).toMatchObject({ state: 'retrying', class: 'dns' });
  });

  test('the first KiB of the response is stored', async () => {
    const outcome = await outcomeAt(await kept(startAnswering(400, {}, 'é'.repeat(1_000))));
    expect(outcome.attempt?.responseStart).toBe('é'.repeat(512));
  });

  test.each(['http://169.254.169.254/', 'https://10.0.0.1/', 'http://[::ffff:a9fe:a9fe]/', 'ftp://127.0.0.1/'])(
    'a webhook to %s is refused when it is created',
    async (url) => {
      const { admin } = await newRoom();
      const answer = await admin('POST', '/webhooks', { url });
      expect(answer.body).toMatchObject({ code: 400000, message: expect.stringContaining('url') });
    },
  );
});
