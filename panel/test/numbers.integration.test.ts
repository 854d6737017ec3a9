/** The numbers of every screen are those of the API, and those are what the receivers have counted; they lead to what they count. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { listWebhookStatistics } from '../../contract/statistics.ts';
import { attemptCountsTable, hourOf } from '../../lambdas/statistics/attempt-hours-table.ts';
import { kept, newTestNetwork, post, webhookTo, wholeLog } from '../../test/e2e/delivery-network.ts';
import {
  expectAccessible,
  expectWholeWords,
  openPanelBrowser,
  panelUrl,
} from '../../test/support/browser/panel-browser.ts';
import { patience } from '../../test/support/eventually.ts';
import { startReceiver } from '../../test/support/receivers/http-receivers.ts';
import { cloud, connection, createNetwork, eventually } from '../../test/support/service.ts';
import { adminOf, create } from '../../test/webhooks/admin.ts';
import { percentText } from '../shared/texts.ts';

const panel = openPanelBrowser();

/** To two webhooks, so that there are more than 1,000 attempts. */
const EVENTS = 520;
/** Every fourth event is refused for good, so no retry changes the numbers meanwhile. */
const isRefused = (n: number) => n % 4 === 0;
const REFUSED = Math.ceil(EVENTS / 4);
const NONE = { delivered: 0, failed: 0, attempts: 0 };

/** No number of a thousand or more is without a separator; years, ports and IDs are no such numbers. */
async function expectSeparators(page: Page): Promise<void> {
  expect((await page.locator('main').allInnerTexts()).join()).not.toMatch(/(?<![\w:.-])(?!20\d\d\b)\d{4,}(?![\w-])/);
}

test(
  'after a run with failures, every screen has the numbers of the API and of the receivers',
  async () => {
    const network = await newTestNetwork();
    const taking = await kept(startReceiver());
    const refusing = await kept(
      startReceiver((response, { body }) => {
        const refuses = isRefused(JSON.parse(`${body}`).data.n);
        response.writeHead(refuses ? 422 : 200, refuses ? { 'webhook-delivery': 'abort-message' } : {}).end('{}');
      }),
    );
    const [, other] = [await webhookTo(network.admin, taking), await webhookTo(network.admin, refusing)];
    for (let n = 0; n < EVENTS; n += 40)
      await post(
        network.server,
        Array.from({ length: 40 }, (_, i) => ({
          event: i % 5 === 0 ? 'message.didCreate' : 'channel.didCreate',
          data: { n: n + i },
        })),
      );
    const failedOf = async () => (await wholeLog(network.admin, other.webhookId, 'state=failed&limit=100')).length;
    await eventually(async () => expect(await failedOf()).toBe(REFUSED), 90_000);

    // An attempt that the receiver has answered too late counts as failed, and one that did not reach it counts, too.
    const countsOf = async () => {
      const { body } = await network.admin('GET', '/webhook-statistics');
      const { results } = v.parse(listWebhookStatistics.response.body, body);
      return results.map(({ delivered, failed }) => ({ delivered, failed, attempts: delivered + failed }));
    };
    const numberOf = (body: Buffer): number => JSON.parse(`${body}`).data.n;
    const counts = await eventually(async () => {
      const all = await countsOf();
      for (const [index, { requests }] of [taking, refusing].entries()) {
        const { delivered = 0, attempts = 0 } = all[index] ?? {};
        const refused = index === 0 ? 0 : requests.filter(({ body }) => isRefused(numberOf(body))).length;
        expect(attempts).toBeGreaterThanOrEqual(requests.length);
        expect(delivered).toBeLessThanOrEqual(requests.length - refused);
        expect(delivered).toBeGreaterThanOrEqual(index === 0 ? EVENTS : EVENTS - REFUSED);
      }
      return all;
    }, 90_000);
    const attempts = counts.reduce((sum, one) => sum + one.attempts, 0);
    const [ofOne = NONE, ofOther = NONE] = counts;
    const text = (count: number) => count.toLocaleString('en');
    const shareOf = ({ delivered, attempts: all }: typeof NONE) => percentText(delivered / all);

    const page = await panel.asAdmin(network.networkId, '/webhooks', { viewport: { width: 768, height: 1024 } });
    const open = async (address: string) => await page.goto(`${panelUrl()}#${address}`);
    const settled = async () => {
      await expectSeparators(page);
      await expectWholeWords(page);
      await expectAccessible(page);
    };
    for (const one of [ofOne, ofOther])
      await page
        .getByText(`${shareOf(one)} of about ${text(one.attempts)} successful`)
        .first()
        .waitFor();
    await settled();

    await open(`/webhooks/${other.webhookId}`);
    await page.getByText(`About ${text(ofOther.attempts)} attempts, ${shareOf(ofOther)} successful`).waitFor();
    const sumOf = async (title: string) => {
      const rows = await page.getByRole('table', { name: title }).getByRole('row').allInnerTexts();
      return rows.reduce((total, row) => total + Number(row.match(/[\d,]+$/)?.[0].replaceAll(',', '') ?? 0), 0);
    };
    expect(await sumOf('Failed, by result')).toBe(ofOther.failed);
    expect(await sumOf('Failed, by event')).toBe(ofOther.failed);
    await settled();

    await open('/overview');
    expect(attempts).toBeGreaterThan(1_000);
    await page.getByText(`About ${text(attempts)} attempts`).waitFor();
    expect(await sumOf('Failed, by event')).toBe(ofOne.failed + ofOther.failed);
    await settled();

    // What is offered to be sent again, row by row, and as a file, is what has failed.
    await open('/deliveries?state=failed&result=aborted');
    await page.getByRole('button', { name: /^Send failed deliveries with the result/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(new RegExp(`^${REFUSED} failed deliveries with the result`)).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).last().click();
    const older = page.getByRole('button', { name: 'Show older deliveries' });
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr:has(a)');
    while ((await rows.count()) < REFUSED) {
      const before = await rows.count();
      await older.click();
      await eventually(async () => expect(await rows.count()).toBeGreaterThan(before), 20_000);
    }
    await older.waitFor({ state: 'hidden' });
    expect(await rows.count()).toBe(REFUSED);
    await settled();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(REFUSED + 1);
  },
  patience(300_000),
);

test('the overview leads from an event that fails to the failed deliveries of that event', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const admin = await adminOf(networkId);
  const { webhookId } = await create(admin);
  const quiet = await create(admin);
  const byEvent = { 'event:channel.didCreate': 1, 'event:message.didCreate': 2 };
  const counts = { deliveredCount: 1, failedCount: 2, 'result:503': 2, ...byEvent };
  const hour = hourOf(new Date().toISOString());
  const table = attemptCountsTable(connection().client, cloud().outputs['DeliveriesTableName']);
  await table.add(webhookId, { hour, counts }, 'a0');
  const page = await panel.asAdmin(networkId, '/overview');
  await page.getByText(/^About 3 attempts, 33% successful/).waitFor();
  // Those of a day are not said to be those of a month.
  const held = Promise.withResolvers<void>();
  await page.route(/statistics\?hours=[67]\d\d/, (route) => held.promise.then(() => route.fallback()));
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByText('Loading the statistics').waitFor();
  expect(await page.getByText('3 attempts').count()).toBe(0);
  held.resolve();
  await page.getByText('About 3 attempts').waitFor();
  const bars = page.getByRole('table', { name: 'Failed, by event' });
  const [most] = await bars.getByRole('link').all();
  expect(await most?.getAttribute('href')).toMatch(/event=message.didCreate&last=30d$/);
  const ofResult = page.getByRole('table', { name: 'Failed, by result' }).getByRole('link');
  expect(await ofResult.getAttribute('href')).toMatch(/\?result=503&last=30d$/);
  await page.getByRole('button', { name: '1 hour' }).click();
  const ofHour = page
    .getByRole('table', { name: /^Failed since \d\d:00, by event$/ })
    .getByRole('link')
    .first();
  expect(await ofHour.getAttribute('href')).toMatch(/event=message.didCreate&since=.*00%3A00.000Z&until=/);
  await page.getByRole('button', { name: '24 hours' }).click();
  await bars.getByRole('link', { name: 'message.didCreate' }).press('Enter');
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  expect(page.url()).toContain('#/deliveries?state=failed&event=message.didCreate&last=24h');
  // Nor are those of the network said to be those of a webhook.
  await page.route('**/webhooks/*/statistics?*', () => {});
  await page.goto(`${panelUrl()}#/webhooks/${quiet.webhookId}`);
  await page.getByText('Loading the statistics').waitFor();
});
