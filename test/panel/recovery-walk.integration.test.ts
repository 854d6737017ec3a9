/**
 * From the mail "is down" to a receiver that has everything: in the panel by keyboard alone, and then with the ledger, as the
 * receiver itself would ask.
 */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { hourOf, reconcile } from '../../client/webhooks/reconcile.ts';
import { UserId } from '../../contract/ids.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { patience } from '../../testing/eventually.ts';
import { type OwnCloud, startOwnCloud } from '../../testing/own-cloud.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { eventually } from '../../testing/service.ts';
import { kept, numbered, post, webhookTo, wholeLog } from '../e2e/delivery-room.ts';
import { mailsTo, sendMails } from '../e2e/notice-mails.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectAccessible, openPanelBrowser } from './panel-browser.ts';

const panel = openPanelBrowser();
jest.setTimeout(patience(180_000));
/** Enough failures in a row for the receiver to be taken for down. */
const EVENTS = 20;
/** More than any screen has. */
const MAX_TABS = 80;
/** Retries come too late to help: what arrives was asked for in the panel. */
const deliverySettings = { retryDelaysSeconds: [1, 1, 3_600], probeFirstSeconds: 3, downNoticeSeconds: 2 };

let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startOwnCloud({ data: temporaryFolder(), inMemory: true, deliverySettings });
}, 60_000);
afterAll(() => cloud.stop());

/** Presses Tab until a button is focused. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if ((await button.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No tab stop is the button ${name}.`);
}

test.each([
  [1440, 'light'],
  [1024, 'dark'],
  [390, 'light'],
] as const)(
  'a webhook that is down is repaired, gets all it has missed, and proves it (%i pixels, %s)',
  async (width, colorScheme) => {
    const networkId = await cloud.addNetwork(`walk-${width}`);
    const [admin, server] = [await cloud.clientOf(networkId, 'admin'), await cloud.clientOf(networkId, 'server')];
    const address = `${networkId}@example.com`;
    await admin('PATCH', '/network/notices', { addresses: [address] });
    let isBroken = true;
    const received = new Set<string>();
    const receiver = await kept(
      startReceiver((response, { headers }) => {
        if (!isBroken) received.add(`${headers['webhook-id']}`);
        response.writeHead(isBroken ? 503 : 200).end();
      }),
    );
    const { webhookId, secret } = await webhookTo(admin, receiver, { description: 'Search index' });
    await post(server, numbered(EVENTS));
    const text = await eventually(async () => {
      await sendMails(cloud.url);
      const [mail] = await mailsTo(address, cloud.url);
      expect(mail?.subject).toContain('is down');
      return `${mail?.text}`;
    }, 60_000);
    await eventually(async () => {
      expect(await wholeLog(admin, webhookId, 'state=retrying')).toHaveLength(EVENTS);
    }, 15_000);

    const page = await panel.newTab({ viewport: { width, height: 900 }, colorScheme });
    const userId = v.parse(UserId, 'root');
    const token = await mintToken(cloud.connection, { networkId, userId, role: 'admin', lifetimeSeconds: 3_600 });
    await page.goto(`${cloud.url}/admin/#token=${token}`);
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    const link = new URL(/http\S+#\/webhooks\/\S+/.exec(text)?.[0] ?? '');
    await page.goto(`${cloud.url}/admin/${link.hash}`);
    await page.getByText('The receiver is down').waitFor();
    await expectAccessible(page);
    await tabTo(page, 'Try now');
    isBroken = false;
    await page.keyboard.press('Enter');
    await page.getByText('The receiver is down').waitFor({ state: 'hidden', timeout: patience(30_000) });
    await page.getByText('Active').first().waitFor();
    await expectAccessible(page);
    await eventually(() => expect(received.size).toBe(EVENTS), 30_000);

    let compared = 0;
    for (const hour of new Set([...received].flatMap((id) => hourOf(id) ?? []))) {
      const ledger = { url: cloud.url, networkId, webhookId, secret, hour };
      const { count, missing } = await reconcile({ ...ledger, idsOf: () => [...received] });
      expect(missing).toEqual([]);
      compared += count;
    }
    expect(compared).toBe(EVENTS);
  },
  patience(180_000),
);
