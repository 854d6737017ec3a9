import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { recoverDeliveries } from '../../../contract/recovery.ts';
import { newTestNetwork, numbered, wholeLog } from '../../../test/e2e/delivery-network.ts';
import { expectAccessible, openPanelBrowser } from '../../../test/support/browser/panel-browser.ts';
import { eventually } from '../../../test/support/service.ts';
import { failedDeliveries, listed } from './failed-deliveries.ts';

const panel = openPanelBrowser();

test('what failed at several webhooks is sent again by one click, with a true count, and can be stopped', async () => {
  const network = await newTestNetwork();
  // One after the other, since the first gets the events of the second as well.
  const one = await failedDeliveries(network, 30);
  await network.admin('PATCH', `/webhooks/${one.webhookId}`, { events: ['app.opened'] });
  const other = await failedDeliveries(network, 20);
  await network.admin('PATCH', `/webhooks/${one.webhookId}`, { events: ['*'] });
  const all = [one, other];
  for (const { answerWith } of all) answerWith(503);
  // Nothing is sent to this one, and it keeps nothing from being sent to the others.
  await network.admin('POST', '/webhooks', { pull: true });
  const page = await panel.asAdmin(network.networkId, '/deliveries?last=1h');
  const open = async () => {
    await page.getByRole('button', { name: 'Send failed deliveries again' }).click();
    return page.getByRole('dialog', { name: 'Send failed deliveries again' });
  };
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const countOf = async (webhookId: string) => {
    const { body } = await network.admin('POST', `/webhooks/${webhookId}/recover`, { since, dryRun: true });
    return Number(v.parse(recoverDeliveries.response.body, body).recovering);
  };
  const count = (await countOf(one.webhookId)) + (await countOf(other.webhookId));
  expect(count).toBeGreaterThanOrEqual(50);
  const modal = await open();
  await modal.getByText(`${count} events that webhooks did not get`, { exact: true }).waitFor();
  await modal.getByRole('button', { name: 'Send', exact: true }).click();
  await modal.getByText('Not sent yet').waitFor();
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Stop' }).click();
  const outcome = modal.getByText(/^Stopped: \d+ were not sent\.$/);
  await outcome.waitFor();
  const left = Number((await outcome.textContent())?.match(/\d+/));
  expect((await countOf(one.webhookId)) + (await countOf(other.webhookId))).toBe(left);
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Close' }).last().click();

  // Stopped by somebody who opens the dialog later.
  const again = await open();
  await again.getByText(`${left} events that webhooks did not get`, { exact: true }).waitFor();
  await again.getByRole('button', { name: 'Send', exact: true }).click();
  await again.getByText('Not sent yet').waitFor();
  await again.getByRole('button', { name: 'Close' }).last().click();
  const third = await open();
  await third.getByRole('button', { name: 'Stop earlier recoveries that still run' }).click();
  await third.getByText('Earlier recoveries are being stopped').waitFor();
  await third.getByRole('button', { name: 'Cancel' }).last().click();
  await eventually(async () => {
    for (const { webhookId } of all) {
      const log = await listed(network, webhookId, 50);
      expect(log.filter(({ state, attemptCount }) => state === 'retrying' && attemptCount === 0)).toEqual([]);
    }
  }, 30_000);

  for (const { answerWith } of all) answerWith(200);
  const last = await open();
  await last.getByRole('button', { name: 'Send', exact: true }).click();
  // The second one also gets what came before it existed. What was attempted before the stop has its own retries.
  for (const { webhookId } of all)
    await eventually(async () => {
      await network.admin('POST', `/webhooks/${webhookId}/retry-now`);
      expect(await wholeLog(network.admin, webhookId, 'state=delivered&limit=100')).toHaveLength(50);
    }, 40_000);
});

test('an event, and the events of a user, are sent again to the webhooks where they failed', async () => {
  const network = await newTestNetwork();
  const events = Array.from({ length: 3 }, () => ({ event: 'channel.didBan', data: { userId: 'ada' } }));
  const { webhookId } = await failedDeliveries(network, 5, [...events, ...numbered(2)]);
  const [first] = await listed(network, webhookId, 5);
  const page = await panel.asAdmin(network.networkId, `/events/${first?.eventId}`);
  await page.getByRole('button', { name: 'Send again where it failed (1)' }).click();
  const modal = page.getByRole('dialog', { name: 'Send again where it failed' });
  await modal.getByText('1 failed delivery to 1 webhook, of 1 event', { exact: true }).waitFor();
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Send', exact: true }).click();
  await modal.getByText('1 of 1 deliveries are being sent again').waitFor();
  await modal.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Delivered').first().waitFor();
  await page.getByRole('button', { name: /^Send again where it failed/ }).waitFor({ state: 'hidden' });

  const remaining = (await listed(network, webhookId, 4, 'state=failed')).filter(
    ({ event }) => event === 'channel.didBan',
  );
  await page.goto(`${page.url().split('#')[0]}#/search?q=ada`);
  await page
    .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
    .nth(2)
    .waitFor();
  const sent: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route('**/replay', async (route) => {
    sent.push(route.request().url());
    await held.promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Send again where they failed' }).click();
  const count = remaining.length;
  await modal.getByText(`${count} failed deliveries to 1 webhook, of 3 events`, { exact: true }).waitFor();
  await modal.getByRole('button', { name: 'Send', exact: true }).click();
  await eventually(() => expect(sent).toHaveLength(1));
  await modal.getByRole('button', { name: 'Stop' }).click();
  held.resolve();
  await modal.getByText(`Stopped: 1 of ${count} deliveries are being sent again`).waitFor();
  expect(sent).toHaveLength(1);
  await expectAccessible(page);
});
