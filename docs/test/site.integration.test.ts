/** The documentation site of the shared local cloud: pages, links and "try it" forms, as a browser sees them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, openPanelBrowser } from '../../test/support/browser/panel-browser.ts';
import { eventually, patience } from '../../test/support/eventually.ts';
import { rawRequest as raw } from '../../test/support/raw-request.ts';
import { cloud, tokenFor } from '../../test/support/service.ts';
import { docsFolder } from '../.vitepress/build.ts';

const browser = openPanelBrowser();
const url = (path: string): string => `${cloud().url}/docs/${path}`;

// The first request builds the site, unless it is current.
beforeAll(() => eventually(async () => expect((await raw('/docs/')).status).toBe(200), 180_000), patience(180_000));

test('the site is at /docs/, /docs redirects there, and a folder shows its index', async () => {
  expect(await raw('/docs')).toMatchObject({ status: 302, headers: { location: '/docs/' } });
  for (const path of ['/docs/', '/docs/spec/']) {
    expect(await raw(path)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    });
  }
});

test('an unknown page is 404, with a page that says so', async () => {
  const { status, headers, body } = await raw('/docs/guides/nothing.html');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' });
  expect(body.toString()).toContain('<title>404');
});

test('every link of the site leads to a page and a heading, or to a file', () => {
  const pages = sitePages();
  expect(pages.size).toBeGreaterThan(60);
  // A form can't sign, as receivers do.
  expect([...pages.values()].filter((text) => /Try it: \w+ \/webhooks\/{webhookId}\/ledger/.test(text))).toEqual([]);
  expect(brokenSiteLinks(pages)).toEqual([]);
});

test('a line break between two links, words in bold or pieces of code is a space', () => {
  const joined = [...sitePages()].flatMap(([page, text]) =>
    Array.from(text.matchAll(/.{0,30}<\/(?:a|code|em|strong)><(?:a|code|em|strong)[ >].{0,30}/g), ([found]) => [
      page,
      found,
    ]),
  );
  expect(joined).toEqual([]);
});

test('no page shows the comments of its source', () => {
  const pages = [...sitePages()].filter(([page]) => page.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(60);
  const shown = pages.filter(([, text]) => text.replaceAll(/<code.*?<\/code>/gs, '').includes('&lt;!--'));
  expect(shown.map(([page]) => page)).toEqual([]);
});

// The package leaves out names that begin with a dot.
test.each([
  ['examples/receivers/receiver.mjs', 'examples/receivers/receiver.mjs'],
  ['.github/aws/deploy-roles.yaml', 'dot-github/aws/deploy-roles.yaml'],
])('%s, to which a guide links, is on the site as it is in the repository', async (file, onSite) => {
  const { headers, body } = await raw(`/docs/source/${onSite}.txt`);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.toString()).toBe(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
});

test('every page is at its address as Markdown too, and llms.txt lists them, within bounds', async () => {
  const { headers, body } = await raw('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.length).toBeLessThan(10_000);
  expect((await raw('/docs/llms.txt')).body).toEqual(body);
  const listed = [...body.toString().matchAll(/\]\((.+?)\)/g)].map(([, path = '']) => path);
  const files = globSync('**/*.md', { cwd: 'docs' }).map((file) => BASE + file.replace(/README\.md$/, 'index.md'));
  expect(listed.toSorted()).toEqual(files.toSorted());
  const full = await raw('/llms-full.txt');
  expect(full.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect([...full.body.toString().matchAll(/^<!-- (\/docs\/.+) -->$/gm)].map(([, path]) => path)).toEqual(listed);
  for (const path of listed) {
    const page = await raw(path);
    expect({ path, status: page.status, isShort: page.body.length < 100_000 }).toEqual({
      path,
      status: 200,
      isShort: true,
    });
    expect({ path, badLink: page.body.toString().match(/\]\((?![a-z]+:|#|\/docs\/)[^)\s]+\)/) }).toEqual({
      path,
      badLink: null,
    });
  }
  expect((await raw('/docs/guides/errors.md')).headers['content-type']).toBe('text/markdown; charset=utf-8');
});

test('the OpenAPI document in version 3.0 is beside the pages', async () => {
  const { headers, body } = await raw('/docs/openapi-3.0.json');
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body.toString())).toMatchObject({ openapi: '3.0.3' });
});

describe('in a browser', () => {
  let page: Page;
  const elsewhere: string[] = [];
  beforeEach(async () => {
    page = await browser.newTab({ colorScheme: 'light' });
    page.on('request', (request) => {
      if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== cloud().url) elsewhere.push(request.url());
    });
  });

  /** Checks the page in light mode with these options, and in dark mode for what differs: the colours. */
  async function expectAccessibleInBothModes(options: { everyImpact?: boolean } = {}): Promise<void> {
    expect(await page.locator('html.dark').count()).toBe(0);
    await expectAccessible(page, options);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor();
    await expectAccessible(page, { ...options, rules: ['color-contrast'] });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark)').waitFor();
  }

  /** The field of the search, in its box. */
  async function openSearch() {
    const search = page.getByRole('searchbox');
    // The page takes keys once its scripts have run.
    await eventually(async () => {
      await page.keyboard.press('Control+k');
      await search.waitFor({ timeout: 1_000 });
    });
    return search;
  }

  test('a guide is opened from the start page, without a finding of axe and without another host', async () => {
    await page.goto(url(''));
    await page.getByRole('heading', { name: 'Social Platform Services', level: 1 }).waitFor();
    await expectAccessibleInBothModes();
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: 'Block users, hide content' }).click();
    await page.getByRole('heading', { name: 'Block users, and hide their content' }).waitFor();
    expect(page.url()).toBe(url('guides/blocking.html'));
    await expectAccessibleInBothModes();
    expect(elsewhere).toEqual([]);
  });

  test('on a phone no page is wider than the screen, and the menu is there', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['', 'guides/errors.html', 'api.html', 'api/webhooks.html', 'spec/delivery.html', 'cost.html']) {
      await page.goto(url(path));
      expect({ path, scrollWidth: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({
        path,
        scrollWidth: 390,
      });
    }
    await page.getByRole('button', { name: 'mobile navigation' }).click();
    await page.locator('.VPNavScreen').getByRole('link', { name: 'Admin panel' }).waitFor();
  });

  test('the search finds guides first, also by words that they do not use', async () => {
    await page.goto(url(''));
    const searches = {
      'rate limit': 'limits',
      retry: 'recovery',
      gdpr: 'back-ends',
      'signing formula': 'webhooks',
      latency: 'failures',
      timeout: 'failures',
      sso: 'sign-on',
      kotlin: 'mobile',
      swift: 'mobile',
      ngrok: 'local',
      region: 'regions',
      mute: 'comparison',
      'webhook.didGoDown': 'recovery',
      postman: 'openapi',
    };
    const search = await openSearch();
    const results = page.locator('.VPLocalSearchBox .result');
    for (const [words, guide] of Object.entries(searches)) {
      // So that no result is that of the search before.
      await search.fill('');
      await results.first().waitFor({ state: 'detached' });
      await search.fill(words);
      await page.locator(`.VPLocalSearchBox .result[href*="/guides/${guide}.html"]`).first().waitFor();
      expect({ words, first: await results.first().getAttribute('href') }).toEqual({
        words,
        first: expect.stringContaining('/docs/guides/'),
      });
    }
  });

  test('the search finds decisions, too, behind all other pages', async () => {
    await page.goto(url(''));
    const search = await openSearch();
    await search.fill('recovery');
    const results = page.locator('.VPLocalSearchBox .result');
    await results.first().waitFor();
    const found = await Promise.all((await results.all()).map((link) => link.getAttribute('href')));
    const isDecision = found.map((href) => href?.includes('/adr/') ?? false);
    expect(isDecision).toEqual(isDecision.toSorted((a, b) => Number(a) - Number(b)));
    await search.fill('gradient2');
    await page.locator('.VPLocalSearchBox .result[href*="/adr/0015-one-controller.html"]').first().waitFor();
  });

  test('the reference calls the stage with “try it”, without a finding of axe and without another host', async () => {
    await page.goto(url('api/blocking.html'));
    await page.getByText('Python').first().click();
    await page.getByText('requests.post').first().waitFor();
    const tryIt = page.getByRole('button', { name: 'Try it: GET /block/members' });
    await page.route('**/admin/config.json', (route) => route.abort(), { times: 1 });
    await tryIt.click();
    await page.getByText('The stage is unknown').waitFor();
    await tryIt.click();
    await tryIt.click();
    await page.getByLabel('Access token').fill(` ${await tokenFor('demo', 'a-reader')} `);
    await page.getByLabel('checkList').fill('bob\nd,ave');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^200, after/).waitFor();
    expect(JSON.parse(`${await page.getByLabel('Response').textContent()}`)).toEqual({ bob: false, 'd,ave': false });
    await expectAccessibleInBothModes({ everyImpact: true });
    expect(elsewhere).toEqual([]);
  });
});

const BASE = '/docs/';
const LINK = /<a [^>]*?href="([^"]+)"/g;
const ID = / id="([^"]+)"/g;

/** The text of each file of the site that is no asset, by its path in the URL, such as `/docs/api.html`. */
function sitePages(): ReadonlyMap<string, string> {
  const folder = join(docsFolder, 'pages');
  const files = globSync('**/*.*', { cwd: folder });
  return new Map(files.map((file) => [BASE + file, readFileSync(join(folder, file), 'utf8')]));
}

/** The links whose file or anchor is missing, each as `page: link`. The admin panel is on the same host, and exists. */
function brokenSiteLinks(pages: ReadonlyMap<string, string>): readonly string[] {
  const html = [...pages].filter(([path]) => path.endsWith('.html'));
  const headings = html.flatMap(([path, text]) => [...text.matchAll(ID)].map(([, id]) => `${path}#${id}`));
  const targets = new Set(['/admin/', ...pages.keys(), ...headings]);
  return html.flatMap(([path, text]) =>
    [...text.matchAll(LINK)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link) && !targets.has(targetOf(link, path)))
      .map((link) => `${path}: ${link}`),
  );
}

/** The file that a link leads to, with the heading; lines of a text file are no headings. */
function targetOf(link: string, from: string): string {
  const { pathname, hash } = new URL(link, `http://localhost${from}`);
  if (pathname === '/admin/' || pathname.endsWith('.txt')) return pathname;
  return `${pathname.replace(/\/$/, '/index.html')}${decodeURIComponent(hash)}`;
}
