import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { startReceiver } from '../../../testing/receivers/http-receivers.ts';
import { eventually } from '../../../testing/service.ts';
import { kept, newRoom, numbered, post, type Room, webhookTo, wholeLog } from '../../e2e/delivery-room.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();

const table = (page: Page) => page.getByRole('table', { name: 'Deliveries' });
const eventLinks = (page: Page) => table(page).getByRole('link');

const filterField = (page: Page) => page.getByRole('combobox', { name: 'Filter' });

/** Types a filter, such as `State = Failed`. */
async function addFilter(page: Page, filter: string): Promise<void> {
  await filterField(page).fill(filter);
  await filterField(page).press('Enter');
}

/** Where an element ends, in pixels from the left edge of the window. */
async function endOf(element: Locator): Promise<number> {
  const { x, width } = (await element.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
  return x + width;
}

/** Waits until a page of the list is shown with a number of rows. */
const isOnPage = (page: Page, number: number, rows: number) =>
  eventually(async () => {
    expect(await page.locator('button[aria-current="true"]').textContent()).toBe(`${number}`);
    expect(await eventLinks(page).count()).toBe(rows);
  }, 15_000);

/** Creates a webhook and opens its delivery list. */
async function openList(room: Room, receiver: { readonly url: string }, query = '') {
  const { webhookId } = await webhookTo(room.admin, receiver);
  const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries${query}`);
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  return { webhookId, page };
}

/** A receiver that fails at first. */
async function failingAtFirst() {
  let status = 503;
  const receiver = await kept(startReceiver((response) => response.writeHead(status).end('{}')));
  return {
    ...receiver,
    answerWith(other: number): void {
      status = other;
    },
  };
}

/** Failed deliveries to a webhook that is enabled again: 410 disables it, and so what waits fails at once. */
async function failedDeliveries(room: Room, count: number) {
  const receiver = await failingAtFirst();
  const { webhookId } = await webhookTo(room.admin, receiver);
  await post(room.server, numbered(count));
  const listed = (query: string) =>
    eventually(async () => expect(await wholeLog(room.admin, webhookId, query)).toHaveLength(count), 20_000);
  await listed('state=retrying');
  receiver.answerWith(410);
  await room.admin('POST', `/webhooks/${webhookId}/retry-now`);
  await listed('state=failed');
  await room.admin('PATCH', `/webhooks/${webhookId}`, { enabled: true });
  return { receiver, webhookId };
}

describe('the list of deliveries', () => {
  test('explains what will be listed, then shows deliveries as they arrive', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { page } = await openList(room, receiver);
    await page.getByText('No deliveries yet').waitFor();
    await expectAccessible(page);

    await post(room.server, numbered(2));
    await eventLinks(page).nth(1).waitFor();
    await table(page).getByText('Delivered').first().waitFor();
    await expectAccessible(page);

    await page.setViewportSize({ width: 1024, height: 768 });
    await eventually(async () => {
      const [header, last] = [table(page).locator('thead'), table(page).getByRole('columnheader').last()];
      expect((await header.boundingBox())?.y).toBeLessThan(450);
      expect(await endOf(last)).toBeLessThan(1_024);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => {
      expect(await endOf(table(page).getByRole('columnheader', { name: 'State' }))).toBeLessThan(390);
      expect(await endOf(table(page).getByRole('columnheader', { name: 'Event', exact: true }))).toBeLessThan(390);
    });
  });

  test('keeps its rows in place while they are used, and shows new ones on request', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { page } = await openList(room, receiver);
    await post(room.server, numbered(1, 'shop.didOpen'));
    const first = table(page).getByRole('link', { name: 'shop.didOpen' });
    await first.hover();
    await post(room.server, numbered(2, 'shop.didClose'));
    const showNewer = page.getByRole('button', { name: 'Show 2 new' });
    await showNewer.waitFor();
    expect(await eventLinks(page).allTextContents()).toEqual(['shop.didOpen']);
    await showNewer.press('Enter');
    await eventLinks(page).nth(2).waitFor();
    expect(await eventLinks(page).last().textContent()).toBe('shop.didOpen');
  });

  test('has pages: next, previous, and the same one after a delivery was opened', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { webhookId, page } = await openList(room, receiver);
    await post(room.server, numbered(100));
    await post(room.server, numbered(20));
    await eventually(async () => {
      expect(await wholeLog(room.admin, webhookId)).toHaveLength(120);
    }, 30_000);
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
  });

  test('is filtered by event, state and time in the URL, and Back removes a filter', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { page } = await openList(room, receiver);
    await post(room.server, [...numbered(1, 'shop.didOpen'), ...numbered(1, 'channel.didLeave')]);
    await eventLinks(page).nth(1).waitFor();

    await addFilter(page, 'Event = shop.didOpen');
    await page.waitForURL(/event=shop\.didOpen/);
    await eventually(async () => expect(await eventLinks(page).allTextContents()).toEqual(['shop.didOpen']));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^\ufeff"Event accepted",[^\r]*\r\n"[^"]+","delivered","Delivered",200,"shop.didOpen",1,[^\r]*\r\n$/,
    );
    await page.getByText('The file has all 1 deliveries').waitFor();
    await addFilter(page, 'State = Failed');
    await page.getByText('No matching deliveries').waitFor();
    expect(page.url()).toContain('state=failed');
    await page.goBack();
    await eventLinks(page).first().waitFor();

    await page.getByRole('button', { name: /Any time/ }).click();
    await page.getByRole('radio', { name: 'Last hour' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/last=1h/);
    await eventLinks(page).first().waitFor();
    await page.reload();
    await page.getByText('Event = shop.didOpen').waitFor();
  });

  test('shows the API’s error about an event name at its field', async () => {
    const room = await newRoom();
    const { page } = await openList(room, await kept(startReceiver()), '?event=message.created');
    await page.getByText('use message.didCreate').waitFor();
    expect(await filterField(page).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  });

  test('replays the selected failed deliveries, and continues after an error', async () => {
    const room = await newRoom();
    const { receiver, webhookId } = await failedDeliveries(room, 3);
    receiver.answerWith(200);
    const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries?state=failed`);
    await page.getByRole('checkbox', { name: 'Select all undelivered deliveries' }).check();
    let replays = 0;
    await page.route('**/replay', (route) => (++replays === 2 ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Replay selected (3)' }).click();
    await page.getByText('1 of 3 were replayed; the others are still selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replay selected (2)' }).click();
    await page.getByText('2 deliveries are being sent again').waitFor();
    await eventually(async () => {
      expect(await wholeLog(room.admin, webhookId, 'state=delivered')).toHaveLength(3);
    }, 20_000);
  });

  test('recovers a range of time, and shows the progress and the result', async () => {
    const room = await newRoom();
    const { receiver, webhookId } = await failedDeliveries(room, 12);
    receiver.answerWith(200);
    const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries`);
    await page.getByRole('button', { name: 'Send failed deliveries again' }).click();
    const modal = page.getByRole('dialog', { name: 'Send failed deliveries again' });
    await modal.getByText('12 events that the webhook did not get', { exact: true }).waitFor();
    await modal.getByText('nothing is sent twice because of it').waitFor();
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await modal.getByText('All 12 deliveries succeeded').waitFor();
    await modal.getByRole('button', { name: 'Close' }).last().press('Enter');
    await eventually(async () => expect(await table(page).getByText('Delivered').count()).toBe(12));

    await addFilter(page, 'Result = 200');
    await page.getByRole('button', { name: 'Send failed deliveries with status 200 again' }).waitFor();
  });

  test('of all webhooks names the webhook of each', async () => {
    const room = await newRoom();
    const [one, other] = [await kept(startReceiver()), await kept(startReceiver())];
    const created = [await webhookTo(room.admin, one), await webhookTo(room.admin, other)];
    await post(room.server, numbered(2));
    const page = await panel.asAdmin(room.networkId, '/deliveries', { viewport: { width: 390, height: 844 } });
    for (const { url } of [one, other]) {
      await eventually(async () => {
        expect(
          await table(page)
            .getByRole('link', { name: new URL(url).host })
            .count(),
        ).toBe(2);
      }, 15_000);
    }
    expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
    await expectAccessible(page);

    await addFilter(page, `Webhook = ${one.url.replace(/^http:\/\/|\/$/g, '')}`);
    await page.waitForURL(new RegExp(`webhook=${created[0]?.webhookId}`));
    await eventually(async () => expect(await eventLinks(page).count()).toBe(4));
  });

  test('is found by the search: a delivery and an event by their ids, a webhook by its URL, and what names a user', async () => {
    const room = await newRoom();
    const receiver = await kept(startReceiver());
    const { webhookId } = await webhookTo(room.admin, receiver);
    const [eventId] = await post(room.server, [{ event: 'channel.didBan', data: { userId: 'user=1' } }]);
    const [delivered] = await eventually(async () => {
      const log = await wholeLog(room.admin, webhookId);
      expect(log).toHaveLength(1);
      return log;
    });
    const page = await panel.asAdmin(room.networkId, '/overview');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const search = async (text: string) => {
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    };
    await search(`${delivered?.deliveryId}`);
    await page.getByRole('table', { name: 'Attempts' }).waitFor();
    await search(`${eventId}`);
    await page.getByRole('table', { name: 'Deliveries of the event' }).waitFor();
    await search(new URL(receiver.url).host);
    await page
      .getByRole('main')
      .getByRole('link', { name: new URL(receiver.url).host })
      .waitFor();
    await search('user=1');
    await page
      .getByRole('table', { name: 'Events that name it' })
      .getByRole('link', { name: `${eventId}` })
      .waitFor();
    await expectAccessible(page);
  });

  test('of a disabled webhook offers no recovery, and explains why', async () => {
    const room = await newRoom();
    const { webhookId } = await webhookTo(room.admin, await kept(startReceiver()));
    await room.admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    const page = await panel.asAdmin(room.networkId, `/webhooks/${webhookId}/deliveries`, { colorScheme: 'dark' });
    await page.getByText('This webhook is disabled').waitFor();
    expect(await page.getByRole('button', { name: 'Send failed deliveries again' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await expectAccessible(page);
  });
});
