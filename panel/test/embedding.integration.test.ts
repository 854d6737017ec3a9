/** The panel in a frame of a stranger's product, with the guide's code, and where frames have no storage. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { setBranding } from '@social-platform-services/ctl/branding';
import type { Page } from 'playwright-core';
import { openPanelBrowser, panelUrl } from '../../test/support/browser/panel-browser.ts';
import { connection, createNetwork, EMBED_ORIGIN, eventually, tokenFor } from '../../test/support/service.ts';

const panel = openPanelBrowser();

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/admin-panel.md'), 'utf8');
const productPage = (): string =>
  `<!doctype html><title>A product</title>${/```html\n([\s\S]*?)```/.exec(guide)?.[1]}`.replace(
    'https://panel.example.com/admin/',
    panelUrl(),
  );

/** One pixel. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** As browsers do in frames of other sites when they block their storage. */
const blockStorageOfFrames = `if (window.parent !== window) {
  const get = () => { throw new DOMException('The storage of frames is blocked.', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel', 'caches'])
    Object.defineProperty(window, name, { get });
}`;

/** Serves the product's page, and its tokens, one after the other. */
async function serveProduct(page: Page, tokens: readonly string[]): Promise<void> {
  const left = [...tokens];
  await page.addInitScript(blockStorageOfFrames);
  await page.route(`${EMBED_ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: productPage() }));
  await page.route(`${EMBED_ORIGIN}/panel-token`, (route) => route.fulfill({ body: left.shift() ?? '' }));
}

test('a product signs its admins in, who create a webhook; what is no token, or anybody else’s, is ignored', async () => {
  const [networkId, foreign] = await Promise.all([createNetwork(), createNetwork()]);
  await setBranding(connection(), networkId, 'name', 'Riverside');
  await setBranding(connection(), networkId, 'logo', LOGO);
  await setBranding(connection(), networkId, 'accent', { light: '#0b57d0', dark: '#a8c7fa' });
  const page = await panel.newTab({ isFresh: true });
  // The first one has expired already: the panel asks for another, which the product does not have at first.
  const tokens = [await tokenFor(networkId, 'ada', 'admin', -60), '<h1>You are signed out</h1>'];
  await serveProduct(page, [...tokens, await tokenFor(networkId, 'ada', 'admin')]);
  const answers: string[] = [];
  page.on('response', (response) => response.url().endsWith('/panel-token') && answers.push(response.url()));
  await page.goto(`${EMBED_ORIGIN}/`);
  const frame = page.frameLocator('#webhooks');
  const ended = frame.getByRole('dialog', { name: 'Your session has expired' });
  await eventually(() => expect(answers).toHaveLength(2));
  await ended.waitFor();
  await page.frames()[1]?.evaluate(`new Promise((resolve) => setTimeout(resolve, 200))`);
  expect(await ended.isVisible()).toBe(true);
  await page.evaluate('sendToken()');
  await ended.waitFor({ state: 'hidden' });
  const logo = frame.getByRole('link', { name: 'Riverside' }).locator('img');
  expect(await logo.getAttribute('src')).toBe(LOGO);
  // The widest that a network may have leaves room for what is beside it.
  await page.frames()[1]?.evaluate(`{
    const wide = Object.assign(document.createElement('canvas'), { width: 1024, height: 40 }).toDataURL();
    const images = [...document.querySelectorAll('#top-bar img')];
    Promise.all(images.map((image) => Object.assign(image, { src: wide }).decode()));
  }`);
  const { width = 0 } = (await logo.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(100);
  expect(width).toBeLessThanOrEqual(128);
  await frame.getByRole('link', { name: 'Create webhook' }).first().click();
  await frame.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/embedded');
  await frame.getByRole('button', { name: 'Create webhook' }).click();
  await frame.getByRole('heading', { name: 'Webhook created' }).waitFor();
  await frame.getByRole('link', { name: 'Webhooks' }).first().click();
  await frame.getByRole('table').getByText('hooks.example.com/embedded').waitFor();

  // As a page of another origin would send it, or another window than the one around the panel.
  const data = JSON.stringify({ type: 'sps.token', token: await tokenFor(foreign, 'eve', 'admin') });
  const accents = await page.frames()[1]?.evaluate(`{
    for (const [origin, source] of [['${EMBED_ORIGIN}0', parent], ['null', parent], ['${EMBED_ORIGIN}', window]])
      dispatchEvent(new MessageEvent('message', { data: ${data}, origin, source }));
    const { style } = document.documentElement;
    new Promise((resolve) => setTimeout(resolve, 200)).then(() =>
      ['--accent-light', '--accent-dark'].map((name) => style.getPropertyValue(name)));
  }`);
  expect(accents).toEqual(['#0b57d0', '#a8c7fa']);
  await frame.getByRole('button', { name: `Network ${networkId}, signed in as ada` }).waitFor();
  expect(await frame.getByText(foreign).count()).toBe(0);
});
