import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { verifyWebhook } from '../../../client/verify-webhook.ts';
import { curlCommand, signedHeaders } from '../../../panel/deliveries/detail/curl.ts';

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
    const command = curlCommand({ url: 'https://hooks.example.com/?a=1&b=2', headers: { a: 'x y', empty: '' }, body });
    const words = execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)]).toString();
    expect(words.split('\0').slice(0, -1)).toEqual([
      '-i',
      'https://hooks.example.com/?a=1&b=2',
      '-H',
      'a: x y',
      '-H',
      'empty;',
      '--data-raw',
      body,
    ]);
  });
});
