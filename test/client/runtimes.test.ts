import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const body = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const headers = { 'x-service-signature': 'l+IruWz7iGYJoxP06sfIruqz3BW6/4ya2lL+hw2mzLU=' };
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';

describe('client/verify-webhook.ts', () => {
  test('imports nothing, so that a receiver may copy the file', () => {
    expect(readFileSync('client/verify-webhook.ts', 'utf8')).not.toMatch(/^import|\brequire\(|\bimport\(/m);
  });

  test('runs where there is nothing but the language and what browsers and workers have', async () => {
    const { outputFiles } = await build({
      entryPoints: ['client/verify-webhook.ts'],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'client',
    });
    const worker = createContext({ crypto, TextEncoder, TextDecoder, atob, request: { headers, secret } });
    new Script(outputFiles[0]?.text ?? '').runInContext(worker);
    const check = `client.verifyWebhook({ ...request, body: new TextEncoder().encode(${JSON.stringify(body)}) })`;
    expect(await new Script(check).runInContext(worker)).toMatchObject({ event: 'channel.didCreate' });
  });
});
