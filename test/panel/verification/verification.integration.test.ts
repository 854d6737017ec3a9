import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { startReceiver } from '../../../testing/receivers/http-receivers.ts';
import { createNetwork } from '../../../testing/service.ts';
import { headerOf, kept, newRoom, post, theRequest, webhookTo } from '../../e2e/delivery-room.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();

describe('the verification screen', () => {
  test('shows the receivers that the tests run, by language', async () => {
    const page = await panel.asAdmin(await createNetwork(), '/verification');
    const languages = { Node: 'mjs', Python: 'py', Go: 'go', PHP: 'php', Ruby: 'ru' };
    for (const [language, extension] of Object.entries(languages)) {
      await page.getByRole('tab', { name: language }).click();
      const code = page.getByRole('region', { name: `Receiver in ${language}` });
      const text = readFileSync(`examples/receivers/receiver.${extension}`, 'utf8');
      expect(await code.textContent()).toBe(text);
    }
    await expectAccessible(page);
  });

  test('checks a received request and explains why another one is invalid, sending nothing', async () => {
    const { networkId, admin, server } = await newRoom();
    const receiver = await kept(startReceiver());
    const { secret } = await webhookTo(admin, receiver);
    await post(server, [{ event: 'shop.didSell', data: { price: 1.5 } }]);
    const request = await theRequest(receiver);
    const page = await panel.asAdmin(networkId, '/verification', { colorScheme: 'dark' });
    const button = page.getByRole('button', { name: 'Check', exact: true });
    await button.waitFor();
    const sent: string[] = [];
    page.on('request', (outgoing) => sent.push(outgoing.url()));

    await button.press('Enter');
    await page.getByText('Paste the webhook’s secret').waitFor();
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page
      .getByLabel('x-service-signature')
      .last()
      .fill(headerOf(request, 'x-service-signature') ?? '');
    await page.getByLabel('Body').fill(JSON.stringify(JSON.parse(`${request.body}`), null, 2));
    await button.press('Enter');
    await page.getByText('parsed and serialized again').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Body').fill(`${request.body}`);
    await button.press('Enter');
    await page.getByText('Valid signature: shop.didSell').waitFor();

    await page.getByRole('button', { name: 'webhook-signature' }).press('Enter');
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      await page.getByRole('textbox', { name }).fill(headerOf(request, name) ?? '');
    }
    await button.press('Enter');
    await page.getByText('Receivers refuse requests that are older than five minutes').waitFor();
    expect(sent).toEqual([]);
  });
});
