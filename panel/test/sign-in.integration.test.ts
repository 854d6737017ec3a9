/** Signing in and out, by link and through OpenID Connect, and the frame around every screen. */
import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import {
  adminLink,
  expectAccessible,
  openPanelBrowser,
  panelUrl,
  viewerLink,
} from '../../test/support/browser/panel-browser.ts';
import { cloud, createNetwork, eventually } from '../../test/support/service.ts';
import { adminOf, create } from '../../test/webhooks/admin.ts';

const panel = openPanelBrowser();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

describe('an admin link', () => {
  test('signs in, even if a response is lost, and its code is neither in the address bar nor in the history', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.newTab();
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/admin-links/redeem', lose, { times: 1 });
    await page.goto('about:blank');
    await page.goto(await adminLink(networkId));
    await heading(page, 'Webhooks').waitFor();
    expect(page.url()).toBe(`${panelUrl()}#/webhooks`);
    await page.goBack();
    expect(page.url()).not.toContain('link');
    await page.goForward();
    await page.getByRole('link', { name: networkId }).waitFor();
  });

  test('works after a reload and in other tabs, until its admin signs out in one, and is stored for none', async () => {
    const page = await panel.asAdmin(await createNetwork({ features: ['webhooks'] }), '/webhooks', { isFresh: true });
    await page.reload();
    await heading(page, 'Webhooks').waitFor();
    // Opened by its address: headless Chromium opens the tab of a click with Ctrl late, or never, on a busy machine.
    const address = await page.getByRole('link', { name: 'Audit trail' }).getAttribute('href');
    const other = await page.context().newPage();
    await other.goto(new URL(`${address}`, page.url()).href);
    await heading(other, 'Audit trail').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('eyJ');

    await other.getByRole('button', { name: /^Network .*signed in/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    await page.reload();
    await heading(page, 'Sign in to the admin panel').waitFor();
    // Through OpenID Connect, or the reason why it can't.
    await other.route('**/openid-configuration', (route) => route.abort(), { times: 1 });
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Sign-in failed').waitFor();
    // As from a bookmark of the address to which a sign-in page leads back.
    await other.goto(`${panelUrl()}?state=unknown&code=unknown`);
    await other.getByText('Sign-in failed: It was begun too long ago, or in another browser. Begin again.').waitFor();
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByLabel('User name').waitFor();
  });

  test('of a viewer offers nothing that changes the network, until an admin’s replaces it', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const { webhookId } = await create(await adminOf(networkId), { headers: { 'x-api-key': 'a key' } });
    const page = await panel.newTab();
    await page.goto(await viewerLink(networkId, 'root'));
    await page.getByRole('button', { name: /view only/ }).waitFor();
    await page.goto(`${panelUrl()}#/webhooks/${webhookId}`);
    await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor();
    for (const name of ['Edit', 'More actions', 'Send test event', 'Check the receiver', 'Reveal', 'Rotate']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await page.goto(`${panelUrl()}#/webhooks`);
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('link', { name: 'Create webhook' }).count()).toBe(0);

    await page.goto(`${panelUrl()}#/webhooks/${webhookId}/edit`);
    await page.getByText('You can look at this network').waitFor();
    await open(page, await adminLink(networkId));
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    expect(await page.getByLabel('Value').inputValue()).toBe('a key');
  });

  test('works once; a new one can be pasted into the sign-in page, and any other text is refused', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.newTab();
    const used = await adminLink(networkId);
    await page.goto(used);
    await heading(page, 'Webhooks').waitFor();
    const other = await panel.newTab({ isFresh: true });
    await other.goto(used);
    await other.getByText('The admin link does not work').waitFor();
    expect(other.url()).not.toContain('link');
    await other.getByLabel('Admin link').fill('https://example.com/');
    await other.getByRole('button', { name: 'Open link' }).click();
    await other.getByText('This is not an admin link').waitFor();
    await other.getByLabel('Admin link').fill(await adminLink(networkId));
    await other.keyboard.press('Enter');
    await heading(other, 'Webhooks').waitFor();
  });

  test('opened in a tab with another session asks first; a new link of the same admin is taken at once', async () => {
    const [networkId, other] = await Promise.all([createNetwork(), createNetwork()]);
    const page = await panel.asAdmin(networkId, '/webhooks/create');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://typed.example.com/');
    await open(page, await adminLink(networkId));
    expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('https://typed.example.com/');
    await open(page, `${panelUrl()}#link=not-complete`);
    await page.getByText(/^The admin link does not work.*You are still signed in as before/).waitFor();

    await open(page, await viewerLink(networkId));
    const dialog = page.getByRole('dialog', { name: 'Sign in as another admin?' });
    await dialog.getByText(`to the network ${networkId} as root`).waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).last().click();
    expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('https://typed.example.com/');
    await open(page, await adminLink(other));
    await dialog.getByRole('button', { name: `Sign in to ${other}` }).click();
    await page.getByRole('link', { name: other }).waitFor();
    await heading(page, 'Webhooks').waitFor();
    await page.goto('about:blank');
    await page.goto(await adminLink(networkId));
    await dialog.getByText(`to the network ${other} as root`).waitFor();
  });

  // A link that somebody else sends would sign an admin in to a network of theirs, unnoticed.
  test.each(['', '?from=mail'])('opened in a new tab asks first if another tab has a session: %j', async (query) => {
    const [networkId, foreign] = await Promise.all([createNetwork(), createNetwork()]);
    const page = await panel.asAdmin(networkId, '/webhooks', { isFresh: true });
    const openInNewTab = async (link: string) => {
      const tab = await page.context().newPage();
      await tab.goto(link.replace('#', `${query}#`));
      return tab;
    };
    const same = await openInNewTab(await adminLink(networkId));
    await same.getByRole('button', { name: `Network ${networkId}, signed in as root` }).waitFor();

    const tab = await openInNewTab(await adminLink(foreign));
    const dialog = tab.getByRole('dialog', { name: 'Sign in as another admin?' });
    await dialog.getByText(`to the network ${networkId} as root`).waitFor();
    expect(tab.url()).not.toContain('link');
    await dialog.getByRole('button', { name: 'Stay' }).last().click();
    await tab.getByRole('button', { name: `Network ${networkId}, signed in as root` }).waitFor();
    const other = await openInNewTab(await adminLink(foreign));
    await other.getByRole('button', { name: `Sign in to ${foreign}` }).click();
    await other.getByRole('button', { name: `Network ${foreign}, signed in as root` }).waitFor();
    await page.getByRole('button', { name: `Network ${networkId}, signed in as root` }).waitFor();
  });

  test('that has expired opens a dialog over the screen, and a new link continues there', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.newTab();
    await page.goto(await adminLink(networkId, -60));
    const ended = page.getByRole('dialog', { name: 'Your session has expired' });
    await ended.waitFor();
    await ended.getByText(`admin-link ${networkId}`).waitFor();
    await expectAccessible(page);
    // A screen that reads nothing again by itself.
    await page.goto(`${panelUrl()}#/event-types`);
    await ended.getByLabel('Admin link').fill(await adminLink(networkId));
    await ended.getByRole('button', { name: 'Open link' }).click();
    await page.getByRole('searchbox', { name: 'Find events' }).waitFor();
    await ended.waitFor({ state: 'hidden' });
  });
});

describe('OpenID Connect', () => {
  test('signs an admin in and out, and lets them switch between their networks', async () => {
    const page = await panel.newTab({ isFresh: true });
    await signIn(page);
    await page.getByRole('link', { name: 'demo' }).waitFor();
    expect(page.url()).toBe(`${panelUrl()}#/webhooks`);

    // As if the admin was in the group of the viewers as well.
    await page.evaluate(`for (const [name, value] of Object.entries(sessionStorage))
      sessionStorage.setItem(name, value.replace('"cognito:groups":[', '$&"demo_viewer",'))`);
    await page.reload();
    await page.getByRole('button', { name: 'Network demo, signed in' }).click();
    await page.getByRole('menuitem', { name: 'other' }).click();
    await page.getByRole('link', { name: 'other' }).waitFor();
    await heading(page, 'Webhooks').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(panelUrl());
    await tab.getByRole('link', { name: 'other' }).waitFor();

    await page.getByRole('button', { name: /^Network other/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in to the admin panel').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('User name').waitFor();
  });

  test('leads to the screen of a mail’s link, renews a session for anybody, and is ended by an admin link', async () => {
    const networkId = await createNetwork();
    const page = await panel.newTab({ isFresh: true });
    await signIn(page, '#/webhooks/create?network=other', 'Create webhook');
    expect(page.url()).toBe(`${panelUrl()}#/webhooks/create`);
    await page.reload();
    await page.getByRole('link', { name: 'other' }).waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill('https://typed.example.com/');
    const ended = page.getByRole('dialog', { name: 'Your session has expired' });
    const expireNow = async () => {
      await page.route('**/webhooks', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await ended.waitFor();
      await page.unroute('**/webhooks');
    };
    await expireNow();
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    await ended.waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('https://typed.example.com/');

    // Somebody else who signs in again is named, and offered what they may do.
    await expireNow();
    await page.context().clearCookies();
    await page.evaluate('{ const { open } = window; window.open = () => { window.open = open; return null; }; }');
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    await ended.getByText('Sign-in failed: The browser has not opened the window.').waitFor();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      ended.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await popup.getByLabel('User name').fill('demo-viewer');
    await popup.getByLabel('Password').fill('demo-viewer');
    await popup.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Network demo, view only, signed in as demo-viewer@example.com' }).waitFor();

    await open(page, await adminLink(networkId));
    await page.getByRole('button', { name: `Sign in to ${networkId}` }).click();
    await page.getByRole('button', { name: `Network ${networkId}, signed in as root` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    await page.reload();
    await heading(page, 'Sign in to the admin panel').waitFor();
  });
});

describe('an access token that has expired while the tab was asleep', () => {
  test('is renewed by the next call, without a question, for every tab with the session', async () => {
    // A screen that reads nothing again by itself.
    const page = await panel.newTab({ isFresh: true });
    await signIn(page, '#/event-types', 'Event catalogue');
    const other = await page.context().newPage();
    await other.goto(`${panelUrl()}#/event-types`);
    await heading(other, 'Event catalogue').waitFor();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${panelUrl()}#/event-types`);
    await heading(elsewhere, 'Event catalogue').waitFor();
    await elsewhere.evaluate(`for (const name of Object.keys(sessionStorage)) sessionStorage.setItem(name, 'its own')`);
    // Both have the same session, of which the first renews both.
    const endsAt = Date.now() / 1_000 + 30;
    for (const tab of [page, other]) await expire(tab, endsAt);
    for (const tab of [page, other]) {
      await tab.getByRole('link', { name: 'Audit trail' }).click();
      await tab.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(1).waitFor();
      expect(await tab.getByRole('dialog', { name: 'Your session has expired' }).count()).toBe(0);
    }
    // Where that is not possible, the admin is asked.
    await page.route(/\/token$/, (route) => route.abort());
    await expire(page, endsAt);
    await page.getByRole('link', { name: 'Network', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
    // A tab with another session keeps that.
    expect(new Set(await elsewhere.evaluate<string[]>('Object.values(sessionStorage)'))).toEqual(new Set(['its own']));
  });
});

describe('the frame', () => {
  // The screens have their own checks.
  test('has no serious accessibility problem before a sign-in, and remembers the chosen appearance', async () => {
    const page = await panel.newTab({ isFresh: true });
    const held = Promise.withResolvers<void>();
    await page.route('**/config.json', (route) => held.promise.then(() => route.abort()));
    await page.goto(panelUrl());
    await page.getByText('Signing in').waitFor();
    held.resolve();
    await page.getByText('This page could not be displayed').waitFor();
    await page.unroute('**/config.json');
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading(page, 'Sign in to the admin panel').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    await page.locator('body.awsui-dark-mode').waitFor();
    await page.reload();
    await page.locator('body.awsui-dark-mode').waitFor();
    await heading(page, 'Sign in to the admin panel').waitFor();
    await expectAccessible(page);
  });

  test('says what is wrong while the service does not answer, and goes on by itself', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.asAdmin(networkId, '/webhooks', { isFresh: true });
    await page.clock.install();
    await page.reload();
    await page.getByText('This network has no webhooks yet').waitFor();
    const isShownLater = (warning: string, isShown: boolean) =>
      eventually(async () => {
        await page.clock.fastForward(5_000);
        expect(await page.getByText(warning).isVisible()).toBe(isShown);
      }, 40_000);
    // What is read once for the whole panel is read again, too.
    await page.route('**/network', (route) => route.abort());
    await page.reload();
    await isShownLater('The service can’t be reached', true);
    await page.unroute('**/network');
    await isShownLater('The service can’t be reached', false);
    await page.route('**/webhooks', (route) => route.abort());
    await isShownLater('The service can’t be reached', true);
    await page.getByText('This network has no webhooks yet').waitFor();
    await page.unroute('**/webhooks');
    const failing = { status: 503, headers: { 'x-request-id': 'r-17' }, json: { message: 'Unavailable' } };
    await page.route('**/webhooks', (route) => route.fulfill(failing));
    await isShownLater('The service responds with errors', true);
    await page.getByText('An operator can find the last one by its request ID: r-17.').waitFor();
    await page.unroute('**/webhooks');
    await isShownLater('The service responds with errors', false);
  });

  test('opens a screen that could not be loaded during an outage once that is over', async () => {
    const page = await panel.asAdmin(await createNetwork(), undefined, { isFresh: true });
    await page.clock.install();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await page.getByText('This page opens once it can').waitFor();
    await page.context().setOffline(false);
    await page.clock.fastForward(3_000);
    await heading(page, 'Audit trail').waitFor();
  });

  test('does not show the screen before under the address of one whose code is being loaded', async () => {
    const page = await panel.newTab({ isFresh: true });
    const held = Promise.withResolvers<void>();
    await page.route(/lazy-screens-.*\.js$/, (route) => held.promise.then(() => route.continue()));
    await page.goto(await adminLink(await createNetwork()));
    await heading(page, 'Webhooks').waitFor();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await page.getByText('Loading the page').waitFor();
    expect(await heading(page, 'Webhooks').count()).toBe(0);
    held.resolve();
    await heading(page, 'Audit trail').waitFor();
  });

  test('has a page for unknown addresses', async () => {
    const page = await panel.asAdmin(await createNetwork(), '/nowhere');
    await heading(page, 'Page not found').waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to main content' }).and(page.locator(':focus')).press('Enter');
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Go to webhooks' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Go to webhooks' }).click();
    await heading(page, 'Webhooks').waitFor();
    const documentation = page.getByRole('link', { name: 'Documentation' });
    expect(await documentation.getAttribute('href')).toBe('/docs/');
  });
});

/** Opens a link in the tab as an admin does who pastes it into the address bar; its code must not stay there. */
async function open(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForURL((url) => !url.hash.includes('link='));
}

/** Signs in at the address of a screen, as a link in a mail has it. */
async function signIn(page: Page, at = '', screen = 'Webhooks'): Promise<void> {
  await page.goto(`${panelUrl()}${at}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill('admin');
  await page.keyboard.press('Enter');
  await heading(page, screen).waitFor();
}

/** Has the token of a tab expired: the API refuses it, and the tab knows when it ends, in seconds since 1970. */
async function expire(page: Page, endsAt: number): Promise<void> {
  const stored = `Object.entries(sessionStorage).find(([name]) => name.startsWith('oidc.user:'))`;
  const token = await page.evaluate(`JSON.parse(${stored}[1]).access_token`);
  await page.route(`${cloud().url}/**`, (route) =>
    route.request().headers()['authorization']?.endsWith(`~${token}`)
      ? route.fulfill({ status: 401, json: { message: 'Unauthorized' } })
      : route.fallback(),
  );
  await page.evaluate(`{
    const [name, value] = ${stored};
    sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(value), expires_at: ${endsAt} }));
  }`);
}
