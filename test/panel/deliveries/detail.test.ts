import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { verifyWebhook } from '../../../client/verify-webhook.ts';
import { curlCommand, signedHeaders } from '../../../panel/deliveries/detail/curl.ts';
import { requestHeaders } from '../../../panel/deliveries/detail/header-descriptions.ts';
import { prettyJson } from '../../../panel/deliveries/detail/payload-text.ts';

describe('the headers of a delivery', () => {
  test('are the service’s and the webhook’s, with the values that are known, but no signatures', () => {
    const delivery = {
      deliveryId: '01K0000000000000000000000A',
      eventId: 'ü',
      createdAt: '2026-01-01T00:00:00.001Z',
      payload: '{"event":"a.b","data":{"ü":1}}',
    };
    const headers = requestHeaders(delivery, { headers: { 'X-Api-Key': 'k' }, legacySignature: true });
    const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      'content-type': 'application/json',
      'content-length': '31',
      'x-event-id': '%C3%BC',
      'x-event-accepted-at': '1767225600001',
      'x-service-signature': undefined,
      'webhook-id': delivery.deliveryId,
      'webhook-timestamp': undefined,
      'webhook-signature': undefined,
      'x-legacy-signature': undefined,
      'user-agent': 'social-platform-services/1 (webhooks)',
      'X-Api-Key': 'k',
    });
  });
});

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const HOUR = 3_600_000;

describe('a delivery as a curl command', () => {
  test('is signed with every active secret, as a receiver verifies', async () => {
    const now = Date.now();
    const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
    const [next, current, old, ended] = ['next', 'current', 'old', 'ended'].map(secretOf);
    const secrets = [
      { secret: next ?? '', activeFrom: at(1) },
      { secret: current ?? '', activeFrom: at(-1) },
      { secret: old ?? '', activeFrom: at(-9), expiresAt: at(1) },
      { secret: ended ?? '', activeFrom: at(-9), expiresAt: at(-2) },
    ];
    const payload = '{"event":"shop.didSell","data":{"name":"Ünal’s 漢字"}}';
    const headers = await signedHeaders({ deliveryId: '01K0000000000000000000000A', payload, secrets, now });
    const body = Buffer.from(payload);
    const verified = { event: 'shop.didSell', deliveryId: '01K0000000000000000000000A' };
    expect(await verifyWebhook({ headers, body, secret: current ?? '' })).toMatchObject(verified);
    expect(await verifyWebhook({ headers, body, secret: old ?? '' })).toMatchObject(verified);
    expect(await verifyWebhook({ headers, body, secret: current ?? '', scheme: 'service' })).toMatchObject({});
    for (const secret of [next ?? '', ended ?? '']) {
      await expect(verifyWebhook({ headers, body, secret })).rejects.toMatchObject({ reason: 'wrong-signature' });
    }
  });

  test('reaches curl unchanged, whatever the payload contains', () => {
    const body = `{"text":"it's $HOME \`id\` \\\\ \\n","lines":"\n"}`;
    const command = curlCommand({
      url: 'https://hooks.example.com/?a[]=1&b={2,3}',
      headers: { a: 'x y', empty: '' },
      body,
    });
    const words = execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)]).toString();
    expect(words.split('\0').slice(0, -1)).toEqual([
      '-i',
      '-g',
      'https://hooks.example.com/?a[]=1&b={2,3}',
      '-H',
      'a: x y',
      '-H',
      'empty;',
      '--data-raw',
      body,
    ]);
  });
});

describe('formatted JSON', () => {
  test('has each member on a line, and nothing in empty brackets', () => {
    expect(prettyJson('{"a":[],"b":{ },"c":[1,{"d":"e, f: {"}]}')).toBe(
      '{\n  "a": [],\n  "b": {},\n  "c": [\n    1,\n    {\n      "d": "e, f: {"\n    }\n  ]\n}',
    );
  });

  test('keeps what parsing would lose: the form of numbers, escapes, repeated members', () => {
    expect(prettyJson('{"n":1.0,"n":12345678901234567890,"s":"\\u0041\\/"}')).toBe(
      '{\n  "n": 1.0,\n  "n": 12345678901234567890,\n  "s": "\\u0041\\/"\n}',
    );
  });

  test('has the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(prettyJson(text) ?? ''))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('is undefined for text that is not JSON, and for a result that is too long', () => {
    expect(prettyJson('{"a":')).toBeUndefined();
    expect(prettyJson(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).toBeUndefined();
  });
});
