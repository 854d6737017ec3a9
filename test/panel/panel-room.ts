/** What the tests of the panel share: a browser, an admin who came by link, and what must hold on every screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { cloud, tokenFor } from '../support/service.ts';

/** Milliseconds that a step may take before the test says which one it was. */
const STEP_MILLISECONDS = 15_000;

export interface PanelBrowser {
  /** A tab of its own, without anyone signed in. */
  newTab(options?: BrowserContextOptions): Promise<Page>;
  /** A tab in which an admin of the network has opened a link. `screen` is the address to go to, such as `/network`. */
  asAdmin(networkId: string, screen?: string, options?: BrowserContextOptions): Promise<Page>;
}

/** A browser for the tests of this file. What any page complains of, a blocked script included, fails the file. */
export function openPanelBrowser(): PanelBrowser {
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    expect(complaints).toEqual([]);
  });

  async function newTab(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(STEP_MILLISECONDS);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`${error}`));
    page.on('console', (message) => {
      // Chromium reports every answer of 400 and above, and every lost connection: tests provoke them.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text());
      }
    });
    return page;
  }

  return {
    newTab,
    async asAdmin(networkId, screen, options) {
      const page = await newTab(options);
      await page.goto(await adminLink(networkId));
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      if (screen !== undefined) await page.goto(`${panelUrl()}#${screen}`);
      return page;
    },
  };
}

export const panelUrl = (): string => `${cloud().url}/admin/`;

/** What `ctl admin-link` prints. With a negative lifetime it has expired already. */
export const adminLink = async (networkId: string, lifetimeSeconds?: number): Promise<string> =>
  `${panelUrl()}#token=${await tokenFor(networkId, 'root', 'admin', lifetimeSeconds)}`;

/** Holds a screen against axe's rules: nothing serious or critical may be found. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const findings = grave.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`,
  );
  expect(findings).toEqual([]);
}
