/** The page of a webhook: why it fails and what to do, and its secrets. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { NetworkId } from '../../../contract/ids.ts';
import { expectRequests } from '../../e2e/delivery-room.ts';
import { patience } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receivers/http-receivers.ts';
import type { Receiver } from '../../support/receivers/listening.ts';
import { call, createNetwork, serverOf, tokenFor } from '../../support/service.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();
const HOSTILE = '<img src=x onerror="document.title=\'taken over\'">';
let status = 200;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(status).end(status === 200 ? '{}' : HOSTILE));
});
afterAll(() => receiver.stop());

/** Creates a webhook to the receiver, and returns its ID. */
async function createWebhook(networkId: NetworkId): Promise<string> {
  const token = await tokenFor(networkId, 'root', 'admin');
  const { body } = await call('POST', '/webhooks', { token, body: { url: receiver.url } });
  return v.parse(v.object({ webhookId: v.string() }), body).webhookId;
}

const post = async (networkId: NetworkId, event: string) =>
  (await serverOf(networkId))('POST', '/events', { events: [{ event, data: {} }] });

describe('a webhook whose receiver is broken', () => {
  test('says why it fails and since when, and shows its responses as text', async () => {
    const networkId = await createNetwork();
    const webhookId = await createWebhook(networkId);
    status = 503;
    await post(networkId, 'app.opened');
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    await page.getByText('This webhook is failing').waitFor({ timeout: patience(40_000) });
    await page.getByText('503 – Error in the receiver').first().waitFor();
    await page.getByRole('link', { name: '1 delivery' }).waitFor();
    await page
      .getByText(/next attempt in/)
      .first()
      .waitFor();
    await page.getByText(/^\d+ attempts?, 0% delivered/).waitFor({ timeout: patience(40_000) });

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByLabel('Start of the response').getByText(HOSTILE).waitFor();
    expect(await page.title()).not.toContain('taken over');
    await expectAccessible(page);

    await page.goto(page.url().replace(/\/wh_.*$/, ''));
    await page.getByText(/First failed/).waitFor();
    await expectAccessible(page);
  });

  test('can be enabled again after a 410, and its failed deliveries recovered', async () => {
    const networkId = await createNetwork();
    const webhookId = await createWebhook(networkId);
    status = 410;
    await post(networkId, 'app.closed');
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    await page
      .getByText('The service disabled it, because the receiver responded with 410')
      .waitFor({ timeout: patience(40_000) });
    status = 200;

    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog', { name: 'Enable this webhook?' }).getByRole('button', { name: 'Enable' }).click();
    const recovering = page.getByRole('dialog', { name: 'Recover failed deliveries' });
    await recovering.getByText('1 failed delivery').waitFor();
    await recovering.getByRole('button', { name: 'Recover', exact: true }).click();
    await recovering.getByText('The delivery succeeded').waitFor({ timeout: patience(40_000) });
    await recovering.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('200 – Delivered').waitFor({ timeout: patience(40_000) });
    expectRequests(
      receiver.requests.filter(({ body }) => `${body}`.includes('app.closed')),
      2,
    );
  });

  test('is disabled after the consequences are confirmed', async () => {
    const networkId = await createNetwork();
    const page = await panel.asAdmin(networkId, `/webhooks/${await createWebhook(networkId)}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable this webhook?' });
    await dialog.getByText('Deliveries that are waiting for a retry fail').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('An admin disabled it').waitFor();
  });
});

describe('the secret', () => {
  test('is revealed, hidden, and rotated at a chosen time', async () => {
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
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret?' });
    await dialog.getByRole('radio', { name: 'Later' }).click();
    await dialog.getByLabel('Hours from now').fill('169');
    await dialog.getByText('Enter a number of hours from 1 to 168').waitFor();
    await dialog.getByLabel('Hours from now').fill('48');
    await dialog.getByText(/add it to your receiver before then/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText(/^Signs requests from .*\.$/).waitFor();
    expect(await secrets.allTextContents()).toEqual([expect.not.stringContaining(`${before}`), before]);
  });
});
