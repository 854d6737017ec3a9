/** The screens beside those of webhooks and deliveries: audit trail, catalogue, network. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { changesOf, setQuota } from '@social-platform-services/ctl/networks';
import type { Page, Route } from 'playwright-core';
import { NO_SOURCE_ADDRESSES } from '../../contract/source-addresses.ts';
import { confirmationTokens, mailsTo } from '../../test/e2e/notice-mails.ts';
import {
  expectAccessible,
  expectTablesFit,
  expectWholeIds,
  openPanelBrowser,
  panelUrl,
  withPagesOf,
} from '../../test/support/browser/panel-browser.ts';
import { connection, createNetwork, eventually, rotateKey } from '../../test/support/service.ts';
import { adminOf, create } from '../../test/webhooks/admin.ts';

const panel = openPanelBrowser();

describe('the audit trail', () => {
  test('leads from a webhook to its changes, and from there to all entries, page by page', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const admin = await adminOf(networkId);
    const { webhookId } = await create(admin, { description: 'Search' });
    await admin('PATCH', `/webhooks/${webhookId}`, { description: 'Analytics' });
    await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}/settings`);
    await withPagesOf(2, page);
    await page.getByText('Last changed by').waitFor();
    await page.getByRole('link', { name: 'all changes' }).press('Enter');
    const table = page.getByRole('table', { name: 'Audit trail' });
    await table.getByRole('row', { name: /root.*Changed the webhook.*changed from “Search” to “Analytics”/ }).waitFor();
    const showOlder = page.getByRole('button', { name: 'Show older entries' });
    const refusal = { status: 403, json: { status: 'error', code: 400304, message: 'this token may not do that' } };
    await page.route(/audit\?.*start=/, (route) => route.fulfill(refusal), { times: 1 });
    await showOlder.press('Enter');
    await page.getByText('The audit trail could not be loaded').waitFor();
    await showOlder.press('Enter');
    await table.getByRole('row', { name: /root.*Created the webhook/ }).waitFor();
    expect(await table.getByRole('row').count()).toBe(4);
    await expectAccessible(page);
    await expectTablesFit(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv).toContain(`"root","Changed the webhook","Disabled","${webhookId}",`);
    expect(csv.split('\r\n')).toHaveLength(5);

    const held = Promise.withResolvers<void>();
    await page.route(/audit\?limit/, (route) => held.promise.then(() => route.fallback()));
    await page.getByRole('link', { name: 'Show all entries' }).press('Enter');
    await page.getByText('Loading the audit trail').waitFor();
    held.resolve();
    const oldest = table.getByRole('row', { name: /Operator .*Created the network/ });
    await showOlder.waitFor();
    expect(await oldest.count()).toBe(0);
    await eventually(async () => {
      // It may go between both.
      if (await showOlder.isVisible()) await showOlder.press('Enter', { timeout: 2_000 });
      expect(await oldest.count()).toBe(1);
    }, 15_000);
  });
});

test('screens name the periods and the schedule that the stage sets', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const page = await panel.asAdmin(networkId, '/audit');
  await page.getByText('in this network in the last 400 days').waitFor();
  const stage = { retention: { eventDays: 8, deliveryDays: 9, auditDays: 90 } };
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const config: object = JSON.parse(await response.text());
    await route.fulfill({ response, json: { ...config, ...stage } });
  });
  await page.reload();
  await page.getByText('in this network in the last 90 days').waitFor();
  await page.goto(`${panelUrl()}#/deliveries`);
  await page.getByText('Deliveries to all webhooks in the last 9 days').waitFor();
  await page.getByText('listed here for 9 days').waitFor();
});

describe('the event catalogue', () => {
  test('can be searched, opened and copied with the keyboard alone', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.asAdmin(networkId, '/event-types?search=unheard-of');
    await page.getByText('No matching events').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).press('Enter');
    await page.getByRole('heading', { name: /^v3\.post/, level: 2 }).waitFor();

    await page.getByRole('searchbox', { name: 'Find events' }).focus();
    await page.keyboard.type('reacted to a post');
    await page.getByText('1 event', { exact: true }).first().waitFor();
    const payload = page.getByRole('region', { name: 'Sample of v3.post.didAddReaction' });
    await payload.getByText('"reactor": {').waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy sample of v3.post.didAddReaction' }).press('Enter');
    const copied: unknown = JSON.parse(`${await page.evaluate('navigator.clipboard.readText()')}`);
    expect(copied).toMatchObject({ event: 'v3.post.didAddReaction', data: { reactor: {} } });

    await page.getByRole('tab', { name: 'JSON Schema of data' }).press('Enter');
    await page.getByRole('button', { name: 'Copy JSON Schema of v3.post.didAddReaction' }).press('Enter');
    const schema: unknown = JSON.parse(`${await page.evaluate('navigator.clipboard.readText()')}`);
    expect(schema).toMatchObject({ required: ['posts', 'reactor'], $defs: { ReactedPost: { required: ['postId'] } } });
    await expectAccessible(page);

    await page.reload();
    await payload.waitFor();
    await page.getByRole('link', { name: 'Create a webhook for this event' }).press('Enter');
    await page.getByRole('heading', { name: 'Create webhook', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Remove v3.post.didAddReaction' }).waitFor();
  });
});

describe('the network screen', () => {
  test('shows what is off, explains settings and quotas, and lists keys, with the commands that change them', async () => {
    const networkId = await createNetwork({ features: ['blockUser'], hideMode: 'mutual' });
    await changesOf(connection()).set(networkId, 'activityRetentionDays', 365);
    await setQuota(connection(), networkId, 'events', 1_234);
    await rotateKey(networkId);
    const page = await panel.asAdmin(networkId, '/event-types', { colorScheme: 'dark' });
    await page.getByText('The catalogue could not be loaded').waitFor();
    await page.getByRole('link', { name: 'View network features' }).press('Enter');
    const features = page.getByRole('table', { name: 'Features' });
    await features.getByRole('row', { name: /Webhooks.*Off/ }).waitFor();
    await page.getByRole('button', { name: 'Copy key ID' }).first().waitFor();
    await expectWholeIds(page);
    await features.getByText(`npm run -s ctl -- feature enable ${networkId} webhooks --data`).waitFor();
    await features.getByText(`npm run -s ctl -- feature disable ${networkId} blockUser`).waitFor();
    const settings = page.getByRole('table', { name: 'Settings' });
    await settings.getByRole('row', { name: /neither sees the other’s content.*hideMode blocker/ }).waitFor();
    await settings.getByRole('row', { name: /expire 365 days after the action.*activityRetentionDays off/ }).waitFor();
    const quotas = page.getByRole('table', { name: 'Quotas' });
    await quotas.getByRole('row', { name: /posted events, a second.*1,234.* quota\.events 2468/ }).waitFor();
    const keys = page.getByRole('table', { name: 'Signing keys' });
    await keys.getByRole('row', { name: /Signs new tokens/ }).waitFor();
    const older = keys.getByRole('row', { name: /Its tokens are still valid/ });
    const keyId = /\d{8}-[0-9a-f]{16}/.exec((await older.textContent()) ?? '')?.[0];
    expect(keyId).toBeDefined();
    await page.getByText(`npm run -s ctl -- key revoke ${networkId} ${keyId}`).waitFor();
    await expectAccessible(page);
    await expectTablesFit(page);
  });

  test('lists the source addresses, as the form of a webhook does, or says why there are none', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.asAdmin(networkId, '/network');
    await page.getByText(NO_SOURCE_ADDRESSES).waitFor();
    const listed = await panel.asAdmin(networkId, undefined, { isFresh: true });
    const body = { addresses: ['198.51.100.7/32'], version: 'a1', updatedAt: '2026-03-02T09:00:00.000Z' };
    await listed.route('**/source-addresses', (route) => route.fulfill({ json: body }));
    await listed.goto(`${panelUrl()}#/network`);
    await listed.getByText('198.51.100.7/32').waitFor();
    await listed.getByText(/^Listed since/).waitFor();
    await expectAccessible(listed);
    await listed.goto(`${panelUrl()}#/webhooks/create`);
    await listed.getByText('Requests come from 198.51.100.7. Allow all of them').waitFor();
    expect(await page.getByText('Requests come from').count()).toBe(0);
  });

  test('changes who gets notices by e-mail, and refuses what is no address', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const admin = await adminOf(networkId);
    const page = await panel.asAdmin(networkId, '/network');
    const field = page.getByRole('textbox', { name: 'Addresses' });
    const save = page.getByRole('button', { name: 'Save addresses' });
    await page.getByText('Mails come from notices@sps.test').waitFor();
    await field.fill('on-call@example.com\nnobody');
    await save.click();
    const refused = page.getByText(/^nobody must be/);
    await refused.first().waitFor();
    await field.fill('on-call@example.com,\n; second@example.com');
    await save.click();
    await page.getByText('The addresses are saved.').waitFor();
    expect(await field.inputValue()).toBe('on-call@example.com\nsecond@example.com');
    await page.getByText('on-call@example.com, second@example.com: nothing is sent').waitFor();
    const test = page.getByRole('button', { name: 'Send a test mail' });
    await test.hover();
    await page.getByRole('tooltip').getByText('No address is confirmed yet.').waitFor();
    await expectAccessible(page);

    const addresses = ['on-call@example.com', 'second@example.com'];
    await admin('PATCH', '/network/notices', { addresses: [...addresses, 'of-another-admin@example.com'] });
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('of-another-admin@example.com: nothing is sent').waitFor();
    await admin('PATCH', '/network/notices', { addresses });

    const [token] = await confirmationTokens(networkId, 'second@example.com');
    const owner = await panel.newTab({ isFresh: true });
    await owner.goto(`${panelUrl()}#/confirm-address/${networkId}/${token}`);
    const confirm = owner.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    await expectAccessible(owner);
    // Opening the page, as scanners of mails do, confirms nothing.
    await page.reload();
    await page.getByText('on-call@example.com, second@example.com: nothing is sent').waitFor();
    await confirm.click();
    await owner.getByText('second@example.com gets notices from now on').waitFor();
    await page.reload();
    await page.getByText('on-call@example.com: nothing is sent').waitFor();
    await test.click();
    await page.getByText('A test mail is on its way to second@example.com.').waitFor();
    expect((await mailsTo('second@example.com'))[0]?.subject).toBe(`[${networkId}] Test of notices`);
    for (let sent = 2; sent <= 20; sent++) {
      expect((await admin('POST', '/network/notices/test')).status).toBe(200);
    }
    await test.click();
    await page.getByText(/^At most 20 test mails are sent a day \(UTC\)\. Try again in \d/).waitFor();
  });
});

/** Long enough for every look at the countdown; the browser's clock is moved to its end. */
const WAIT_SECONDS = 60;
const ours = {
  status: 429,
  headers: { 'retry-after': `${WAIT_SECONDS}` },
  json: { status: 'error', code: 400311, message: 'too many requests' },
};
const ofGateway = { status: 429, json: { message: 'Too Many Requests' } };
type Refusal = Parameters<Route['fulfill']>[0];

/** Refuses the first requests of a method and path, one with each response. Returns the times of all requests. */
async function refuse(page: Page, method: string, path: string, refusals: readonly Refusal[]): Promise<number[]> {
  const times: number[] = [];
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const refusal = refusals[times.length];
      times.push(Date.now());
      if (refusal === undefined) return route.fallback();
      await route.fulfill(refusal);
    },
  );
  return times;
}

/** Waits for the countdown, and moves the clock past its end, up to a second later than the service asks for. */
async function passTime(page: Page): Promise<void> {
  await page.getByText(/^Continuing in (1 min|\d+ s)/).waitFor();
  await page.clock.fastForward((WAIT_SECONDS + 2) * 1_000);
}

describe('too many requests', () => {
  test('a screen counts down, or waits a second if API Gateway names no time, and goes on by itself', async () => {
    const page = await panel.asAdmin(await createNetwork(), undefined, { isFresh: true });
    await page.clock.install();
    // A screen of what the panel has not read yet: otherwise the first request is that of a refresh.
    const times = await refuse(page, 'GET', '/event-types', [ours]);
    await page.getByRole('link', { name: 'Event catalogue', exact: true }).click();
    await page.getByText('Too many requests').waitFor();
    await expectAccessible(page);
    expect(times).toHaveLength(1);
    await passTime(page);
    await page.getByRole('searchbox', { name: 'Find events' }).waitFor();
    await page.getByText('Too many requests').waitFor({ state: 'hidden' });

    const others = await refuse(page, 'GET', '/audit', [ofGateway]);
    await page.getByRole('link', { name: 'Audit trail', exact: true }).click();
    await page.getByText('Created the network').first().waitFor();
    const [first = 0, second = 0] = others;
    expect(second - first).toBeGreaterThanOrEqual(999);
  });

  test('a change is made after the wait, and given up after the second refusal, with the time to wait', async () => {
    const page = await panel.asAdmin(await createNetwork(), '/webhooks/create', { isFresh: true });
    await page.clock.install();
    const forNow = { ...ours, headers: { 'retry-after': '0' } };
    const times = await refuse(page, 'POST', '/webhooks', [ours, forNow, ours]);
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9000/hook');
    const create = page.getByRole('button', { name: 'Create webhook' });
    await create.click();
    await passTime(page);
    await page.getByText('Too many requests. Try again in 1 s.').first().waitFor();
    expect(times).toHaveLength(2);
    await create.click();
    await passTime(page);
    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    expect(times).toHaveLength(4);
  });
});
