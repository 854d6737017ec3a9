import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const body = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const headers = { 'x-service-signature': 'l+IruWz7iGYJoxP06sfIruqz3BW6/4ya2lL+hw2mzLU=' };
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';

describe('client/index.ts', () => {
  test('bundles only files of client/, and runs without any API of Node', async () => {
    const { metafile, text } = await bundled('client/index.ts');
    expect(Object.keys(metafile.inputs).filter((path) => !path.startsWith('client/'))).toEqual([]);
    const respond = async () => new Response('{"status":"ok"}');
    const worker = createContext({ fetch: respond, URL, AbortController, TextDecoder, setTimeout, clearTimeout });
    new Script(text).runInContext(worker);
    const call = "client.createClient({ baseUrl: 'https://api.example.com', token: 'token' }).getHealth()";
    expect(await new Script(call).runInContext(worker)).toMatchObject({ status: 'ok' });
  });
});

describe('client/verify-webhook.ts', () => {
  test('imports nothing, so that receivers can copy the file', () => {
    expect(readFileSync('client/verify-webhook.ts', 'utf8')).not.toMatch(/^import|\brequire\(|\bimport\(/m);
  });

  test('runs without any API of Node', async () => {
    const { text } = await bundled('client/verify-webhook.ts');
    const worker = createContext({ crypto, TextEncoder, TextDecoder, atob, request: { headers, secret } });
    new Script(text).runInContext(worker);
    const check = `client.verifyWebhook({ ...request, body: new TextEncoder().encode(${JSON.stringify(body)}) })`;
    expect(await new Script(check).runInContext(worker)).toMatchObject({ event: 'channel.didCreate' });
  });
});

async function bundled(entryPoint: string) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'client',
  });
  return { metafile, text: outputFiles[0]?.text ?? '' };
}
