import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { longest, malformedSecrets, shortest, untidySecrets } from '../../test/examples/secrets.ts';
import {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRequest,
  WebhookVerificationError,
} from '../verify-webhook.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const oldSecret = 'whsec_GBkaGxwdHh8gISIjJCUmJygpKissLS4v';
const otherSecret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz';
const text = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const body = Buffer.from(text);
const deliveryId = '01JD0Q4Z5N8M7K6H5G4F3E2D1C';
const signedAt = 1_795_223_045;
const event = { event: 'channel.didCreate', data: { n: 1, text: 'é🙂' } };

/** The test vectors of test/sending/signature.test.ts, computed with Python's hmac and with openssl. */
const digest = 'l+IruWz7iGYJoxP06sfIruqz3BW6/4ya2lL+hw2mzLU=';
const service = { 'x-service-signature': digest };
const standardHeaders = (signature: string) => ({
  'webhook-id': deliveryId,
  'webhook-timestamp': `${signedAt}`,
  'webhook-signature': signature,
});
const current = 'v1,gQIuCcQAkd2LzzpyN4zQL+7bDnf32A4bP/1JuULiAUg=';
const previous = 'v1,5NJokiCBsUeXfOplyZkLdLeGxw5mfOylmK6rxRShtgM=';
const standard = standardHeaders(current);

const verifyService = (request: WebhookRequest) => verifyWebhook({ ...request, scheme: 'service' });
const verifyStandard = (changes: object = {}) =>
  verifyWebhook({ body, headers: standard, secret, now: new Date(signedAt * 1000), ...changes });

const refused = (reason: string, message: RegExp = /./) =>
  expect.objectContaining({ name: 'WebhookVerificationError', reason, message: expect.stringMatching(message) });

describe('x-service-signature', () => {
  test('of the test vector is valid, and the event is returned', async () => {
    expect(await verifyService({ body, headers: service, secret })).toEqual(event);
  });

  test.each<[string, WebhookHeaders]>([
    ['Headers', new Headers(service)],
    ['a record with capitalized names', { 'X-Service-Signature': digest }],
    ['a record with lists of values', { 'x-service-signature': [digest] }],
  ])('is found in %s', async (_, headers) => {
    expect(await verifyService({ body, headers, secret })).toEqual(event);
  });

  test.each([
    ['a Uint8Array', new Uint8Array(body)],
    ['a view into a larger buffer', Buffer.concat([Buffer.from('before'), body]).subarray(6)],
    ['an ArrayBuffer', new Uint8Array(body).buffer],
  ])('is verified over the bytes of %s', async (_, bytes) => {
    expect(await verifyService({ body: bytes, headers: service, secret })).toEqual(event);
  });

  test('is verified with each of several secrets', async () => {
    expect(await verifyService({ body, headers: service, secret: [otherSecret, secret] })).toEqual(event);
  });

  test('of a body that was parsed and serialised again is invalid, and the message says why', async () => {
    const again = Buffer.from(JSON.stringify(JSON.parse(text)));
    await expect(verifyService({ body: again, headers: service, secret })).rejects.toEqual(
      refused('wrong-signature', /parsed and serialised again/),
    );
  });

  test.each<[string, string, WebhookHeaders, string | readonly string[]]>([
    ['another secret', 'wrong-signature', service, otherSecret],
    ['one different character', 'wrong-signature', { 'x-service-signature': `m${digest.slice(1)}` }, secret],
    ['no header', 'missing-header', {}, secret],
    ['an empty header', 'missing-header', { 'x-service-signature': '' }, secret],
    ['a header that is not Base64', 'malformed-header', { 'x-service-signature': 'é'.repeat(44) }, secret],
    ['a header of another length', 'malformed-header', { 'x-service-signature': 'AAAA' }, secret],
    ['a repeated header', 'malformed-header', { 'x-service-signature': [digest, digest] }, secret],
    ['more before the signature', 'malformed-header', { 'x-service-signature': `A${digest}` }, secret],
    ['more after it', 'malformed-header', { 'x-service-signature': `${digest}=` }, secret],
    ['the legacy header alone', 'legacy-request', { 'x-legacy-signature': digest }, secret],
  ])('is refused with %s', async (_, reason, headers, secrets) => {
    const message = reason === 'malformed-header' ? /^Malformed header x-service-signature\.$/ : /./;
    await expect(verifyService({ body, headers, secret: secrets })).rejects.toEqual(refused(reason, message));
  });

  test('is found in a record that has a header called get', async () => {
    expect(await verifyService({ body, headers: { get: 'x', ...service }, secret })).toEqual(event);
  });

  test('is verified over the bytes as they were, if they change meanwhile', async () => {
    for (const bytes of [new Uint8Array(body), new Uint8Array(body).buffer]) {
      const verifying = verifyService({ body: bytes, headers: service, secret });
      new Uint8Array(bytes instanceof Uint8Array ? bytes.buffer : bytes).fill(0);
      expect(await verifying).toEqual(event);
    }
  });

  test('does not cover the delivery’s id, so none is returned', async () => {
    const verified = await verifyService({ body, headers: { ...service, ...standard }, secret });
    expect(Object.keys(verified)).toEqual(['event', 'data']);
  });

  test.each([
    ['not JSON', Buffer.from('event=1')],
    ['not UTF-8', Buffer.from('{"event":"a.b","data":{"text":"\xff"}}', 'latin1')],
    ['not an object', Buffer.from('[]')],
    ['null', Buffer.from('null')],
    ['without a name', Buffer.from('{"event":1,"data":{}}')],
    ['with null as data', Buffer.from('{"event":"channel.didCreate","data":null}')],
    ['without data', Buffer.from('{"event":"channel.didCreate"}')],
    ['with data of another type', Buffer.from('{"event":"channel.didCreate","data":[]}')],
  ])('of a body that is %s returns no event', async (_, odd) => {
    const headers = { 'x-service-signature': Buffer.from(await hmac(odd)).toString('base64') };
    await expect(verifyService({ body: odd, headers, secret })).rejects.toEqual(
      refused('not-an-event', /this is no event\.$/),
    );
  });
});

describe('The Standard Webhooks headers', () => {
  test('of the test vector are valid, and the delivery’s id and time are returned with the event', async () => {
    expect(await verifyStandard()).toEqual({ ...event, deliveryId, sentAt: new Date(signedAt * 1000) });
  });

  test.each([
    ['the new secret', secret],
    ['the old secret', oldSecret],
    ['both', [secret, oldSecret]],
    ['both in one text', `${secret} ${oldSecret}\n`],
  ])('are valid during a rotation with %s', async (_, secrets) => {
    const headers = standardHeaders(`${current} ${previous}`);
    expect(await verifyStandard({ headers, secret: secrets })).toMatchObject(event);
  });

  test('have ten signatures at most', async () => {
    const others = (count: number) => Array(count).fill(previous).join(' ');
    expect(await verifyStandard({ headers: standardHeaders(`${others(9)} ${current}`) })).toMatchObject(event);
    await expect(verifyStandard({ headers: standardHeaders(`${others(10)} ${current}`) })).rejects.toEqual(
      refused('wrong-signature'),
    );
  });

  test('are valid next to signatures of a later version', async () => {
    expect(await verifyStandard({ headers: standardHeaders(`v2,AAAA ${current}`) })).toMatchObject(event);
  });

  test('that the standardwebhooks package created are valid', async () => {
    const now = new Date();
    const headers = {
      ...standardHeaders(new Webhook(secret).sign('msg_1', now, text)),
      'webhook-id': 'msg_1',
      'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    };
    expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ deliveryId: 'msg_1' });
  });

  test.each([
    [300, {}, true],
    [301, {}, false],
    [-300, {}, true],
    [-301, {}, false],
    [10, { toleranceSeconds: 10 }, true],
    [0, { toleranceSeconds: 0 }, true],
    [11, { toleranceSeconds: 10 }, false],
  ])('%d s after they were signed, with the options %j, are valid: %j', async (seconds, options, valid) => {
    const checking = verifyStandard({ ...options, now: new Date((signedAt + seconds) * 1000) });
    if (valid) expect(await checking).toMatchObject(event);
    else await expect(checking).rejects.toEqual(refused('outside-tolerance', /2026-11-21T\S+Z, more than \d+ s/));
  });

  test.each([
    ['webhook-timestamp', 'x1795223045'],
    ['webhook-timestamp', '1e9'],
    ['webhook-timestamp', '1'.repeat(13)],
    ['webhook-signature', current.replace('v1', 'v2')],
    ['webhook-signature', current.slice('v1,'.length)],
    ['webhook-signature', 'v1,AAAA'],
    ['webhook-signature', [current, current]],
    ['webhook-signature', `${previous}, ${current}`],
    ['webhook-signature', `${current}, ${previous}`],
    ['webhook-signature', `${current},${previous}`],
  ])('are refused if %s is %j, and the message names it', async (name, value) => {
    await expect(verifyStandard({ headers: { ...standard, [name]: value } })).rejects.toEqual(
      refused('malformed-header', new RegExp(`^Malformed header ${name}\\.$`)),
    );
  });

  test('with several values are taken as one', async () => {
    const ids = ['msg_1', 'msg_2'];
    const now = new Date(signedAt * 1000);
    const headers = {
      ...standardHeaders(new Webhook(secret).sign(ids.join(', '), now, text)),
      'webhook-id': ids,
    };
    expect(await verifyStandard({ headers })).toMatchObject({ deliveryId: 'msg_1, msg_2' });
  });

  test.each([
    ['another id', 'wrong-signature', { ...standard, 'webhook-id': 'other' }],
    ['another time', 'wrong-signature', { ...standard, 'webhook-timestamp': `${signedAt + 1}` }],
    ['no id', 'missing-header', { ...standard, 'webhook-id': undefined }],
    ['no time', 'missing-header', { ...standard, 'webhook-timestamp': undefined }],
    ['no signature of a known version', 'malformed-header', standardHeaders('v1a,AAAA v2,AAAA')],
    ['only the service’s own signature', 'missing-header', service],
    ['the legacy header alone', 'legacy-request', { 'x-legacy-signature': digest }],
  ])('are refused with %s', async (_, reason, headers) => {
    await expect(verifyStandard({ headers })).rejects.toEqual(refused(reason));
  });
});

describe('A receiver’s own mistake is a TypeError', () => {
  test.each([
    [
      'a body that is text',
      () => verifyWebhook({ body: JSON.parse(JSON.stringify(text)), headers: service, secret }),
      /raw bytes.*String/,
    ],
    ['a parsed body', () => verifyWebhook({ body: JSON.parse(text), headers: service, secret }), /raw bytes.*Object/],
    ['no body', () => verifyWebhook({ body: JSON.parse('null'), headers: service, secret }), /raw bytes.*Null/],
    ['no secret', () => verifyWebhook({ body, headers: service, secret: [] }), /^secret must be/],
    [
      'an empty secret of two',
      () => verifyWebhook({ body, headers: service, secret: [secret, ''] }),
      /^secret must be/,
    ],
    ['a secret that is undefined', () => verifyStandard({ secret: undefined }), /^secret must be whsec_/],
    ['a negative tolerance', () => verifyStandard({ toleranceSeconds: -1 }), /^toleranceSeconds must be 0 or more/],
    ['a tolerance that is not a number', () => verifyStandard({ toleranceSeconds: Number.NaN }), /^toleranceSeconds/],
  ])('for %s', async (_, mistake, message) => {
    const error = await mistake().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(WebhookVerificationError);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });
});

describe('A malformed secret is a TypeError before anything else, in both schemes', () => {
  test.each(malformedSecrets)('with %s', async (_, malformed) => {
    for (const headers of [{ ...service, ...standard }, {}]) {
      for (const given of [malformed, [secret, malformed]]) {
        const error = new TypeError('secret must be whsec_ and the Base64 of 24 to 64 bytes.');
        await expect(verifyService({ body, headers, secret: given })).rejects.toEqual(error);
        await expect(verifyStandard({ body, headers, secret: given })).rejects.toEqual(error);
      }
    }
  });

  test.each([shortest, longest, untidySecrets])('and %j is none', async (good) => {
    await expect(verifyWebhook({ body, headers: standard, secret: good })).rejects.toEqual(refused('wrong-signature'));
  });
});

async function hmac(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign']);
  return crypto.subtle.sign('HMAC', key, bytes);
}

describe('client/verify-webhook.ts', () => {
  test('imports nothing, so that receivers can copy the file', () => {
    expect(readFileSync('client/verify-webhook.ts', 'utf8')).not.toMatch(/^import|\brequire\(|\bimport\(/m);
  });

  test('runs without any API of Node', async () => {
    const { outputFiles } = await build({
      entryPoints: ['client/verify-webhook.ts'],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'client',
    });
    const request = { headers: standard, secret, now: new Date(signedAt * 1000) };
    const worker = createContext({ crypto, TextEncoder, TextDecoder, atob, btoa, request });
    new Script(`${outputFiles[0]?.text}`).runInContext(worker);
    const check = `client.verifyWebhook({ ...request, body: new TextEncoder().encode(${JSON.stringify(text)}) })`;
    expect(await new Script(check).runInContext(worker)).toMatchObject({ event: 'channel.didCreate' });
  });
});
