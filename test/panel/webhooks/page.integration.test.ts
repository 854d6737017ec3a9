/** The page of a webhook: how it fails and why, the way out, and its secrets. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { NetworkId } from '../../../contract/ids.ts';
import { startReceiver } from '../../support/receivers/http-receivers.ts';
import type { Receiver } from '../../support/receivers/listening.ts';
import { call, createNetwork, serverOf, tokenFor } from '../../support/service.ts';
import { expectAccessible, openPanelBrowser } from '../panel-room.ts';

const panel = openPanelBrowser();
const HOSTILE = '<img src=x onerror="document.title=\'taken over\'">';
let answering = 200;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(answering).end(answering === 200 ? '{}' : HOSTILE));
});
afterAll(() => receiver.stop());

/** A webhook to the receiver; answers its id. */
async function createWebhook(networkId: NetworkId): Promise<string> {
  const token = await tokenFor(networkId, 'root', 'admin');
  const { body } = await call('POST', '/webhooks', { token, body: { url: receiver.url } });
  return v.parse(v.object({ webhookId: v.string() }), body).webhookId;
}

const post = async (networkId: NetworkId, event: string) =>
  (await serverOf(networkId))('POST', '/events', { events: [{ event, data: {} }] });

describe('a webhook whose receiver is broken', () => {
  test('says why it fails and since when, and what its answers hold is text', async () => {
    const networkId = await createNetwork();
    const webhookId = await createWebhook(networkId);
    answering = 503;
    await post(networkId, 'app.opened');
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    await page.getByText('This webhook is failing').waitFor({ timeout: 40_000 });
    await page.getByText('503 – Error in the receiver').first().waitFor();
    await page.getByRole('link', { name: '1 delivery' }).waitFor();
    await page
      .getByText(/next attempt in/)
      .first()
      .waitFor();
    await page.getByText(/^\d+ attempts?, 0 % delivered/).waitFor({ timeout: 40_000 });

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByLabel('Start of the answer').getByText(HOSTILE).waitFor();
    expect(await page.title()).not.toContain('taken over');
    await expectAccessible(page);

    await page.goto(page.url().replace(/\/wh_.*$/, ''));
    await page.getByText(/first failed/).waitFor();
    await expectAccessible(page);
  }, 120_000);

  test('is enabled again after a 410, and then gets what had failed', async () => {
    const networkId = await createNetwork();
    const webhookId = await createWebhook(networkId);
    answering = 410;
    await post(networkId, 'app.closed');
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    await page.getByText('The receiver answered 410, which says').waitFor({ timeout: 40_000 });
    answering = 200;

    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog', { name: 'Enable this webhook' }).getByRole('button', { name: 'Enable' }).click();
    const recovering = page.getByRole('dialog', { name: 'Recover a time range' });
    await recovering.getByText('One delivery has failed').waitFor();
    await recovering.getByRole('button', { name: 'Recover', exact: true }).click();
    await recovering.getByText('It is delivered').waitFor({ timeout: 40_000 });
    await recovering.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('200 – Delivered').waitFor({ timeout: 40_000 });
    expect(receiver.requests.filter(({ body }) => `${body}`.includes('app.closed'))).toHaveLength(2);
  }, 120_000);

  test('is disabled once it is said what that means', async () => {
    const networkId = await createNetwork();
    const page = await panel.asAdmin(networkId, `/webhooks/${await createWebhook(networkId)}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable this webhook?' });
    await dialog.getByText('Deliveries that wait for a retry become failed').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('An admin disabled it').waitFor();
  }, 90_000);
});

describe('the secret', () => {
  test('is revealed, hidden, and rotated at a chosen moment', async () => {
    const networkId = await createNetwork();
    const page = await panel.asAdmin(networkId, `/webhooks/${await createWebhook(networkId)}`);
    const secrets = page.getByText(/^whsec_[A-Za-z0-9+/=]+$/);
    await page.getByRole('heading', { name: 'Secret' }).waitFor();
    expect(await secrets.count()).toBe(0);
    await page.getByRole('button', { name: 'Reveal' }).click();
    await page.getByText('Signs every request.').waitFor();
    const before = await secrets.textContent();
    await page.getByRole('button', { name: 'Hide' }).click();
    await secrets.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret' });
    await dialog.getByRole('radio', { name: 'After some hours' }).click();
    await dialog.getByLabel('Hours until then').fill('169');
    await dialog.getByText('Enter a number of hours from 1 to 168').waitFor();
    await dialog.getByLabel('Hours until then').fill('48');
    await dialog.getByText(/nothing changes; give your receiver the new secret by then/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText(/^Signs from .* on\.$/).waitFor();
    expect(await secrets.allTextContents()).toEqual([expect.not.stringContaining(`${before}`), before]);
  }, 90_000);
});
