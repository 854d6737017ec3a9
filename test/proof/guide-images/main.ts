/**
 * Renews the pictures of the panel in `docs/images`: a network of a month in a local cloud of its own, whose receivers
 * have public names in the pictures. `npm run images` takes about a minute.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminLink } from '@social-platform-services/ctl/tokens';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { DeliverySummary } from '../../../contract/deliveries.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { WebhookResponse } from '../../../contract/webhook-response.ts';
import { WebhookId } from '../../../contract/webhooks.ts';
import { AdminLink } from '../../../lambdas/auth/admin-links-table.ts';
import { receiverHealthTable } from '../../../lambdas/receiver-health/receiver-health-table.ts';
import { attemptCountsTable, hourOf } from '../../../lambdas/statistics/attempt-hours-table.ts';
import { launchChromium } from '../../support/chromium.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwnCloud } from '../../support/own-cloud.ts';
import { startReceiver } from '../../support/receivers/http-receivers.ts';

const images = join(import.meta.dirname, '../../../docs/images');
const SIZE = { width: 1280, height: 800 };
const WAIT_MS = 60_000;

const receivers = {
  down: { description: 'CRM', events: ['channel.*', 'message.*'], failing: 1 },
  half: { description: 'Analytics', events: ['*'], failing: 0.5 },
  search: { description: 'Search index', events: ['*'], failing: 0 },
  moderation: { description: 'Moderation', events: ['message.*'], failing: 0 },
};
type Name = keyof typeof receivers;
const names = ['down', 'half', 'search', 'moderation'] as const satisfies readonly Name[];

const folder = mkdtempSync(join(tmpdir(), 'sps-images-'));
const cloud = await startOwnCloud({ data: folder, inMemory: true, faults: 'off' });
const networkId = await cloud.addNetwork('riverside');
const [admin, server] = [await cloud.clientOf(networkId, 'admin'), await cloud.clientOf(networkId, 'server')];
let requests = 0;
const receiver = await startReceiver((response, { path }) => {
  requests += 1;
  const { failing } = receivers[names.find((name) => path.endsWith(name)) ?? 'search'];
  const fails = failing === 1 || (failing > 0 && requests % 2 === 0);
  response.writeHead(fails ? 503 : 200).end(fails ? 'upstream connect error: no healthy host' : '{}');
});
const origin = new URL(receiver.url).origin;

const ids = new Map<Name, WebhookId>();
for (const name of names) {
  const { description, events } = receivers[name];
  const { body } = await admin('POST', '/webhooks', { url: `${origin}/${name}`, description, events });
  ids.set(name, v.parse(v.object({ webhookId: WebhookId }), body).webhookId);
  await addMonth(name);
}
await addOutage();
for (let n = 0; n < 4; n++)
  await server('POST', '/events', {
    events: Array.from({ length: 40 }, (_, i) => ({
      event: ['channel.didCreate', 'message.didCreate', 'v3.post.didDelete'][i % 3],
      data: {
        channel: { channelId: `channel-${i}` },
        message: { messageId: `message-${n}-${i}`, text: 'Good morning!' },
      },
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    })),
  });
const down = ids.get('down') ?? '';
await eventually(async () => {
  const { body } = await admin('GET', `/webhooks/${down}`);
  if (v.parse(WebhookResponse, body).state !== 'down') throw new Error('The receiver is not down yet.');
}, WAIT_MS);
const repeated = await eventually(async () => {
  const { body } = await admin('GET', `/webhooks/${ids.get('half')}/deliveries?state=delivered&limit=100`);
  const { results } = v.parse(v.object({ results: v.array(DeliverySummary) }), body);
  const found = results.find(({ attemptCount }) => attemptCount > 1);
  if (found === undefined) throw new Error('No delivery has succeeded after a retry yet.');
  return found;
}, WAIT_MS);

const browser = await launchChromium();
await take('webhooks', '/webhooks', 'light', (page) => page.getByText('Since').first());
await take('webhook', `/webhooks/${down}`, 'light', (page) => page.getByText(/attempts have failed/));
const delivery = `/webhooks/${ids.get('half')}/deliveries/${repeated.deliveryId}`;
await take('delivery', delivery, 'light', (page) => page.getByRole('table', { name: 'Attempts' }));
await take('event-types', '/event-types', 'dark', (page) => page.getByText('channel.didCreate').first());
await browser.close();
await Promise.all([cloud.stop(), receiver.stop()]);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Takes a picture of a screen once what it shows is there. */
async function take(
  name: string,
  address: string,
  colorScheme: 'light' | 'dark',
  shown: (page: Page) => ReturnType<Page['getByText']>,
): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: 'reduce', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.route(`${cloud.url}/**`, async (route) => {
    if (route.request().resourceType() !== 'fetch') return await route.continue();
    const response = await route.fetch();
    const text = (await response.text())
      .replaceAll(origin, 'https://hooks.riverside.example')
      .replaceAll('"remoteAddress":"127.0.0.1"', '"remoteAddress":"203.0.113.7"');
    return await route.fulfill({ response, body: text });
  });
  const link = v.parse(AdminLink, { networkId, userId: 'ada', role: 'admin', sessionSeconds: 3_600 });
  await page.goto(await adminLink(cloud.connection, `${cloud.url}/admin/`, link));
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.goto(`${cloud.url}/admin/#${address}`);
  await shown(page).waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await context.close();
}

/** Counts of a month, with more attempts by day than by night. */
async function addMonth(name: Name): Promise<void> {
  const { client, tables } = cloud.connection;
  const table = attemptCountsTable(client, tables.deliveries);
  for (let hour = 1; hour < 24 * 29; hour++) {
    const at = new Date(Date.now() - hour * HOUR_MS);
    const all = Math.round(300 * (1.2 + Math.sin(((at.getUTCHours() - 6) / 12) * Math.PI)));
    const isOut = name === 'down' && (hour === 7 || hour === 8);
    const failed = isOut ? all : Math.round(all * (name === 'half' ? 0.1 : 0.004));
    const counts = {
      deliveredCount: all - failed,
      failedCount: failed,
      'result:503': failed,
      'event:channel.didCreate': failed,
      ms50: Math.round(all * 0.6),
      ms100: Math.round(all * 0.4),
    };
    await table.add(ids.get(name) ?? '', { hour: hourOf(at.toISOString()), counts }, 'a0');
  }
}

/** The outage that the counts of `down` show. */
async function addOutage(): Promise<void> {
  const { client, tables } = cloud.connection;
  const webhookId = v.parse(WebhookId, ids.get('down'));
  const timeAt = (hoursAgo: number) => new Date(Date.now() - hoursAgo * (DAY_MS / 24)).toISOString();
  const outages = [{ since: timeAt(8.5), until: timeAt(6.5) }];
  await receiverHealthTable(client, tables.webhooks).note({ networkId, webhookId }, undefined, outages);
}
