/** An admin's first webhook, from the empty list to a test event that arrives, and back to the empty list. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyWebhook } from '../../../client/verify-webhook.ts';
import { startReceiver } from '../../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../../testing/receivers/listening.ts';
import { createNetwork } from '../../../testing/service.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

describe('the first webhook', () => {
  test('is created, tested with the secret shown, and deleted', async () => {
    const page = await panel.asAdmin(await createNetwork(), '/webhooks', { colorScheme: 'dark' });
    await page.getByText('This network has no webhooks yet').waitFor();
    await page.getByRole('link', { name: 'Create webhook' }).click();

    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await page.getByLabel('Description').fill('Search index');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create webhook' }).click();

    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('screen');
    const secret = await page.getByText(/^whsec_/).textContent();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('channel.didCreate: 200 – Delivered').waitFor();
    const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: Buffer.of() };
    expect(await verifyWebhook({ headers, body, secret: secret ?? '' })).toMatchObject({ event: 'channel.didCreate' });

    await page.getByRole('button', { name: 'Edit the data' }).click();
    const data = page.getByRole('textbox', { name: 'Data' });
    await data.fill('[1]');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('This is not a JSON object').first().waitFor();
    await expectAccessible(page);
    await data.fill('{"channel":"mine"}');
    const sent = page.waitForResponse((response) => response.url().endsWith('/test'));
    await page.getByRole('button', { name: 'Send test event' }).click();
    expect((await sent).status()).toBe(200);
    expect(`${receiver.requests.at(-1)?.body}`).toBe('{"event":"channel.didCreate","data":{"channel":"mine"}}');

    await page.getByRole('link', { name: 'View webhook' }).click();
    await page.getByRole('heading', { name: receiver.url.slice('http://'.length), level: 1 }).waitFor();
    const deliveries = page.getByRole('table', { name: 'Latest deliveries' });
    await deliveries.getByText('Test', { exact: true }).first().waitFor();
    await page.getByText('No attempts in this period').first().waitFor();

    await page.getByRole('button', { name: 'Check the receiver' }).click();
    await page.getByText('Accepts forged requests').waitFor();
    await page.getByText('Verify the signature before the event is processed').waitFor();
    await expectAccessible(page);

    // By keyboard alone.
    await page.getByRole('button', { name: 'More actions' }).focus();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' });
    const red = 'rgb(217, 21, 21)';
    const buttons = `[...document.querySelectorAll('[role="dialog"] [type="submit"]')]`;
    const colors = await page.evaluate(`${buttons}.map((button) => getComputedStyle(button).backgroundColor)`);
    expect(colors).toContain(red);
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(new URL(receiver.url).host);
    await page.keyboard.press('Enter');
    await dialog.getByText('This does not match').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(page.url().slice(-6));
    await page.keyboard.press('Enter');
    await page.getByText('was deleted').waitFor();
    await page.getByText('This network has no webhooks yet').waitFor();
  });
});
