import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { Outbound } from '../../lambdas/sending/send-request.ts';
import { requestTo, signedSender } from '../../lambdas/sending/send-signed.ts';
import { legacyHeaders, signedHeaders } from '../../lambdas/sending/signature.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const oldSecret = 'whsec_GBkaGxwdHh8gISIjJCUmJygpKissLS4v';
const body = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const deliveryId = '01JD0Q4Z5N8M7K6H5G4F3E2D1C';
const now = new Date(1_795_223_045_999);

/** Computed with Python's hmac; the first also with `openssl dgst -sha256 -hmac`. */
const vectors = {
  service: 'l+IruWz7iGYJoxP06sfIruqz3BW6/4ya2lL+hw2mzLU=',
  standard: 'v1,gQIuCcQAkd2LzzpyN4zQL+7bDnf32A4bP/1JuULiAUg=',
  standardOld: 'v1,5NJokiCBsUeXfOplyZkLdLeGxw5mfOylmK6rxRShtgM=',
};

describe('a signed request', () => {
  const one = [secret] as const;
  const both = [secret, oldSecret] as const;

  test('has the headers of the fixed vector', () => {
    expect(signedHeaders({ deliveryId, now, body }, one)).toEqual({
      'x-service-signature': vectors.service,
      'webhook-id': deliveryId,
      'webhook-timestamp': '1795223045',
      'webhook-signature': vectors.standard,
    });
  });

  test('has a signature of each live secret during a rotation, the newest first', () => {
    const headers = signedHeaders({ deliveryId, now, body }, both);
    expect(headers['webhook-signature']).toBe(`${vectors.standard} ${vectors.standardOld}`);
    expect(headers['x-service-signature']).toBe(vectors.service);
  });

  test('is verified by the standardwebhooks package with either secret, and not with another', () => {
    const headers = signedHeaders({ deliveryId, now: new Date(), body }, both);
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'channel.didCreate' });
    expect(new Webhook(oldSecret).verify(body, headers)).toMatchObject({ event: 'channel.didCreate' });
    expect(() => new Webhook('whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz').verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  });

  test('of the legacy kind has the same digest in its own header, and no other signature', () => {
    expect(legacyHeaders(body, both)).toEqual({ 'x-legacy-signature': vectors.service });
  });
});

test('a request has the id of any event as visible ASCII, and when it was accepted', () => {
  const webhook = webhookOfTests();
  const acceptedAt = '2026-01-01T00:00:00.001Z';
  const idAsSent = (eventId: string) =>
    requestTo(webhook, { eventId, acceptedAt }, Buffer.from(body), {}).headers['x-event-id'] ?? '';
  expect(idAsSent('order:1/a~!')).toBe('order:1/a~!');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(idAsSent(id)).toMatch(/^[!-~]*$/);
      expect(decodeURIComponent(idAsSent(id))).toBe(id);
    }),
  );
  const { headers } = requestTo(webhook, { eventId: 'e1', acceptedAt }, Buffer.from(body), { 'webhook-id': 'd' });
  expect(headers).toMatchObject({ 'x-event-accepted-at': '1767225600001', 'webhook-id': 'd' });
});

describe('the secrets that sign', () => {
  const old = { secret: oldSecret, activeFrom: '2026-01-01T00:00:00.000Z', expiresAt: '2026-03-02T00:00:00.000Z' };
  const next = { secret, activeFrom: '2026-03-01T00:00:00.000Z' };

  test('are those of the moment of each request', async () => {
    const sent: Outbound[] = [];
    const send = async (request: Outbound) => {
      sent.push(request);
      return { startedAt: '', milliseconds: 1, class: 'delivered' as const };
    };
    let time = '';
    const sender = signedSender({ send }, () => Date.parse(time));
    const stamp = { deliveryId, eventId: 'e', acceptedAt: old.activeFrom, body, isFirstAttempt: true };
    for (time of ['2026-02-28', '2026-03-01', '2026-03-02'])
      await sender(webhookOfTests({ secrets: [next, old] }), stamp);
    const digests = sent.map(({ headers }) => headers['x-service-signature'] === vectors.service);
    expect(digests).toEqual([false, true, true]);
    expect(sent.map(({ headers }) => headers['webhook-signature']?.split(' ').length)).toEqual([1, 2, 1]);
  });
});
