/**
 * From the mail "was disabled" to a receiver that has everything: in the panel by keyboard alone, and then with the ledger, as the
 * receiver itself would ask.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hourOf, reconcile } from '../../client/webhooks/reconcile.ts';
import { kept, newRoom, numbered, post, webhookTo, wholeLog } from '../e2e/delivery-room.ts';
import { mailsTo, sendMails } from '../e2e/notice-mails.ts';
import { patience } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { cloud, eventually } from '../support/service.ts';
import { expectAccessible, openPanelBrowser } from './panel-browser.ts';

const panel = openPanelBrowser();
const EVENTS = 6;
/** More than any screen has. */
const MAX_TABS = 80;

/** Presses Tab until a button is focused, and then Enter. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if ((await button.count()) > 0) return await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`No tab stop is the button ${name}.`);
}

test.each([
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
] as const)(
  'a webhook that was disabled is repaired, recovered and proven complete (%i pixels, %s)',
  async (width, colorScheme) => {
    const { networkId, admin, server } = await newRoom();
    const address = `${networkId}@example.com`;
    await admin('PATCH', '/network/notices', { addresses: [address] });
    let isGone = true;
    const received = new Set<string>();
    const receiver = await kept(
      startReceiver((response, { headers }) => {
        if (!isGone) received.add(`${headers['webhook-id']}`);
        response.writeHead(isGone ? 410 : 200).end();
      }),
    );
    const { webhookId, secret } = await webhookTo(admin, receiver, { description: 'Search index' });
    await post(server, numbered(EVENTS));
    const text = await eventually(async () => {
      await sendMails();
      const [mail] = await mailsTo(address);
      expect(mail?.subject).toContain('disabled');
      return `${mail?.text}`;
    }, 30_000);
    await eventually(async () => {
      expect(await wholeLog(admin, webhookId, 'state=failed')).toHaveLength(EVENTS);
    }, 15_000);

    isGone = false;
    const link = new URL(/http\S+#\/webhooks\/\S+/.exec(text)?.[0] ?? '');
    const page = await panel.asAdmin(networkId, link.hash.slice(1), { viewport: { width, height: 900 }, colorScheme });
    await page.getByText('This webhook is disabled').waitFor();
    await expectAccessible(page);
    await pressByKeyboard(page, 'Enable');
    const enabling = page.getByRole('dialog', { name: 'Enable this webhook?' });
    await enabling.waitFor();
    await expectAccessible(page);
    await pressByKeyboard(page, 'Enable');
    await page.getByText(`${EVENTS} failed deliveries`).waitFor();
    await pressByKeyboard(page, 'Recover');
    await page.getByText(`All ${EVENTS} deliveries succeeded`).waitFor({ timeout: patience(30_000) });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByText('Active').first().waitFor();

    let compared = 0;
    for (const hour of new Set([...received].flatMap((id) => hourOf(id) ?? []))) {
      const ledger = { url: cloud().url, networkId, webhookId, secret, hour };
      const { count, missing } = await reconcile({ ...ledger, idsOf: () => [...received] });
      expect(missing).toEqual([]);
      compared += count;
    }
    expect(compared).toBe(EVENTS);
  },
  240_000,
);
