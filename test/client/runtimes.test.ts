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
    const request = { headers, secret, now: new Date(signedAt * 1000) };
    const worker = createContext({ crypto, TextEncoder, TextDecoder, atob, request });
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
