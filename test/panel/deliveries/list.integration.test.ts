import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { arrived, kept, newRoom, numbered, post, type Room, webhookTo, wholeLog } from '../../e2e/delivery-room.ts';
import { startReceiver } from '../../support/receivers/http-receivers.ts';
import { eventually } from '../../support/service.ts';
import { expectAccessible, openPanelBrowser } from '../panel-room.ts';

const panel = openPanelBrowser();

const table = (page: Page) => page.getByRole('table', { name: 'Deliveries' });
const eventLinks = (page: Page) => table(page).getByRole('link');

/** Waits until the page of that number is shown with so many rows. */
const isOnPage = (page: Page, number: number, rows: number) =>
  eventually(async () => {
    expect(await page.locator('button[aria-current="true"]').textContent()).toBe(`${number}`);
    expect(await eventLinks(page).count()).toBe(rows);
  }, 15_000);

/** A webhook, and its list in a tab. */
async function openList(room: Room, receiver: { readonly url: string }, query = '') {
  const { webhookId } = await webhookTo(room.admin, receiver);
  const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries${query}`);
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  return { webhookId, page };
}

/** A receiver that refuses for good at first, so that deliveries fail at once instead of being retried for a day. */
async function goneAtFirst() {
  let status = 410;
  const receiver = await kept(startReceiver((response) => response.writeHead(status).end('{}')));
  return {
    ...receiver,
    comeBack(): void {
      status = 200;
    },
  };
}

/** So many deliveries that have failed, to a webhook that is enabled again. */
async function failedDeliveries(room: Room, count: number) {
  const receiver = await goneAtFirst();
  const { webhookId } = await webhookTo(room.admin, receiver);
  await post(room.server, numbered(count));
  await eventually(async () => {
    expect(await wholeLog(room.admin, webhookId, 'state=failed')).toHaveLength(count);
  }, 20_000);
  await room.admin('PATCH', `/webhooks/${webhookId}`, { enabled: true });
  return { receiver, webhookId };
}

describe('the list of deliveries', () => {
  test('says what will appear in it, then shows deliveries as they come', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { page } = await openList(room, receiver);
    await page.getByText('There are no deliveries yet').waitFor();
    await page.getByText('Test events are answered on the webhook’s own page').waitFor();
    await expectAccessible(page);

    await post(room.server, numbered(2));
    await eventLinks(page).nth(1).waitFor();
    await table(page).getByText('Delivered').first().waitFor();
    await expectAccessible(page);
  }, 60_000);

  test('keeps its rows where they are under a reader, and shows newer ones when asked', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { page } = await openList(room, receiver);
    await post(room.server, numbered(1, 'shop.didOpen'));
    const first = table(page).getByRole('link', { name: 'shop.didOpen' });
    await first.hover();
    await post(room.server, numbered(2, 'shop.didClose'));
    const showNewer = page.getByRole('button', { name: 'Show 2 newer' });
    await showNewer.waitFor();
    expect(await eventLinks(page).allTextContents()).toEqual(['shop.didOpen']);
    await showNewer.press('Enter');
    await eventLinks(page).nth(2).waitFor();
    expect(await eventLinks(page).last().textContent()).toBe('shop.didOpen');
  }, 60_000);

  test('pages from the server: on, back, and to the same page after a delivery was opened', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { webhookId, page } = await openList(room, receiver);
    await post(room.server, numbered(100));
    await post(room.server, numbered(20));
    await arrived(receiver, 120, 30_000);
    await eventually(async () => {
      expect(await wholeLog(room.admin, webhookId)).toHaveLength(120);
    });
    await page.reload();
    await isOnPage(page, 1, 50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await isOnPage(page, 2, 50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await isOnPage(page, 3, 20);

    await eventLinks(page).first().click();
    await page.getByRole('heading', { name: 'shop.didSell', level: 1 }).waitFor();
    await page.goBack();
    await isOnPage(page, 3, 20);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await isOnPage(page, 2, 50);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await isOnPage(page, 1, 50);
  }, 90_000);

  test('is filtered in its address, by event, state and time, and Back takes a filter away', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { page } = await openList(room, receiver);
    await post(room.server, [...numbered(1, 'shop.didOpen'), ...numbered(1, 'channel.didLeave')]);
    await eventLinks(page).nth(1).waitFor();

    const event = page.getByRole('combobox', { name: 'Event' });
    await event.fill('shop.didOpen');
    await event.press('Enter');
    await page.waitForURL(/event=shop\.didOpen/);
    await eventually(async () => expect(await eventLinks(page).allTextContents()).toEqual(['shop.didOpen']));
    await page.getByRole('button', { name: /^State/ }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('No delivery matches').waitFor();
    expect(page.url()).toContain('state=failed');
    await page.goBack();
    await eventLinks(page).first().waitFor();

    await page.getByRole('button', { name: /Any time/ }).click();
    await page.getByRole('radio', { name: 'Last hour' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/last=1h/);
    await eventLinks(page).first().waitFor();
    await page.reload();
    expect(await event.inputValue()).toBe('shop.didOpen');
  }, 60_000);

  test('puts what the service says against an event name at its field', async () => {
    const room = await newRoom();
    const { page } = await openList(room, await kept(startReceiver()), '?event=message.created');
    await page.getByText('use message.didCreate').waitFor();
    expect(await page.getByRole('combobox', { name: 'Event' }).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  }, 60_000);

  test('replays the failed deliveries that were picked, and goes on where it was stopped', async () => {
    const room = await newRoom();
    const { receiver, webhookId } = await failedDeliveries(room, 3);
    receiver.comeBack();
    const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries?state=failed`);
    await page.getByRole('checkbox', { name: 'Select every failed delivery' }).check();
    let replays = 0;
    await page.route('**/replay', (route) => (++replays === 2 ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Replay selected (3)' }).click();
    await page.getByText('1 of 3 are sent again; the others are still selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replay selected (2)' }).click();
    await page.getByText('2 deliveries are sent again').waitFor();
    await eventually(async () => {
      expect(await wholeLog(room.admin, webhookId, 'state=delivered')).toHaveLength(3);
    }, 20_000);
  }, 60_000);

  test('recovers a range of time, shows how it goes, and says how it ended', async () => {
    const room = await newRoom();
    const { receiver, webhookId } = await failedDeliveries(room, 12);
    receiver.comeBack();
    const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries`);
    await page.getByRole('button', { name: 'Recover a time range' }).click();
    const modal = page.getByRole('dialog', { name: 'Recover a time range' });
    await modal.getByText('12 deliveries have failed').waitFor();
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Recover', exact: true }).press('Enter');
    await modal.getByText('All 12 are delivered').waitFor({ timeout: 30_000 });
    await modal.getByRole('button', { name: 'Close' }).last().press('Enter');
    await eventually(async () => expect(await table(page).getByText('Delivered').count()).toBe(12));
  }, 90_000);

  test('of a disabled webhook offers neither, and says why', async () => {
    const room = await newRoom();
    const { webhookId } = await webhookTo(room.admin, await kept(startReceiver()));
    await room.admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries`, { colorScheme: 'dark' });
    await page.getByText('This webhook is disabled').waitFor();
    expect(await page.getByRole('button', { name: 'Recover a time range' }).getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
  }, 60_000);

  test('of a webhook that is not there says so', async () => {
    const { networkId } = await newRoom();
    const page = await panel.asAdmin(networkId, `/webhooks/wh_${'0'.repeat(32)}/deliveries`);
    await page.getByText('The deliveries could not be loaded').waitFor();
  }, 60_000);
});
