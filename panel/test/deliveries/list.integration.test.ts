import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { kept, newTestNetwork, numbered, post, webhookTo, wholeLog } from '../../../test/e2e/delivery-network.ts';
import {
  expectAccessible,
  expectTablesFit,
  expectWholeIds,
  openPanelBrowser,
  withPagesOf,
} from '../../../test/support/browser/panel-browser.ts';
import { startReceiver } from '../../../test/support/receivers/http-receivers.ts';
import { eventually } from '../../../test/support/service.ts';
import { failedDeliveries, listed } from './failed-deliveries.ts';

const panel = openPanelBrowser();

const table = (page: Page) => page.getByRole('table', { name: 'Deliveries' });
const eventLinks = (page: Page) => table(page).getByRole('link');

const filterField = (page: Page) => page.getByRole('combobox', { name: 'Filter' });

/** Types a filter, such as `State = Failed`. */
async function addFilter(page: Page, filter: string): Promise<void> {
  await filterField(page).fill(filter);
  await filterField(page).press('Enter');
}

/** Waits until the table has so many rows. */
const hasRows = (page: Page, count: number) =>
  eventually(async () => expect(await table(page).locator('tbody tr:has(a)').count()).toBe(count), 15_000);

describe('the list of deliveries', () => {
  test('shows what arrives, keeps rows in place while they are used, and says that the webhook is disabled', async () => {
    const network = await newTestNetwork();
    const { webhookId } = await webhookTo(network.admin, await kept(startReceiver()));
    const page = await panel.asAdmin(network.networkId, `/webhooks/${webhookId}/deliveries`);
    await page.getByText('No deliveries yet').waitFor();
    await post(network.server, numbered(1, 'shop.didOpen'));
    const first = table(page).getByRole('link', { name: 'shop.didOpen' });
    await first.hover();
    await post(network.server, numbered(2, 'shop.didClose'));
    const showNewer = page.getByRole('button', { name: 'Show 2 new' });
    await showNewer.waitFor();
    expect(await eventLinks(page).allTextContents()).toEqual(['shop.didOpen']);
    await showNewer.press('Enter');
    await eventLinks(page).nth(2).waitFor();
    expect(await eventLinks(page).last().textContent()).toBe('shop.didOpen');

    // Nothing is held back for a selected row that is delivered meanwhile.
    let state = 'retrying';
    await page.route(/deliveries\?limit/, async (route) => {
      const response = await route.fetch();
      const { results, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, results: results.map((row: object) => ({ ...row, state })) } });
    });
    const retrying = page.getByRole('checkbox', { name: /^Select the retrying/ });
    await retrying.first().check();
    state = 'delivered';
    await page.getByRole('button', { name: 'Replay selected', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Delivery log' }).click();
    await post(network.server, numbered(1, 'shop.didMove'));
    await table(page).getByRole('link', { name: 'shop.didMove' }).waitFor();

    await page.setViewportSize({ width: 1024, height: 768 });
    const header = table(page).locator('thead');
    await eventually(async () => expect((await header.boundingBox())?.y).toBeLessThan(450));
    await expectTablesFit(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await network.admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    await page.getByText('This webhook is disabled').waitFor();
    const recover = page.getByRole('button', { name: 'Send failed deliveries again' });
    expect(await recover.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
  });

  test('is filtered by event, state and time in the URL, page by page, and Back removes a filter', async () => {
    const network = await newTestNetwork();
    const { webhookId } = await webhookTo(network.admin, await kept(startReceiver()));
    await post(network.server, [...numbered(4, 'shop.didOpen'), ...numbered(1, 'channel.didLeave')]);
    const [newest] = await listed(network, webhookId, 5, 'state=delivered');
    const page = await panel.asAdmin(network.networkId);
    await withPagesOf(2, page);
    await page.goto(`${page.url().split('#')[0]}#/webhooks/${webhookId}/deliveries`);
    const showOlder = page.getByRole('button', { name: 'Show older deliveries' });
    for (const rows of [2, 4]) {
      await hasRows(page, rows);
      await showOlder.click();
    }
    await hasRows(page, 5);
    await showOlder.waitFor({ state: 'hidden' });
    await table(page).locator(`time[datetime="${newest?.createdAt}"]`).waitFor();
    await eventLinks(page).last().click();
    await page.getByRole('table', { name: 'Attempts' }).waitFor();
    await page.goBack();
    await hasRows(page, 5);

    await addFilter(page, 'Event = channel.didLeave');
    await page.waitForURL(/event=channel\.didLeave/);
    await eventually(async () => expect(await eventLinks(page).allTextContents()).toEqual(['channel.didLeave']));
    const download = page.getByRole('button', { name: 'Download CSV' });
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    const ids = `"${webhookId}","[0-9a-f-]{36}","[0-9A-Z]{26}",`;
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      new RegExp(
        `^\ufeff"Event accepted",[^\r]*\r\n"[^"]+","delivered","Delivered",200,"channel.didLeave",1,"[^"]+",,"http[^"]+",${ids}\r\n$`,
      ),
    );
    await page.getByText('The file has all 1 deliveries').waitFor();
    await page.route(/limit=100/, async (route) => {
      const response = await route.fetch();
      const [row] = (await response.json()).results;
      await route.fulfill({ response, json: { results: Array(10_000).fill(row), start: row.deliveryId } });
    });
    await download.click();
    await page.getByText('The file has the latest 10,000 deliveries').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/limit=100/, (route) => held.promise.then(() => route.fallback()));
    await download.click();
    await page.getByRole('button', { name: 'Stop' }).click();
    held.resolve();
    await download.waitFor();
    expect(await page.getByText('The file has all 0').count()).toBe(0);
    await addFilter(page, 'State = Failed');
    await page.getByText('No matching deliveries').waitFor();
    expect(page.url()).toContain('state=failed');
    await page.goBack();
    await hasRows(page, 1);

    await page.getByRole('button', { name: /any time/ }).click();
    await page.getByRole('radio', { name: 'Last hour' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/last=1h/);
    await hasRows(page, 1);
    await addFilter(page, 'State = Delivered');
    await page.waitForURL(/state=delivered.*last=1h/);
    await hasRows(page, 1);
    await page.reload();
    await page.getByText('Event = channel.didLeave').waitFor();

    await page.goto(page.url().replace('channel.didLeave', 'message.created'));
    await page.getByText('use message.didCreate').waitFor();
    expect(await filterField(page).getAttribute('aria-invalid')).toBe('true');
  });

  test('replays each selected delivery once, even if that stops or fails, and recovers the rest', async () => {
    const network = await newTestNetwork();
    const { webhookId } = await failedDeliveries(network, 6);
    const page = await panel.asAdmin(network.networkId, `/webhooks/${webhookId}/deliveries`);
    const all = page.getByRole('checkbox', { name: 'Select all undelivered deliveries' });
    await all.check();
    const [replayed] = await wholeLog(network.admin, webhookId);
    await network.admin('POST', `/webhooks/${webhookId}/deliveries/${replayed?.deliveryId}/replay`);
    // Not the one that has been delivered meanwhile.
    await page.getByRole('button', { name: 'Replay selected (5)' }).waitFor();
    await addFilter(page, 'State = Failed');
    await hasRows(page, 5);
    const failed = page.getByRole('checkbox', { name: /^Select the failed/ });
    for (const n of [0, 1]) await failed.nth(n).uncheck();
    const sent: string[] = [];
    let held = Promise.withResolvers<void>();
    // The first is under way when it is stopped, the second is throttled once, and the third twice.
    await page.route('**/replay', async (route) => {
      sent.push(route.request().url());
      await held.promise;
      if (![2, 4, 5].includes(sent.length)) return route.fallback();
      const json = { status: 'error', code: 400311, message: 'too many requests' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '0' }, json });
    });
    await page.getByRole('button', { name: 'Replay selected (3)' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    held.resolve();
    await page.getByText('1 delivery is being sent again').waitFor();
    await page.getByRole('button', { name: 'Replay selected (2)' }).click();
    await page.getByText('1 of 2 were replayed; the others are still selected').waitFor();
    await expectAccessible(page);
    await addFilter(page, 'Event = app.opened');
    await page.getByText('No matching deliveries').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Replay selected (1)' }).click();
    await listed(network, webhookId, 4, 'state=delivered');
    const [first, throttled, , last] = sent;
    expect(sent).toEqual([first, throttled, throttled, last, last, last]);
    expect(new Set(sent).size).toBe(3);

    held = Promise.withResolvers();
    await hasRows(page, 2);
    await all.check();
    await page.getByRole('button', { name: 'Replay selected (2)' }).click();
    await eventually(() => expect(sent).toHaveLength(7));
    await page.goto(`${page.url().split('/deliveries')[0]}`);
    await page.getByRole('heading', { name: 'Delivery log' }).waitFor({ state: 'hidden' });
    held.resolve();
    await listed(network, webhookId, 5, 'state=delivered');
    await page.goBack();

    await page.getByRole('button', { name: 'Send failed deliveries again' }).click();
    const modal = page.getByRole('dialog', { name: 'Send failed deliveries again' });
    await modal.getByText('1 event that the webhook did not get', { exact: true }).waitFor();
    await modal.getByText('nothing is sent twice because of it').waitFor();
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await modal.getByText('The delivery succeeded').waitFor();
    await modal.getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByText('No matching deliveries').waitFor();
    await addFilter(page, 'Result = 200');
    await page.goto(`${page.url()}&last=1h`);
    await page.getByRole('button', { name: 'Send failed deliveries with status 200 again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Last hour' }).click();
    await page.getByRole('radio', { name: 'Last 24 hours' }).click();
    const counted = page.waitForRequest('**/recover');
    await page.getByRole('button', { name: 'Apply' }).click();
    await counted;
  });

  test('of all webhooks names the webhook of each, and the search finds one by its IDs, its URL and its user', async () => {
    const network = await newTestNetwork();
    const [one, other] = [await kept(startReceiver()), await kept(startReceiver())];
    const created = [await webhookTo(network.admin, one), await webhookTo(network.admin, other)];
    const [eventId] = await post(network.server, [{ event: 'channel.didBan', data: { userId: 'user=1' } }]);
    const [delivered] = await listed(network, `${created[0]?.webhookId}`, 1);
    const page = await panel.asAdmin(network.networkId, '/deliveries', { viewport: { width: 390, height: 844 } });
    for (const { url } of [one, other]) {
      const link = table(page).getByRole('link', { name: new URL(url).host });
      await link.waitFor();
    }
    expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send failed deliveries again' }).click();
    const recovering = page.getByRole('dialog', { name: 'Send failed deliveries again' });
    await recovering.getByText('No events that webhooks did not get in this range', { exact: true }).waitFor();
    await recovering.getByText('to each of 2 webhooks').waitFor();
    expect(await recovering.getByRole('button', { name: 'Send', exact: true }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await recovering.getByRole('button', { name: 'Cancel' }).last().click();
    await addFilter(page, `Webhook = ${one.url.replace('http://', '')}`);
    await page.waitForURL(new RegExp(`webhook=${created[0]?.webhookId}`));
    await hasRows(page, 1);

    await page.setViewportSize({ width: 1280, height: 900 });
    const search = async (text: string) => {
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    };
    await search(' ');
    expect(page.url()).not.toContain('search');
    await search(`${delivered?.deliveryId}`);
    await page.getByRole('table', { name: 'Attempts' }).waitFor();
    // The search reads it, and then its screen, both before its first attempt has ended.
    const tooEarly = async (route: Route) => {
      const response = await route.fetch();
      const event = await response.json();
      const outcomes = ['no_delivery', 'not_asked'];
      const webhooks = created.map(({ webhookId }, index) => ({ webhookId, outcome: outcomes[index] }));
      const times = { occurredAt: '2026-01-01T00:00:00.000Z', acceptedAt: new Date().toISOString() };
      await route.fulfill({ response, json: { ...event, ...times, webhooks, deliveries: [] } });
    };
    await page.route(`**/events/${eventId}`, tooEarly, { times: 2 });
    await search(`${eventId}`);
    const deliveries = page.getByRole('table', { name: 'Deliveries of the event' });
    await deliveries.getByText('no first attempt has ended yet').waitFor();
    await page.locator('dt:has-text("Occurred") + dd time[datetime^="2026-01-01"]').waitFor();
    await page.getByText('Not subscribed to it').waitFor();
    await deliveries.getByText('Delivered').first().waitFor();
    await search(new URL(one.url).host);
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: /^Search for/ }).waitFor();
    await main.getByRole('link', { name: new URL(one.url).host }).waitFor();
    await search(`https://hooks.example.com/${'a'.repeat(128)}`);
    await page.getByRole('heading', { name: /^Search for “https/ }).waitFor();
    expect(await page.getByRole('table', { name: 'Events that name it' }).count()).toBe(0);
    // Ten requests make a page: with one event each, the first is in the second page.
    await post(network.server, Array(10).fill({ event: 'channel.didBan', data: { userId: 'user=1' } }));
    await eventually(async () =>
      expect((await network.admin('GET', '/events?userId=user%3D1')).text.match(/"id"/g)).toHaveLength(11),
    );
    await page.route(/userId=/, (route) => route.continue({ url: route.request().url().replace('=100', '=1') }));
    await search('user=1');
    const named = page.getByRole('table', { name: 'Events that name it' }).getByRole('link', { name: `${eventId}` });
    await page.getByRole('button', { name: 'Look at older events' }).click();
    await named.waitFor();
    await expectWholeIds(page);
    await page.getByText('No event and no delivery has this ID').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Last 24 hours' }).click();
    await page.getByRole('radio', { name: 'Last hour' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await named.waitFor({ state: 'hidden' });
  });
});
