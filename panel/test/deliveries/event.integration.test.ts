import { expect, test } from '@jest/globals';
import { kept, newTestNetwork, numbered, post, webhookTo, wholeLog } from '../../../test/e2e/delivery-network.ts';
import {
  expectAccessible,
  expectWholeIds,
  openPanelBrowser,
  panelUrl,
  viewerLink,
} from '../../../test/support/browser/panel-browser.ts';
import { startReceiver } from '../../../test/support/receivers/http-receivers.ts';
import { call, eventually, tokenFor } from '../../../test/support/service.ts';
import { create } from '../../../test/webhooks/admin.ts';

const panel = openPanelBrowser();
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The widest that there may be. */
const WIDE_ID = `01${'W'.repeat(24)}`;

test('an event has its trace, and an admin can erase its payload, again until nothing can carry it', async () => {
  const network = await newTestNetwork();
  const { webhookId } = await webhookTo(network.admin, await kept(startReceiver()));
  const secret = { event: 'app.opened', data: { userId: 'ada' }, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const [eventId] = await post(network.server, [secret]);
  await eventually(
    async () => expect(await wholeLog(network.admin, webhookId, 'state=delivered')).toHaveLength(1),
    20_000,
  );
  const page = await panel.asAdmin(network.networkId, `/events/${eventId}`);
  await page.getByText(TRACE).waitFor();
  await page.getByRole('button', { name: 'Copy trace ID' }).waitFor();
  await page.getByRole('table', { name: 'Deliveries of the event' }).getByRole('link').first().waitFor();
  await expectWholeIds(page);
  // In a network of many webhooks, those that have not asked for it do not hide the one that got it.
  const others = Array.from({ length: 40 }, (_, n) => ({ webhookId: `wh_${n}`, outcome: 'not_asked' }));
  await page.route(
    `**/events/${eventId}`,
    async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const deliveries = [{ ...json.deliveries[0], deliveryId: WIDE_ID }];
      await route.fulfill({ response, json: { ...json, deliveries, webhooks: [...json.webhooks, ...others] } });
    },
    { times: 1 },
  );
  await page.reload();
  const chips = page.getByRole('list', { name: 'Webhooks', exact: true }).getByRole('listitem');
  await chips.first().waitFor();
  expect(await chips.count()).toBe(1);
  await page.getByRole('link', { name: WIDE_ID }).waitFor();
  await expectWholeIds(page);
  await page.getByRole('button', { name: '40 webhooks are not subscribed to it' }).click();
  await page.getByRole('link', { name: 'wh_39' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Erase payload' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase the payload of this event?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  expect((await network.admin('GET', `/events/${eventId}`)).body).toHaveProperty('payload');
  await page.getByRole('button', { name: 'Erase payload' }).click();
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByText('The event has expired, or its payload was erased').waitFor();
  expect((await network.admin('GET', `/events/${eventId}`)).body).not.toHaveProperty('payload');
  // It was accepted less than a minute ago.
  const again = page.getByRole('button', { name: 'Erase again' });
  await again.waitFor();
  await page.getByText('an attempt may still send it').waitFor();
  await expectAccessible(page);
  // Whoever comes back later can still complete the erasure.
  await page.reload();
  await again.waitFor();
  await page.route('**/data', (route) => route.abort(), { times: 1 });
  await again.click();
  await page.getByText('The payload could not be erased').waitFor();
  await page.route('**/data', (route) => route.fulfill({ status: 200, json: { status: 'success' } }), { times: 1 });
  await again.click();
  await page.getByText('The payload is erased, and no delivery of the event is waiting.').waitFor();

  const viewer = await panel.newTab({ isFresh: true });
  await viewer.goto(await viewerLink(network.networkId));
  await viewer.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await network.admin('PATCH', `/webhooks/${webhookId}`, { headers: { 'x-api-key': 'k' } });
  await viewer.goto(`${panelUrl()}#/webhooks/${webhookId}/settings`);
  await viewer.getByText('x-api-key').first().waitFor();
  expect(await viewer.getByRole('button', { name: 'Show values' }).count()).toBe(0);
  const [other] = await post(network.server, numbered(1));
  await viewer.goto(`${panelUrl()}#/events/${other}`);
  await viewer.getByRole('heading', { name: 'Payload' }).waitFor();
  expect(await viewer.getByRole('button', { name: 'Erase payload' }).count()).toBe(0);
});

test('a webhook that its receiver reads says when that was, and how far behind it is', async () => {
  const network = await newTestNetwork();
  const { webhookId } = await create(network.admin, { url: undefined, pull: true, events: ['shop.*'] });
  // The time of a read is stored once a minute: so another webhook tells when all events can be read.
  const other = await create(network.admin, { url: undefined, pull: true, events: ['shop.*'] });
  await post(network.server, [...numbered(3), { event: 'app.opened', data: {} }]);
  const page = await panel.asAdmin(network.networkId, '/webhooks');
  await page.getByText('Never read').first().waitFor();
  await page.goto(`${panelUrl()}#/webhooks/${webhookId}`);
  await page.getByText('3 events to read, the first of them accepted').waitFor();
  await page.getByText('Your receiver uses the secret to sign its requests').waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Overview']);
  await expectAccessible(page);
  const token = await tokenFor(network.networkId, 'platform', 'server');
  const readAll = async (id: string): Promise<void> => {
    const { status, body } = await call('GET', `/webhooks/${id}/events?since=2026-01-01T00:00:00Z`, { token });
    expect({ status, body }).toMatchObject({ status: 200, body: { results: { length: 3 } } });
  };
  await eventually(() => readAll(other.webhookId), 20_000);
  await readAll(webhookId);
  await page.getByText('Nothing is left to read').waitFor();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await page
    .getByText(/^Last read/)
    .first()
    .waitFor();
});

test('the list of fifty webhooks is at the same page and in the same order after Back', async () => {
  const network = await newTestNetwork();
  await create(network.admin);
  const page = await panel.asAdmin(network.networkId, '/event-types');
  await page.route(/\/webhooks$/, async (route) => {
    const response = await route.fetch();
    const [one] = (await response.json()).results;
    const results = Array.from({ length: 50 }, (_, n) => ({
      ...one,
      webhookId: `id-${n}`,
      url: `https://example.com/${n}`,
    }));
    await route.fulfill({ response, json: { results } });
  });
  await page.goto(`${panelUrl()}#/webhooks`);
  const table = page.getByRole('table', { name: 'Webhooks' });
  await page.getByRole('button', { name: 'Next page' }).click();
  await table.getByRole('link', { name: 'https://example.com/20' }).waitFor();
  const header = table.getByRole('columnheader', { name: 'URL' });
  for (const order of ['ascending', 'descending']) {
    await header.getByRole('button').press('Enter');
    await eventually(async () => expect(await header.getAttribute('aria-sort')).toBe(order));
  }
  const second = table.getByRole('row').nth(1).getByRole('link');
  await eventually(async () => expect(await second.textContent()).toBe('https://example.com/35'));
  await second.press('Enter');
  await page.getByText('This webhook does not exist').waitFor();
  await page.goBack();
  await eventually(async () => expect(await second.textContent()).toBe('https://example.com/35'));
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('searchbox', { name: 'Find webhooks' }).fill('example.com/4');
  await eventually(async () => expect(await second.textContent()).toBe('https://example.com/49'));
});
