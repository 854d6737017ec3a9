/** What tests of the panel share: a browser, an admin signed in by link, and a screen's accessibility check. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import { adminLink as newLink } from '@social-platform-services/ctl/tokens';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import * as v from 'valibot';
import { AdminLink } from '../../../lambdas/auth/admin-links-table.ts';
import { launchChromium } from '../chromium.ts';
import { eventually, patience } from '../eventually.ts';
import { cloud, connection, tokenFor } from '../service.ts';
import { expectDocumentedIn } from './expect-documented.ts';

/** The timeout of one step, shorter than a test's, so that the error names the step. */
const STEP_MS = patience(40_000);

interface TabOptions extends BrowserContextOptions {
  /** Whether the tab has its own context, for a test that changes what tabs share: storage, clock, connection. */
  readonly isFresh?: boolean;
}

export interface PanelBrowser {
  /** A new tab, not signed in. */
  newTab(options?: TabOptions): Promise<Page>;
  /**
   * A new tab, signed in as the admin `root` of the network, as an admin link leaves it. `screen` is the address to
   * open, such as `/network`.
   */
  asAdmin(networkId: string, screen?: string, options?: TabOptions): Promise<Page>;
}

/**
 * A browser for the tests of a file. Any error of a page, including a blocked script, fails the file.
 *
 * Tabs share what the browser has cached of the panel, so that it isn't loaded and compiled again for each test, and
 * are closed after their test, so that none refreshes on. A session is one tab's, so a test that stores nothing else
 * needs no context of its own.
 */
export function openPanelBrowser(): PanelBrowser {
  jest.setTimeout(patience(120_000));
  let browser: Browser;
  const errors: string[] = [];
  const shared = new Map<string, BrowserContext>();
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterEach(async () => {
    for (const context of browser.contexts()) await Promise.all(context.pages().map((page) => page.close()));
  });
  afterAll(async () => {
    await browser.close();
    expect(errors).toEqual([]);
  });

  async function contextFor({ isFresh = false, ...options }: TabOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const existing = shared.get(key);
    if (existing !== undefined && !isFresh) return existing;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(STEP_MS);
    await context.addInitScript(quickIntervals);
    expectDocumentedIn(context);
    if (!isFresh) shared.set(key, context);
    return context;
  }

  async function newTab(options: TabOptions = {}): Promise<Page> {
    const page = await (await contextFor(options)).newPage();
    page.on('pageerror', (error) => errors.push(`${error}`));
    page.on('console', (message) => {
      // Chromium reports every response of 400 and above, and every lost connection: tests cause them.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        errors.push(message.text());
      }
    });
    return page;
  }

  return {
    newTab,
    async asAdmin(networkId, screen = '/', options = {}) {
      const page = await newTab(options);
      // A small file of the panel's origin: the session has to be stored before the panel is loaded.
      await page.goto(`${panelUrl()}config.json`);
      const token = await tokenFor(networkId, 'root', 'admin');
      await page.evaluate(`sessionStorage.setItem('sps.link-token', ${JSON.stringify(token)})`);
      await page.goto(`${panelUrl()}#${screen}`);
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      return page;
    },
  };
}

/** What a page repeats every few seconds it repeats four times as often, so that tests wait for less. */
const quickIntervals = `{
  const { setInterval } = globalThis;
  globalThis.setInterval = (run, milliseconds, ...rest) => setInterval(run, milliseconds / 4, ...rest);
}`;

export const panelUrl = (): string => `${cloud().url}/admin/`;

/** A link of `root`, as `ctl admin-link` prints it. With a negative lifetime, the session has expired already. */
export const adminLink = (networkId: string, sessionSeconds = 3_600): Promise<string> =>
  linkFor({ networkId, userId: 'root', role: 'admin', sessionSeconds });

/** The link that `ctl admin-link --viewer` prints. */
export const viewerLink = (networkId: string, userId = 'guest'): Promise<string> =>
  linkFor({ networkId, userId, role: 'viewer', sessionSeconds: 3_600 });

const linkFor = (link: v.InferInput<typeof AdminLink>): Promise<string> =>
  newLink(connection(), panelUrl(), v.parse(AdminLink, link));

/** What `expectAccessible` checks. */
interface AxeScope {
  /** Whether violations of any impact count; otherwise serious and critical ones. */
  readonly everyImpact?: boolean;
  /** Names of axe's rules; all of them if there are none. */
  readonly rules?: readonly string[];
}

/** Checks a screen with axe: there must be no violations. */
export async function expectAccessible(page: Page, { everyImpact = false, rules = [] }: AxeScope = {}): Promise<void> {
  // Details of what has passed take long on large pages.
  // The legacy mode, which needs no second tab, leaves out frames: the panel has none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  const counted = violations.filter(({ impact }) => everyImpact || impact === 'serious' || impact === 'critical');
  const findings = counted.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`,
  );
  expect(findings).toEqual([]);
}

/**
 * Shows the screen from a phone's width on: no table may be wider than its frame, where its last columns are hidden, or
 * lack a link, such as the one that opens a row.
 */
export async function expectTablesFit(page: Page): Promise<void> {
  const clipped = `[...document.querySelectorAll('main table')]
    .filter((table) => table.offsetWidth > table.parentElement.clientWidth)
    .map((table) => table.getAttribute('aria-label'))`;
  const links = page.locator('main table').getByRole('link');
  const [size, count] = [page.viewportSize(), await links.count()];
  for (const width of [320, 600, 690, 1_024]) {
    await page.setViewportSize({ width, height: 844 });
    await eventually(async () =>
      expect({ width, clipped: await page.evaluate(clipped), count: await links.count() }).toEqual({
        width,
        clipped: [],
        count,
      }),
    );
  }
  if (size !== null) await page.setViewportSize(size);
}

/**
 * No name in a table or a list is broken within a word: only behind punctuation, or before a capital letter of
 * `didCreate`. IDs, which are no words, may be broken anywhere.
 */
export async function expectWholeWords(page: Page): Promise<void> {
  expect(await page.evaluate(brokenWords)).toEqual([]);
}

const brokenWords = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lineOf = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getClientRects()[0]?.top;
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data;
    if (node.parentElement.closest('pre, script, style, [aria-hidden=true]') !== null) continue;
    for (let at = 1; at < text.length; at++) {
      const isWithin = /[a-z0-9][a-z0-9]/.test(text.slice(at - 1, at + 1));
      if (!isWithin || lineOf(node, at - 1) === undefined || lineOf(node, at) <= lineOf(node, at - 1) + 4) continue;
      const word = text.slice(0, at).match(/\\w*$/)[0] + text.slice(at).match(/^\\w*/)[0];
      if (!/^(wh_)?[0-9a-f]{12,}$|^[0-9A-Z]{20,}$/.test(word)) broken.push(word);
    }
  }
  return broken;
})()`;

/**
 * From a tablet's width on, each ID of the screen is one line, and each button that copies is in the last line of what
 * it copies. An ID in a text to copy, such as an address, may be broken.
 */
export async function expectWholeIds(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [768, 1_280, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(async () =>
      expect({ width, broken: await page.evaluate(brokenIds) }).toEqual({ width, broken: [] }),
    );
  }
  if (size !== null) await page.setViewportSize(size);
}

const brokenIds = `(() => {
  const linesOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  };
  const rightOf = (element) => element?.getBoundingClientRect().right ?? Infinity;
  const ids = [...document.querySelectorAll('main :is(.breakable, .id)')]
    .filter(({ textContent }) => /^(wh_[0-9a-f]{32}|[0-9a-f-]{25,36}|[0-9A-Z]{26})$/.test(textContent))
    .filter(
      (id) => new Set(linesOf(id).map(({ top }) => Math.round(top))).size > 1 || rightOf(id) > rightOf(id.closest('td, th')),
    )
    .map(({ textContent }) => textContent);
  const alone = [...document.querySelectorAll('main .copyable')]
    .filter((one) => one.querySelector('button').getBoundingClientRect().top >= linesOf(one.firstElementChild).at(-1).bottom)
    .map(({ textContent }) => 'the button of ' + textContent);
  return [...ids, ...alone];
})()`;

/** Each button is within its frame, and none touches another one. */
export async function expectButtonsFit(page: Page): Promise<void> {
  await eventually(async () => expect(await page.evaluate(crowdedButtons)).toEqual([]));
}

const crowdedButtons = `(() => {
  const buttons = [...document.querySelectorAll('main :is(button, a[class*="awsui_button_"])')].map((button) => ({
    name: button.textContent || button.ariaLabel,
    place: button.getBoundingClientRect(),
  }));
  const touch = (a, b) => a.right + 2 > b.left && b.right + 2 > a.left && a.bottom > b.top && b.bottom > a.top;
  const shown = buttons.filter(({ place }) => place.width > 0);
  return shown
    .filter(({ place }, index) => {
      const isCut = place.right > innerWidth || place.left < 0;
      return isCut || shown.slice(index + 1).some((other) => touch(place, other.place));
    })
    .map(({ name }) => name);
})()`;

/** Has the page read lists in parts of a few rows, so that a test of older ones needs few: a screen's, or a download's. */
export async function withPagesOf(rows: number, page: Page): Promise<void> {
  await page.route(/[?&]limit=(50|100)\b/, (route) => {
    const url = route.request().url();
    return route.continue({ url: url.replace(/limit=(50|100)/, `limit=${rows}`) });
  });
}
