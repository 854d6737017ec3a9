import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { judge, type Pasted } from '../../../panel/verification/judge.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"event":"channel.didLeave","data":{"n":1.0,"name":"Ünal"}}';
const digest = (signed: string, key: string | Buffer = secret) =>
  createHmac('sha256', key).update(signed).digest('base64');

const service = (changes: Partial<Pasted> = {}, signed = body): Pasted => ({
  scheme: 'service',
  secret,
  body,
  headers: { 'x-service-signature': digest(signed) },
  ...changes,
});

const standard = (timestamp: string): Pasted => ({
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
  test('is right under either scheme, and however long ago it was signed', async () => {
    expect(await judge(service())).toEqual({ kind: 'right', event: 'channel.didLeave' });
    expect(await judge(standard('1700000000'))).toEqual({
      kind: 'right',
      event: 'channel.didLeave',
      sentAt: new Date(1_700_000_000_000),
    });
  });

  test.each<[string, Pasted, string]>([
    ['spaces around the secret', service({ secret: ` ${secret}\n` }), 'spaces around the secret'],
    ['quotation marks around the secret', service({ secret: `"${secret}"` }), 'quotation marks'],
    ['a secret without its beginning', service({ secret: secret.slice('whsec_'.length) }), 'whsec_ is part of it'],
    ['a line end after the body', service({ body: `${body}\n` }), 'around the body'],
    ['a line end that is missing', service({}, `${body}\n`), 'line end at its end'],
    ['line ends that the browser changed', service({ body: '{\n}' }, '{\r\n}'), 'CR and LF'],
    [
      'a body that was parsed and written again',
      service({ body: '{\n "event": "x.y",\n "data": {"n": 1.0}}' }, '{"event":"x.y","data":{"n":1}}'),
      'parsed and written again',
    ],
    ['none of the usual mistakes', service({ body: body.replace('1.0', '2.0') }), 'None of the usual mistakes'],
  ])('is wrong with %s, and that is the reason that is given', async (_, pasted, reason) => {
    const judgement = await judge(pasted);
    expect(judgement).toMatchObject({ kind: 'wrong' });
    expect(judgement.kind === 'wrong' && judgement.reasons.join(' ')).toContain(reason);
  });

  test('with two mistakes is told both', async () => {
    const judgement = await judge(service({ secret: ` ${secret}`, body: ` ${body}` }));
    expect(judgement.kind === 'wrong' && judgement.reasons).toHaveLength(2);
  });

  test.each<[string, Pasted, string]>([
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
    ['a secret that is no Base64', { ...standard('1700000000'), secret: 'secret!' }, 'secret'],
  ])('with %s is complained about at its field', async (_, pasted, field) => {
    expect(await judge(pasted)).toMatchObject({ kind: 'malformed', field });
  });

  test('that is signed but no event is told so', async () => {
    expect(await judge(service({ body: '[]' }, '[]'))).toMatchObject({ kind: 'not-an-event' });
  });
});
