import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const body = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const signedAt = 1_795_223_045;
const headers = {
  'webhook-id': '01JD0Q4Z5N8M7K6H5G4F3E2D1C',
  'webhook-timestamp': `${signedAt}`,
  'webhook-signature': 'v1,gQIuCcQAkd2LzzpyN4zQL+7bDnf32A4bP/1JuULiAUg=',
};
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';

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
    const request = { headers, secret, now: new Date(signedAt * 1000) };
    const worker = createContext({ crypto, TextEncoder, TextDecoder, atob, request });
    new Script(`${outputFiles[0]?.text}`).runInContext(worker);
    const check = `client.verifyWebhook({ ...request, body: new TextEncoder().encode(${JSON.stringify(body)}) })`;
    expect(await new Script(check).runInContext(worker)).toMatchObject({ event: 'channel.didCreate' });
  });
});
