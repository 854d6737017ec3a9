/** The page of examples/react in two tabs of a browser, with the client's package as it is installed. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildClientPackage } from '../../scripts/client-package.ts';
import { expectDocumentedIn } from '../support/browser/expect-documented.ts';
import { launchChromium } from '../support/chromium.ts';
import { eventually, patience } from '../support/eventually.ts';
import { membersOf } from '../support/members.ts';
import { listening, type Receiver } from '../support/receivers/listening.ts';
import { cloud, createNetwork, type NetworkOptions, serverOf, tokenFor, userOf } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

jest.setTimeout(patience(120_000));
const folder = 'examples/react';

let browser: Browser;
let server: Receiver;
const errors: string[] = [];
beforeAll(async () => {
  const [script, page] = [await bundle(), readFileSync(join(folder, 'index.html'), 'utf8').replace('.tsx', '.js')];
  server = await listening(
    createServer(({ url }, response) => {
      const [type, text] = url === '/main.js' ? ['text/javascript', script] : ['text/html', page];
      response.setHeader('content-type', type).end(text);
    }),
    'http',
  );
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await Promise.all([browser.close(), server.stop()]);
  expect(errors).toEqual([]);
});

/** The example with the package as it is built, for the local cloud. */
async function bundle(): Promise<string> {
  const modules = temporaryFolder();
  buildClientPackage(join(modules, '@social-platform-services/client'));
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    nodePaths: [modules, resolve('node_modules')],
  });
  return `${outputFiles[0]?.text}`.replaceAll('http://127.0.0.1:3000', cloud().url);
}

interface UserOptions extends NetworkOptions {
  readonly name?: string;
}

/** A user of a new network, in a browser of their own. */
async function newUser({ name = 'alice', ...options }: UserOptions = {}) {
  const network = await createNetwork(options);
  const context = await browser.newContext();
  context.setDefaultTimeout(patience(20_000));
  expectDocumentedIn(context);
  const session = { token: await tokenFor(network, name) };
  await context.route('**/token', (route) => route.fulfill({ body: session.token }));
  const requests: string[] = [];
  const { origin } = new URL(cloud().url);
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin && request.method() !== 'OPTIONS') requests.push(`${request.method()} ${url.pathname}`);
  });
  return { network, context, session, requests, elsewhere: await userOf(network, name) };
}

const READ = 'POST /block';
const CHECK = 'GET /block/members';

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(`${error}`));
  page.on('console', (message) => {
    const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isOurs) errors.push(message.text());
  });
  await page.clock.install();
  await page.goto(server.url);
  return page;
}

/** The authors whose comments show, and who is listed as blocked. */
async function shownIn(page: Page): Promise<string> {
  const namesIn = async (list: string) => {
    const texts = await page.getByRole('list', { name: list }).getByRole('listitem').allInnerTexts();
    return texts.map((text) => text.split(/[: ]/)[0]).join(' ');
  };
  return `${await namesIn('Comments')} | ${await namesIn('Blocked')}`;
}

const EVERYTHING = 'bob carol bob | ';
const WITHOUT_BOB = 'carol | bob';
const expectShown = (page: Page, shown: string) => eventually(async () => expect(await shownIn(page)).toBe(shown));
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** The user comes back to the window after a while. */
async function comeBack(page: Page, seconds = 6): Promise<void> {
  await page.clock.fastForward(seconds * 1_000);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
}

/** Holds the requests of a page that match until it is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('a block hides at once in its tab, before there is a response, and then in the other tab', async () => {
  const { context, requests } = await newUser();
  const [one, other] = [await openTab(context), await openTab(context)];
  await Promise.all([one, other].map((tab) => expectShown(tab, EVERYTHING)));
  // Three components use the list, and strict mode mounts each of them twice.
  expect(requests.filter((request) => request === READ)).toHaveLength(2);
  const release = await hold(one, '**/block/members');
  await click(one, 'Block bob');
  await expectShown(one, WITHOUT_BOB);
  expect(await shownIn(other)).toBe(EVERYTHING);
  release();
  await expectShown(other, WITHOUT_BOB);
  await click(other, 'Unblock bob');
  await Promise.all([one, other].map((tab) => expectShown(tab, EVERYTHING)));
  expect(requests).not.toContain(CHECK);
});

test('a block that is refused shows the comments again, and says so', async () => {
  const { context } = await newUser();
  const page = await openTab(context);
  await expectShown(page, EVERYTHING);
  const json = { status: 'error', code: 400000, message: 'blockUserId is wrong' };
  await page.route('**/block/members', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json, headers: { 'access-control-allow-origin': '*' } })
      : route.continue(),
  );
  await click(page, 'Block bob');
  await page.getByRole('alert').waitFor();
  await expectShown(page, EVERYTHING);
});

test('a block on another device hides when the window gets the focus, which reads once in five seconds', async () => {
  const { context, requests, elsewhere } = await newUser();
  const page = await openTab(context);
  await expectShown(page, EVERYTHING);
  const before = requests.length;
  for (let times = 0; times < 3; times++) await comeBack(page, 0);
  expect(requests).toHaveLength(before);
  await elsewhere('POST', '/block/members', { blockUserId: 'bob' });
  await comeBack(page);
  await expectShown(page, WITHOUT_BOB);
});

test('a block that ends hides nothing from then on, without a request', async () => {
  const { context, requests, elsewhere } = await newUser();
  await elsewhere('POST', '/block/members', { blockUserId: 'bob', expiresInSeconds: 60 });
  // Longer than a timer can be.
  await elsewhere('POST', '/block/members', { blockUserId: 'dora', expiresInSeconds: 30 * 86_400 });
  const page = await openTab(context);
  await expectShown(page, 'carol | bob dora');
  const before = requests.length;
  await page.clock.fastForward(50_000);
  expect(await shownIn(page)).toBe('carol | bob dora');
  await page.clock.fastForward(11_000);
  await expectShown(page, 'bob carol bob | dora');
  await page.clock.fastForward(29 * 86_400_000);
  expect(await shownIn(page)).toBe('bob carol bob | dora');
  await page.clock.fastForward(86_400_000);
  await expectShown(page, EVERYTHING);
  expect(requests).toHaveLength(before);
});

test('where features are off, or the token has expired, that shows, and nothing is requested again', async () => {
  for (const [features, seconds, text] of [
    [[], 3_600, 'Nobody can be blocked here.'],
    [undefined, -60, 'Sign in to block people.'],
  ] as const) {
    const { context, network, session, requests } = await newUser(features && { features });
    session.token = await tokenFor(network, 'alice', 'user', seconds);
    const page = await openTab(context);
    await page.getByText(text).waitFor();
    await expectShown(page, EVERYTHING);
    await eventually(() => expect(requests.toSorted()).toEqual(['GET /user-activities', READ]));
    for (let times = 0; times < 3; times++) await comeBack(page);
    await page.clock.fastForward(3_600_000);
    expect(requests).toHaveLength(2);
  }
});

test('a user who signs out during a request sees nothing hidden, and the next user their own list', async () => {
  const { context, network, session, requests } = await newUser();
  const page = await openTab(context);
  await expectShown(page, EVERYTHING);
  const release = await hold(page, '**/block/members');
  await click(page, 'Block bob');
  await expectShown(page, WITHOUT_BOB);
  await click(page, 'Sign out');
  await page.getByText('Sign in to block people.').waitFor();
  await expectShown(page, EVERYTHING);
  release();
  await eventually(() => expect(requests).toContain('POST /block/members'));
  session.token = await tokenFor(network, 'zoe');
  await (await userOf(network, 'zoe'))('POST', '/block/members', { blockUserId: 'carol' });
  await click(page, 'Sign in');
  await expectShown(page, 'bob bob | carol');
});

test('whom the list does not answer for is asked about: mutual networks, and long lists', async () => {
  const mutual = await newUser({ hideMode: 'mutual' });
  const bob = await userOf(mutual.network, 'bob');
  await bob('POST', '/block/members', { blockUserId: 'alice' });
  const page = await openTab(mutual.context);
  await expectShown(page, 'carol | ');
  expect(mutual.requests.filter((request) => request === CHECK)).toHaveLength(1);
  await click(page, 'Block carol');
  await expectShown(page, ' | carol');
  await click(page, 'Unblock carol');
  await expectShown(page, 'carol | ');
  await bob('DELETE', '/block/members', { blockUserId: 'alice' });
  await comeBack(page);
  await expectShown(page, EVERYTHING);

  const long = await newUser();
  const ids = ['bob', ...Array.from({ length: 60 }, (_, n) => `a${n + 10}`)];
  await Promise.all(ids.map((blockUserId) => long.elsewhere('POST', '/block/members', { blockUserId })));
  const other = await openTab(long.context);
  await expectShown(other, `carol | ${ids.slice(1).join(' ')}`);
  await click(other, 'More');
  await expectShown(other, `carol | ${[...ids.slice(1), 'bob'].join(' ')}`);
  await comeBack(other);
  await click(other, 'Unblock bob');
  await expectShown(other, `bob carol bob | ${ids.slice(1).join(' ')}`);
});

test('the activity shows page by page, and what is new when the window gets the focus', async () => {
  const { context, network, elsewhere } = await newUser();
  const server = await serverOf(network);
  const react = (from: number, to: number) =>
    server('POST', '/events', {
      events: Array.from({ length: to - from }, (_, n) => ({
        event: 'v3.post.didAddReaction',
        occurredAt: new Date(1_700_000_000_000 + (from + n) * 1_000).toISOString(),
        data: {
          posts: [{ postId: `post-${from + n}` }],
          reactor: { reactionId: `r${from + n}`, reactionName: 'like', userId: 'alice' },
        },
      })),
    });
  await react(0, 15);
  // They are recorded in any order.
  await eventually(async () => {
    const { body } = await elsewhere('GET', '/user-activities?limit=50');
    expect(membersOf(body)['data']).toHaveLength(15);
  });
  const page = await openTab(context);
  const items = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  const numbers = async () => (await items.allInnerTexts()).map((text) => Number(text.split('post-')[1]));
  const downTo = (last: number, first: number) => Array.from({ length: first - last + 1 }, (_, n) => first - n);
  await click(page, 'More activity');
  await eventually(async () => expect(await numbers()).toEqual(downTo(0, 14)));
  await react(15, 18);
  await eventually(async () => {
    await comeBack(page);
    expect(await numbers()).toEqual(downTo(0, 17));
  });
});
