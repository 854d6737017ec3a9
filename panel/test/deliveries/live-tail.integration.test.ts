import { expect, test } from '@jest/globals';
import { kept, newTestNetwork, numbered, post, webhookTo } from '../../../test/e2e/delivery-network.ts';
import { openPanelBrowser } from '../../../test/support/browser/panel-browser.ts';
import { startReceiver } from '../../../test/support/receivers/http-receivers.ts';
import { eventually } from '../../../test/support/service.ts';

const panel = openPanelBrowser();

test('the log follows what arrives until nobody has used the panel for half an hour', async () => {
  const network = await newTestNetwork();
  const { webhookId } = await webhookTo(network.admin, await kept(startReceiver()));
  const page = await panel.asAdmin(network.networkId, '/', { isFresh: true });
  await page.clock.install();
  let reads = 0;
  await page.route(/deliveries\?limit=50/, (route) => {
    reads += 1;
    return route.fallback();
  });
  await page.goto(`${page.url().split('#')[0]}#/webhooks/${webhookId}/deliveries`);
  await page.getByText('No deliveries yet').waitFor();
  await post(network.server, numbered(1, 'shop.didOpen'));
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'shop.didOpen' });
  await eventually(async () => {
    await page.clock.runFor(5_000);
    expect(await row.count()).toBe(1);
  }, 20_000);

  // Somebody reads, and after a while nobody does.
  await page.clock.fastForward(20 * 60_000);
  await page.keyboard.press('Shift');
  await page.clock.fastForward(20 * 60_000);
  await page.clock.runFor(61_000);
  const toggle = page.getByRole('checkbox', { name: 'Auto-refresh' });
  expect(await toggle.isChecked()).toBe(true);
  await page.clock.fastForward(20 * 60_000);
  await page.clock.runFor(61_000);
  await page.getByText('Auto-refresh has stopped, since nobody has used the panel for half an hour.').waitFor();
  expect(await toggle.isChecked()).toBe(false);
  const before = reads;
  await page.clock.runFor(5 * 60_000);
  // What was under way when it stopped; otherwise there are twelve in a minute.
  expect(reads - before).toBeLessThan(10);
  await toggle.check();
  const resumed = reads;
  await eventually(async () => {
    await page.clock.runFor(5_000);
    expect(reads).toBeGreaterThan(resumed + 3);
  }, 20_000);
});
