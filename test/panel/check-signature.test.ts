import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { checkSignature, type PastedRequest } from '../../panel/verification/check-signature.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"event":"channel.didLeave","data":{"n":1.0,"name":"Ünal"}}';
const digest = (signed: string, key: string | Buffer = secret) =>
  createHmac('sha256', key).update(signed).digest('base64');

const service = (changes: Partial<PastedRequest> = {}, signed = body): PastedRequest => ({
  scheme: 'service',
  secret,
  body,
  headers: { 'x-service-signature': digest(signed) },
  ...changes,
});

const standard = (timestamp: string): PastedRequest => ({
  scheme: 'standard',
  secret,
  body,
  headers: {
    'webhook-id': 'd-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest(`d-1.${timestamp}.${body}`, Buffer.from(secret.slice('whsec_'.length), 'base64'))}`,
  },
});

describe('a pasted request', () => {
  test('is valid with either scheme, however long ago it was signed', async () => {
    expect(await checkSignature(service())).toEqual({ kind: 'valid', event: 'channel.didLeave' });
    expect(await checkSignature(standard('1700000000'))).toEqual({
      kind: 'valid',
      event: 'channel.didLeave',
      sentAt: new Date(1_700_000_000_000),
    });
  });

  test.each<[string, PastedRequest, string]>([
    ['spaces around the secret', service({ secret: ` ${secret}\n` }), 'spaces around the secret'],
    ['quotation marks around the secret', service({ secret: `"${secret}"` }), 'quotation marks'],
    ['a secret without its beginning', service({ secret: secret.slice('whsec_'.length) }), 'prefix whsec_'],
    ['a line break after the body', service({ body: `${body}\n` }), 'around the body'],
    ['a missing line break', service({}, `${body}\n`), 'at the end of the body is missing'],
    ['line breaks that the browser changed', service({ body: '{\n}' }, '{\r\n}'), 'CR LF'],
    [
      'a body that was parsed and serialized again',
      service({ body: '{\n "event": "x.y",\n "data": {"n": 1.0}}' }, '{"event":"x.y","data":{"n":1}}'),
      'parsed and serialized again',
    ],
    ['none of the common mistakes', service({ body: body.replace('1.0', '2.0') }), 'None of the common mistakes'],
  ])('is invalid with %s, and this is the reason given', async (_, pasted, reason) => {
    const result = await checkSignature(pasted);
    expect(result).toMatchObject({ kind: 'invalid' });
    expect(result.kind === 'invalid' && result.reasons.join(' ')).toContain(reason);
  });

  test('with two mistakes gets both reasons', async () => {
    const result = await checkSignature(service({ secret: ` ${secret}`, body: ` ${body}` }));
    expect(result.kind === 'invalid' && result.reasons).toHaveLength(2);
  });

  test.each<[string, PastedRequest, string]>([
    ['no secret', service({ secret: '' }), 'secret'],
    ['no body', service({ body: '' }), 'body'],
    ['no signature', service({ headers: {} }), 'x-service-signature'],
    [
      'a hexadecimal signature',
      service({ headers: { 'x-service-signature': 'ab'.repeat(32) } }),
      'x-service-signature',
    ],
    ['the other header’s value', service({ headers: { 'x-service-signature': 'v1,abc=' } }), 'x-service-signature'],
    ['half a signature', service({ headers: { 'x-service-signature': 'abc' } }), 'x-service-signature'],
    ['a date for a time stamp', standard('2026-11-21'), 'webhook-timestamp'],
    ['a secret that is not Base64', { ...standard('1700000000'), secret: 'secret!' }, 'secret'],
  ])('with %s has an error at its field', async (_, pasted, field) => {
    expect(await checkSignature(pasted)).toMatchObject({ kind: 'malformed', field });
  });

  test('may be signed but not an event', async () => {
    expect(await checkSignature(service({ body: '[]' }, '[]'))).toMatchObject({ kind: 'not-an-event' });
  });
});
