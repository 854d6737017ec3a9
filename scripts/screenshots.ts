/**
 * `npm run screenshots`: takes the guide's screenshots of the panel, into `docs/images/`.
 *
 * It starts its own local cloud and real receivers, one of which is down, and sends real deliveries. Only the
 * statistics of the last day are sample data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { createClient } from '../client/index.ts';
import { eventSample } from '../contract/event-samples.ts';
import { UserId } from '../contract/ids.ts';
import { adminLink, mintToken } from '../ctl/tokens.ts';
import { attemptCountsTable, hourOf } from '../lambdas/delivery/deliveries-table/attempt-hours.ts';
import { BAND_BOUNDS } from '../lambdas/delivery/model/attempt-counts.ts';
import { launchChromium } from '../testing/chromium.ts';
import { eventually } from '../testing/eventually.ts';
import { startOwnCloud } from '../testing/own-cloud.ts';
import { startReceiver } from '../testing/receivers/http-receivers.ts';

const images = join(import.meta.dirname, '../docs/images');
const TOKEN_SECONDS = 3_600;

const EVENTS = [
  'channel.didCreate',
  'message.didCreate',
  'v3.post.didCreate',
  'v3.post.didAddReaction',
  'user.didUpdate',
];
const ROUNDS = 6;

const HOUR_MS = 60 * 60 * 1_000;
const MAX_ATTEMPTS_PER_HOUR = 1_800;
/** The share of attempts in each band of latencies, the fastest first. */
const SHARES = [0, 0.02, 0.08, 0.14, 0.22, 0.24, 0.12, 0.07, 0.05, 0.03, 0.01, 0.01];

/** Pixels of the top bar and the breadcrumbs. */
const BARS_HEIGHT = 130;

const data = mkdtempSync(join(tmpdir(), 'sps-screenshots-'));
const { connection, outputs, url: baseUrl, addNetwork, stop } = await startOwnCloud({ data, inMemory: true });
const networkId = await addNetwork('riverside');
const clientOf = async (role: 'admin' | 'server') => {
  const userId = v.parse(UserId, role);
  return createClient({
    baseUrl,
    token: await mintToken(connection, { networkId, userId, role, lifetimeSeconds: TOKEN_SECONDS }),
  });
};
const admin = await clientOf('admin');
const working = await startReceiver();
const broken = await startReceiver((response) =>
  response.writeHead(503, { 'content-type': 'text/plain' }).end('The moderation queue is full.'),
);
const browser = await launchChromium();
try {
  const healthy = await createWebhook(working.url, ['*'], 'Analytics');
  const down = await createWebhook(broken.url, ['message.*', 'v3.post.*'], 'Moderation queue');
  await createWebhook(working.url, ['v3.post.*', 'v3.comment.*'], 'Search index');
  await createWebhook(working.url, ['user.*'], 'Customer records', false);
  await addSampleDay(healthy, 0.998);
  await addSampleDay(down, 0.93);
  const server = await clientOf('server');
  const events = EVENTS.map((event) => ({ event, data: eventSample(event) }));
  for (let n = 0; n < ROUNDS; n++) await server.ingestEvents({ body: { events } });
  const failed = await eventually(() => failedDelivery(down), 30_000);

  await take('webhooks.png', '/webhooks', 'Down');
  await take('webhook.png', `/webhooks/${healthy}`, '95th percentile', { from: 'Attempts' });
  await take('delivery.png', `/webhooks/${down}/deliveries/${failed}`, '503');
  await take('event-types.png', '/event-types', 'channel.didCreate', { colorScheme: 'dark' });
} finally {
  await Promise.all([working.stop(), broken.stop(), browser.close()]);
  await stop();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}

async function createWebhook(url: string, events: readonly string[], description: string, enabled = true) {
  return (await admin.createWebhook({ body: { url, events, description, enabled } })).webhookId;
}

async function failedDelivery(webhookId: string): Promise<string> {
  const { results } = await admin.listDeliveries({ parameters: { webhookId }, query: { state: 'retrying' } });
  const attempted = results.find(({ attemptCount }) => attemptCount > 0);
  if (attempted === undefined) throw new Error('Nothing has failed yet.');
  return attempted.deliveryId;
}

/** Writes statistics of the last day: many attempts in the evening, few at night, varied, the same at each call. */
async function addSampleDay(webhookId: string, deliveredShare: number): Promise<void> {
  const table = attemptCountsTable(connection.client, outputs['DeliveriesTableName']);
  for (let ago = 1; ago < 24; ago++) {
    const at = new Date(Date.now() - ago * HOUR_MS);
    const wave = 0.55 + 0.4 * Math.sin(((at.getHours() - 13) / 24) * 2 * Math.PI);
    const attempts = Math.round(MAX_ATTEMPTS_PER_HOUR * wave * (1 + 0.15 * Math.sin(ago * 7)));
    const failed = Math.round(attempts * (1 - deliveredShare));
    const bands = [...BAND_BOUNDS, undefined].map((_, band) => Math.round(attempts * (SHARES[band] ?? 0)));
    const failures = { failuresByResult: { 503: failed }, failuresByEvent: { 'message.didCreate': failed } };
    const counts = { delivered: attempts - failed, failed, bands, ...failures };
    await table.add(webhookId, { hour: hourOf(at.toISOString()), counts });
  }
}

/** Takes a screen, once it shows the text `complete`, from its top or from a heading. */
async function take(
  file: string,
  screen: string,
  complete: string,
  { from, colorScheme = 'light' }: { readonly from?: string; readonly colorScheme?: 'light' | 'dark' } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
  const page = await context.newPage();
  const ada = { networkId, userId: v.parse(UserId, 'ada'), role: 'admin', sessionSeconds: TOKEN_SECONDS } as const;
  await page.goto(await adminLink(connection, `${baseUrl}/admin/`, ada));
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.goto(`${baseUrl}/admin/#${screen}`);
  await page.getByText(complete).first().waitFor();
  await settled(page);
  if (from !== undefined) await scrollTo(page, from);
  await page.screenshot({ path: join(images, file), animations: 'disabled' });
  await context.close();
  console.log(`docs/images/${file}`);
}

/** Scrolls a heading to the top, below the sticky bars. */
async function scrollTo(page: Page, heading: string): Promise<void> {
  const box = await page.getByRole('heading', { name: heading }).first().boundingBox();
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, (box?.y ?? 0) - BARS_HEIGHT);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
}
