/** The client's package, packed and installed without a network, in projects of every kind. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { createContext, Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { buildClientPackage } from '../../scripts/client-package.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { installPackage, pathOfMachine, run } from '../../test/support/installed-package.ts';
import { listening } from '../../test/support/receivers/listening.ts';
import { cloud, createNetwork, tokenFor } from '../../test/support/service.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const NAME = '@social-platform-services/client';

const project = temporaryFolder();
/** A project that has React as well. */
const ofHooks = temporaryFolder();
const pages: OtherPage[] = [];
const installed = join(project, 'node_modules', NAME);

beforeAll(async () => {
  const folder = join(project, 'package');
  buildClientPackage(folder);
  await installPackage(folder, project);
}, 120_000);
afterAll(() => Promise.all(pages.map(({ close }) => close())));

/** A program that uses all entry points, and returns what they did. `load` loads one. */
const program = (load: string) => `
  const { createClient, ApiError } = ${load}('${NAME}');
  const { createAccessToken } = ${load}('${NAME}/server');
  const { verifyWebhook, lambdaHandler } = ${load}('${NAME}/webhooks');
  const { hourOf } = ${load}('${NAME}/webhooks/reconcile');
  const key = { keyId: '20261122-0123456789abcdef', secret: 'secret' };
  const token = await createAccessToken({ networkId: 'demo', userId: 'alice', key });
  const client = createClient({ baseUrl: '${cloud().url}', token, timeoutMilliseconds: 25_000 });
  const refused = await client.listBlockedUsers().catch((error) => error instanceof ApiError && error.status);
  const forged = await lambdaHandler({ secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', onEvent() {}, onError() {} })({ headers: {}, body: '{}' });
  const report = { ...(await client.getHealth()), refused, forged: forged.statusCode, verify: typeof verifyWebhook, hour: hourOf('01JDEXAMPQ7W3N5Y8T2V4X6Z9A') };
`;
const expected = { status: 'ok', refused: 401, forged: 401, verify: 'function', hour: '2024-11-24T11' };

function write(name: string, text: string): string {
  const file = join(project, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The program in one file that needs no loader, as bundlers make it for browsers and workers. */
async function bundled(end: string, body = program('await import')): Promise<string> {
  const imports = new Set<string>();
  const source = body.replaceAll(/await import\('([^']+)'\)/g, (_, name: string) => {
    const local = name.replaceAll(/\W/g, '_');
    imports.add(`import * as ${local} from '${name}';`);
    return local;
  });
  const entry = write('bundle.js', `${[...imports].join('\n')}\n(async () => {${source}${end}})();`);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}

/** Hides a feed's posts of blocked users, with a token that the service refuses at first. */
const feed = (refused: string, accepted: string) => `
  const { createClient } = await import('${NAME}');
  const asked = [];
  let current = '${refused}';
  const token = (old) => { asked.push(old); return old === undefined ? current : (current = '${accepted}'); };
  const client = createClient({ baseUrl: '${cloud().url}', token, timeoutMilliseconds: 25_000 });
  const posts = [{ author: 'bob' }, { author: 'carol' }, { author: null }];
  const shown = async () => (await client.blocks.filter(posts, ({ author }) => author)).map(({ author }) => author);
  const results = [await shown()];
  await client.blockUser({ body: { blockUserId: 'bob' } });
  results.push(await shown());
  await client.unblockUser({ body: { blockUserId: 'bob' } });
  results.push(await shown());
  const renewals = asked.filter((old) => old !== undefined);
`;

/** What the compiler must accept, and one line that it must refuse. */
const consumer = `
import { createClient, type BlockedUser } from '${NAME}';
import { sendEvents, type NewEvent } from '${NAME}/server';
import { expressHandler, webHandler } from '${NAME}/webhooks';

const client = createClient({ baseUrl: 'https://api.example.com', token: async (refused?: string) => refused ?? 'token' });
async function use(events: AsyncIterable<NewEvent>): Promise<readonly BlockedUser[]> {
  const { accepted } = await sendEvents(client, events);
  const posts: { readonly author: string }[] = await client.blocks.filter([{ author: 'bob' }], ({ author }) => author);
  // @ts-expect-error A user id is needed.
  await client.blockUser({ body: {} });
  return accepted > posts.length ? (await client.listBlockedUsers()).results : [];
}
interface Created { readonly event: 'app.opened'; readonly data: { readonly userId: string } }
const handler = expressHandler<Created>({ secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', onEvent: ({ data }) => data.userId.length });
const POST = webHandler({ secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', onEvent: ({ deliveryId }) => deliveryId.length });
`;

/** The files of the example with hooks. */
const example = ['main.tsx', 'comments.tsx', 'lists.tsx'];

/** The first TypeScript that a guide has readers save. */
function firstCode(guide: string): string {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(`docs/guides/${guide}.md`, 'utf8')) ?? [];
  if (code === undefined) throw new Error(`docs/guides/${guide}.md has no code.`);
  return code;
}

describe('The client’s package', () => {
  test('has no dependencies, no sources, and nothing of the contract or its library', async () => {
    const { dependencies, peerDependencies, peerDependenciesMeta, version } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect({ dependencies, peerDependencies }).toEqual({
      dependencies: undefined,
      peerDependencies: { react: '>=18' },
    });
    expect(peerDependenciesMeta).toEqual({ react: { optional: true } });
    expect(existsSync(join(project, 'node_modules/react'))).toBe(false);
    expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    const { stdout } = await run('grep', [
      '-rlE',
      "\\.ts'|valibot|contract/",
      join(installed, 'esm'),
      join(installed, 'cjs'),
    ]).catch((error: { stdout: string }) => error);
    expect(stdout.split('\n').filter((file) => !file.includes('.generated.'))).toEqual(['']);
  });

  test('names only files that it has, also for tools that know no exports', () => {
    const { exports, main, types, typesVersions } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const named = JSON.stringify([exports, main, types, typesVersions]).match(/\.\/[\w./-]+\.(json|js|d\.ts)/g) ?? [];
    expect(named).toHaveLength(33);
    expect(named.filter((file) => !existsSync(join(installed, file)))).toEqual([]);
  });

  test('explains the fields of requests to editors', () => {
    const declarations = readFileSync(join(installed, 'esm/types.generated.d.ts'), 'utf8');
    expect(declarations).toMatch(/\/\*\* .*The value must be the id of another user: .* \*\/\s+readonly blockUserId: /);
  });

  test('runs as ES modules of Node', async () => {
    const file = write('consumer.mjs', `${program('await import')}console.log(JSON.stringify(report));`);
    for (const PATH of [pathOfMachine, process.env['PATH']]) {
      const { stdout } = await run('node', [file], { env: { ...process.env, PATH } });
      expect(JSON.parse(stdout)).toEqual(expected);
    }
  });

  test('runs as CommonJS of Node, with the same classes in every entry point', async () => {
    const text = `(async () => {${program('require')}
      const { sendEvents, SendEventsError } = require('${NAME}/server');
      const failing = sendEvents(client, [{ event: 'app.opened', data: {} }], { patienceMilliseconds: 0 });
      const sent = await failing.catch((error) => error instanceof SendEventsError && error.cause instanceof ApiError);
      console.log(JSON.stringify({ ...report, sent })); })();`;
    const { stdout } = await run(process.execPath, ['--no-experimental-require-module', write('consumer.cjs', text)]);
    expect(JSON.parse(stdout)).toEqual({ ...expected, sent: true });
  });

  test.each(['import', 'require'])('renders hooks on a server with %s, and requests nothing', async (kind) => {
    const load = (name: string) => (kind === 'import' ? `await import('${name}')` : `require('${name}')`);
    const text = `(async () => {
      const { createClient } = ${load(NAME)};
      const { ClientProvider, useActivity, useBlock, useBlockList, useHidden } = ${load(`${NAME}/react`)};
      const { createElement } = ${load('react')};
      const { renderToString } = ${load('react-dom/server')};
      const requests = [];
      const client = createClient({ baseUrl: 'https://api.example.com', token: 'token', fetch: async (url) => requests.push(url) });
      const Page = () => {
        const { status, isHidden } = useHidden(['bob']);
        useBlock();
        return [status, isHidden('bob'), useBlockList().status, useActivity().items.length].join();
      };
      const render = (client) => renderToString(createElement(ClientProvider, { client }, createElement(Page)));
      let missing = '';
      try { renderToString(createElement(Page)); } catch ({ message }) { missing = message; }
      console.log(JSON.stringify([render(client), render(undefined), missing, requests]));
    })();`;
    for (const name of ['react', 'react-dom', 'scheduler']) {
      const link = join(ofHooks, 'node_modules', name);
      mkdirSync(join(link, '..'), { recursive: true });
      if (!existsSync(link)) symlinkSync(resolve('node_modules', name), link);
    }
    cpSync(installed, join(ofHooks, 'node_modules', NAME), { recursive: true });
    const file = join(ofHooks, kind === 'import' ? 'server.mjs' : 'server.cjs');
    writeFileSync(file, text);
    const { stdout } = await run(process.execPath, ['--no-experimental-require-module', file]);
    const missing = 'This component needs a ClientProvider around it.';
    expect(JSON.parse(stdout)).toEqual(['loading,,loading,0', 'signed-out,false,signed-out,0', missing, []]);
  });

  test('runs in a bundle for browsers and edge workers, without any API of Node', async () => {
    const context = createContext({
      fetch,
      URL,
      AbortController,
      TextDecoder,
      TextEncoder,
      crypto,
      btoa,
      atob,
      setTimeout,
      clearTimeout,
      Request,
      Response,
      console,
    });
    const reported = new Promise((done) => Object.assign(context, { done }));
    new Script(await bundled('done(JSON.stringify(report));')).runInContext(context);
    expect(JSON.parse(String(await reported))).toEqual(expected);
  });

  test('hides posts of blocked users in a browser and in its worker, and renews the token', async () => {
    const networkId = await createNetwork();
    const page = await openPageOfAnotherOrigin();
    pages.push(page);
    for (const [userId, runIn] of [['alice', page.inPage] as const, ['dora', page.inWorker] as const]) {
      const expired = await tokenFor(networkId, userId, 'user', -60);
      const source = feed(expired, await tokenFor(networkId, userId));
      const script = await bundled('done({ results, renewals });', source);
      expect(await runIn(script)).toEqual({
        results: [
          ['bob', 'carol', null],
          ['carol', null],
          ['bob', 'carol', null],
        ],
        renewals: [expired],
      });
    }
  }, 60_000);

  test.each([
    [
      'ES modules and CommonJS of Node',
      {
        'a.mts': consumer,
        'b.cts': consumer,
        'send.mts': firstCode('back-ends'),
        'receiver.mts': firstCode('webhooks'),
        'reconcile.mts': firstCode('reconcile'),
      },
      {
        module: 'node16',
        types: ['node'],
        lib: ['es2022'],
        paths: { express: [resolve('node_modules/@types/express')] },
      },
    ],
    [
      'a bundler',
      {
        'c.ts': consumer,
        'main.ts': firstCode('front-ends'),
        ...Object.fromEntries(example.map((name) => [name, readFileSync(join('examples/react', name), 'utf8')])),
      },
      {
        module: 'esnext',
        moduleResolution: 'bundler',
        types: [],
        lib: ['es2022', 'dom'],
        jsx: 'react-jsx',
        allowImportingTsExtensions: true,
        paths: {
          react: [resolve('node_modules/@types/react')],
          'react/jsx-runtime': [resolve('node_modules/@types/react/jsx-runtime')],
          'react-dom/client': [resolve('node_modules/@types/react-dom/client')],
        },
      },
    ],
  ])('has types for %s, which are checked strictly, as are the guides', async (kind, sources, options) => {
    const files = Object.entries(sources).map(([name, text]) => write(`types/${name}`, text));
    const typeRoots = [resolve('node_modules/@types')];
    const strict = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2022' };
    const compilerOptions = { ...options, ...strict, typeRoots };
    const config = write(`types/${kind}.json`, JSON.stringify({ compilerOptions, files }));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', config]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});

/** A page in Chromium, of another origin than the service's, that runs a bundle in itself or in a worker. */
interface OtherPage {
  /** Runs a script that calls `done` with its result; what it does not catch is the result as a text. */
  inPage(script: string): Promise<unknown>;
  inWorker(script: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Opens the page. Its server and the browser run until it is closed. */
async function openPageOfAnotherOrigin(): Promise<OtherPage> {
  const server = await listening(
    createServer((_, response) => response.end('<!doctype html><title>Another origin</title>')),
    'http',
  );
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(server.url);
  return {
    inPage: (script) => resultOf(page, `new Promise((done) => {${reporting(script)}})`),
    inWorker: (script) =>
      resultOf(
        page,
        `new Promise((done, fail) => {
          const text = ${JSON.stringify(`const done = (result) => postMessage(result);\n${reporting(script)}`)};
          const worker = new Worker(URL.createObjectURL(new Blob([text])));
          worker.onmessage = ({ data }) => done(data);
          worker.onerror = ({ message }) => fail(new Error(message));
        })`,
      ),
    close: () => Promise.all([browser.close(), server.stop()]),
  };
}

const reporting = (script: string): string =>
  `addEventListener('unhandledrejection', ({ reason }) => done(String(reason)));\n${script}`;

const resultOf = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression);
