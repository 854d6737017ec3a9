import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import {
  delivery,
  detailOf,
  kept,
  newTestNetwork,
  post,
  type TestNetwork,
  webhookTo,
} from '../../../test/e2e/delivery-network.ts';
import {
  expectAccessible,
  expectTablesFit,
  expectWholeIds,
  openPanelBrowser,
} from '../../../test/support/browser/panel-browser.ts';
import { startReceiver } from '../../../test/support/receivers/http-receivers.ts';
import { cloud, connection, eventually } from '../../../test/support/service.ts';

const panel = openPanelBrowser();

const HOSTILE = '<script>pwned = 1</script><img src=x onerror="pwned = 1"> \u202Egnp.exe javascript:pwned=1\r\n';

/** A receiver that responds with a status, and a body that would run as a script. */
async function hostileReceiver() {
  let status = 500;
  const respond = () => status;
  const receiver = await kept(
    startReceiver((response) => response.writeHead(respond(), { 'content-type': 'text/html' }).end(HOSTILE)),
  );
  return {
    ...receiver,
    respondWith(other: number): void {
      status = other;
    },
  };
}

/** Delivers an event with the data. Returns the delivery after its first attempt, and the address of its screen. */
async function attempted({ admin, server }: TestNetwork, url: string, data: object) {
  const { webhookId } = await webhookTo(admin, { url }, { headers: { 'X-Api-Key': 'key-1' } });
  const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data }]);
  const { deliveryId } = await delivery(admin, webhookId, eventId, { attemptCount: expect.any(Number) });
  return { webhookId, eventId, deliveryId, screen: `/webhooks/${webhookId}/deliveries/${deliveryId}` };
}

describe('a delivery', () => {
  test('that failed says why, shows hostile text as text, and is refreshed after a replay until the end', async () => {
    const network = await newTestNetwork();
    const receiver = await hostileReceiver();
    const data = { html: HOSTILE, link: 'javascript:pwned=1', line: 'x'.repeat(100_000) };
    const { screen, webhookId, deliveryId } = await attempted(network, receiver.url, data);
    const page = await panel.asAdmin(network.networkId, screen, { colorScheme: 'dark' });
    await page.getByText('500 – Error in the receiver').first().waitFor();
    await page.getByText('Check the log of the receiver').first().waitFor();
    const next = page.getByText(/next attempt (in \d|at any moment)/);
    await next.first().waitFor();
    const payload = page.getByRole('region', { name: 'Payload' });
    expect(await payload.textContent()).toContain('<script>pwned = 1</script>');
    expect(await payload.textContent()).toContain('\\u202egnp.exe');
    const { createdAt } = await detailOf(network.admin, webhookId, deliveryId);
    await page.locator(`dl time[datetime="${createdAt}"]`).waitFor();
    const line = page.locator('.time-line');
    await line.getByText('Accepted').waitFor();
    await line.getByText('1. 500 – Error in the receiver').waitFor();
    await line.getByText('Next attempt').waitFor();
    await page.getByText('They are shown as escapes').waitFor();
    await page.getByRole('button', { name: 'Start of the response to attempt 1' }).click();
    const response = page.getByRole('region', { name: 'Start of the response to attempt 1' });
    expect(await response.textContent()).toContain('<img src=x onerror="pwned = 1"> \\u202egnp.exe');

    await page.getByRole('button', { name: 'Exact text', exact: true }).click();
    await eventually(async () =>
      expect((await payload.textContent())?.startsWith('{"event":"shop.didSell"')).toBe(true),
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy exact text' }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe((await detailOf(network.admin, webhookId, deliveryId)).payload);

    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
    expect(await page.locator('a[href^="javascript:"], img[src="x"]').count()).toBe(0);
    const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(width).toBe(0);
    await expectAccessible(page);

    receiver.respondWith(200);
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    const modal = page.getByRole('dialog', { name: 'Replay this delivery?' });
    await modal.getByText('The replay replaces the pending attempt').waitFor();
    await modal.getByRole('button', { name: 'Replay' }).press('Enter');
    const attempts = page.getByRole('table', { name: 'Attempts' });
    // The pending attempt may have been under way when it was replaced.
    await attempts.getByText('200 – Delivered').first().waitFor();
    await attempts.getByRole('row').last().getByText('500 – Error in the receiver').waitFor();
    await page.getByText('Check the log of the receiver').nth(1).waitFor({ state: 'detached' });
    await expectTablesFit(page);

    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('link', { name: 'at all webhooks' }).click();
    const deliveries = page.getByRole('table', { name: 'Deliveries of the event' });
    await deliveries.getByText('Delivered').waitFor();
    await expectAccessible(page);
    await expectTablesFit(page);
  });

  test('lists the headers of its request without any secret, and says when it waits or has expired', async () => {
    const network = await newTestNetwork();
    const { screen, webhookId, eventId, deliveryId } = await attempted(network, (await kept(startReceiver())).url, {
      n: 1,
    });
    expect(JSON.stringify(await detailOf(network.admin, webhookId, deliveryId))).not.toContain('key-1');
    const page = await panel.asAdmin(network.networkId, screen);
    const headers = page.getByRole('table', { name: 'Request headers' });
    await headers.getByRole('row', { name: new RegExp(`webhook-id.*${deliveryId}`) }).waitFor();
    const apiKey = headers.getByRole('row', { name: /X-Api-Key/ });
    await apiKey.getByText('••••••').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('key-1');
    await page.getByRole('button', { name: 'Show values' }).click();
    await apiKey.getByText('key-1').waitFor();
    await headers.getByRole('row', { name: /x-service-signature.*Not shown/ }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('whsec_');
    const guide = page.getByRole('link', { name: 'How to verify them' });
    expect(await guide.getAttribute('href')).toBe('/docs/guides/webhooks.html#verify-the-signature');

    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const modal = page.getByRole('dialog', { name: 'Send with curl' });
    const command = (await modal.getByRole('region', { name: 'Command' }).textContent()) ?? '';
    expect(command).toContain("-H 'X-Api-Key: key-1'");
    expect(command).toMatch(/-H 'x-service-signature: [\w+/]{43}='/);

    const replay = page.getByRole('button', { name: 'Replay' });
    await network.admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    await page.reload();
    await replay.hover();
    await page.getByRole('tooltip').getByText('Enable the webhook first.').waitFor();

    await connection().client.send(
      new DeleteCommand({
        TableName: cloud().outputs['EventsTableName'],
        Key: { networkId_eventId: `${network.networkId}_${eventId}` },
      }),
    );
    const insecure = { number: 1, startedAt: new Date().toISOString(), milliseconds: 9, class: 'tls' };
    const attempts = [{ ...insecure, errorCode: 'CERT_HAS_EXPIRED' }];
    const shown = { state: 'retrying', class: 'tls', attempts, attemptCount: 1 };
    await page.route(`**/deliveries/${deliveryId}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...shown } });
    });
    await page.reload();
    const table = page.getByRole('table', { name: 'Attempts' });
    await table.getByText('No secure connection', { exact: true }).waitFor();
    await table.getByText('CERT_HAS_EXPIRED', { exact: true }).waitFor();
    await table.getByText('Renew the certificate').waitFor();
    // The line of a whole schedule is not cut off at the side.
    const many = Array.from({ length: 9 }, (_, n) => ({ ...insecure, number: n + 1 }));
    Object.assign(shown, { attempts: many, attemptCount: 9 });
    await page.reload();
    await page.locator('.time-line').getByText('9. No secure').waitFor();
    expect(
      await page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.time-line'))`,
      ),
    ).toBe(0);
    await expectWholeIds(page);
    Object.assign(shown, { class: 'window_full', attempts: [], attemptCount: 0 });
    await page.reload();
    await page.getByText('Waiting for its turn').nth(1).waitFor();
    await page.getByText('The service sends the waiting deliveries as fast as the receiver responds').waitFor();
    await page.getByText('No attempts yet').waitFor();
    await page.getByText('It can’t be shown or sent again').waitFor();
    await replay.hover();
    await page.getByRole('tooltip').getByText('The event has expired').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
