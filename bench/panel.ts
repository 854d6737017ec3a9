/**
 * The size of the admin panel, the time until it can be used, and that until each of its screens can: measured in the
 * test browser, with a local cloud, in a network with 50 webhooks and 10,000 deliveries.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminLink } from '@social-platform-services/ctl/tokens';
import { panelFolder } from '@social-platform-services/panel/build';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { EventId } from '../contract/events.ts';
import { UserId } from '../contract/ids.ts';
import { deliveriesTable } from '../lambdas/deliveries/deliveries-table.ts';
import type { Delivery } from '../lambdas/deliveries/delivery.ts';
import { eventsTable } from '../lambdas/events/events-table.ts';
import { launchChromium } from '../test/support/chromium.ts';
import type { OwnCloud } from '../test/support/own-cloud.ts';
import { brotliBytes } from './bundle.ts';
import { afterOnlyAttempt } from './harness/bare-writes.ts';
import { type Measure, median, type Row } from './harness/benchmark.ts';
import { createWebhook, temporaryCloud } from './harness/temporary-cloud.ts';

const WEBHOOKS_ON_A_PAGE = 20;
const FULL = { deliveries: 200, loads: 15, visits: 5 };
const QUICK = { deliveries: 20, loads: 1, visits: 1 };

/** One load: milliseconds from navigation until the first screen can be used, its requests, and the files' bytes. */
interface Load {
  readonly milliseconds: number;
  readonly requests: number;
  readonly bytes: number;
}

export const measure: Measure = async (run) => {
  const plan = run.quick ? QUICK : FULL;
  await using cloud = await temporaryCloud(run);
  await using browser = await launchChromium();
  const network = await addPanelNetwork(cloud, plan.deliveries);
  if (!run.quick) await oneLoad(browser, await network.newLink());
  const loads: Load[] = [];
  for (let i = 0; i < plan.loads; i++) loads.push(await oneLoad(browser, await network.newLink()));
  return [...loadRows(loads), ...(await screenRows(browser, network, plan.visits))];
};

/** A visit with an empty browser cache. */
async function oneLoad(browser: Browser, link: string): Promise<Load> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link, { waitUntil: 'commit' });
  const milliseconds = await firstUse(page);
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const files = urls.flatMap((url) => /\/admin\/(assets\/.+)$/.exec(url)?.[1] ?? []);
  const bytes = files.reduce((sum, file) => sum + brotliBytes(readFileSync(join(panelFolder, file))), 0);
  return { milliseconds, requests: urls.length + 1, bytes };
}

/** When the browser's driver sees the last webhook of the first page; everything above it works by then. */
async function firstUse(page: Page): Promise<number> {
  const webhooks = page.locator('tbody tr');
  await webhooks.nth(WEBHOOKS_ON_A_PAGE - 1).waitFor();
  return await page.evaluate(() => performance.now());
}

function loadRows(loads: readonly Load[]): Row[] {
  const figure = (of: (load: Load) => number): number => median(loads.map(of));
  return [
    {
      name: 'until the first screen can be used',
      figure: figure(({ milliseconds }) => milliseconds),
      unit: 'ms',
      aim: '<= 1000',
    },
    {
      name: 'files of the first load, compressed',
      figure: figure(({ bytes }) => bytes) / 1_000,
      unit: 'KB',
      aim: '<= 300',
    },
    { name: 'requests of the first load', figure: figure(({ requests }) => requests), unit: '', aim: '<= 30' },
  ];
}

/** Each screen, with what is shown last when it can be used. */
const screensOf = ({ delivery: { webhookId, deliveryId, eventId } }: PanelNetwork) =>
  [
    ['a webhook', `/webhooks/${webhookId}`, /shop\.didSell/],
    ['its deliveries', `/webhooks/${webhookId}/deliveries`, /503/],
    ['its failed deliveries', `/webhooks/${webhookId}/deliveries?state=failed`, /503/],
    ['all deliveries', '/deliveries', /hooks\.example\.com/],
    ['all failed deliveries', '/deliveries?state=failed', /503/],
    ['a delivery', `/webhooks/${webhookId}/deliveries/${deliveryId}`, /87 ms/],
    ['an event at all webhooks', `/events/${eventId}`, /hooks\.example\.com\/49/],
    ['the audit trail', '/audit', /hooks\.example\.com|created/i],
    ['the event catalogue', '/event-types', /channel\.didCreate/],
    ['the network', '/network', /quota/i],
    ['the webhooks', '/webhooks', /hooks\.example\.com/],
  ] as const;

/** The time from a click on a link to each screen until it can be used, with the cache as a visit leaves it. */
async function screenRows(browser: Browser, network: PanelNetwork, visits: number): Promise<Row[]> {
  const page = await browser.newPage();
  await page.goto(await network.newLink());
  await firstUse(page);
  const rows: Row[] = [];
  for (const [name, address, shown] of screensOf(network)) {
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit++) {
      await open(page, '/search', /finds an event/i);
      times.push(await open(page, address, shown));
    }
    rows.push({ name: `until the screen of ${name} can be used`, figure: median(times), unit: 'ms', aim: '<= 1000' });
  }
  return rows;
}

/** Milliseconds until the address shows the text in its content. */
async function open(page: Page, address: string, shown: RegExp): Promise<number> {
  const start = performance.now();
  await page.evaluate(`location.assign(${JSON.stringify(`#${address}`)})`);
  await page.getByRole('main').getByText(shown).first().waitFor();
  return performance.now() - start;
}

const WEBHOOKS = 50;
const SECONDS_BETWEEN = 20;
const DELIVERED = { class: 'delivered', statusCode: 200, milliseconds: 87 } as const;
const REFUSED = { class: 'http_5xx', statusCode: 503, milliseconds: 87 } as const;

/** What the benchmark opens: the panel with links of an admin, each once, and a delivery. */
interface PanelNetwork {
  readonly newLink: () => Promise<string>;
  readonly delivery: Delivery;
}

/** Adds the network, with 50 webhooks and that many deliveries of each, a tenth of which have failed. */
async function addPanelNetwork(cloud: OwnCloud, deliveries: number): Promise<PanelNetwork> {
  const { client, tables } = cloud.connection;
  const networkId = await cloud.addNetwork('panel');
  const admin = await cloud.clientOf(networkId, 'admin');
  const outbox = eventsTable(client, tables.events);
  const log = deliveriesTable(client, tables.deliveries);
  const events = Array.from({ length: deliveries }, (_, n) => {
    const acceptedAt = new Date(Date.now() - n * SECONDS_BETWEEN * 1_000).toISOString();
    const [event, eventId] = ['shop.didSell', v.parse(EventId, randomUUID())];
    const body = JSON.stringify({ event, data: { n } });
    // Marked as a test, so that nobody sends it.
    return { networkId, eventId, event, body, occurredAt: acceptedAt, acceptedAt, isTest: true } as const;
  });
  for (const event of events) await outbox.add(event);

  let delivery: Delivery | undefined;
  for (let n = 0; n < WEBHOOKS; n++) {
    const webhookId = await createWebhook(admin, { url: `https://hooks.example.com/${n}` });
    const ofWebhook = events.map((event, index) =>
      afterOnlyAttempt(event, webhookId, index % 10 === 0 ? REFUSED : DELIVERED),
    );
    await log.putAll(ofWebhook);
    delivery ??= ofWebhook[0];
  }
  if (delivery === undefined) throw new Error('There are no deliveries.');
  const person = { networkId, userId: v.parse(UserId, 'ada'), role: 'admin', sessionSeconds: 3_600 } as const;
  return { newLink: () => adminLink(cloud.connection, `${cloud.url}/admin/`, person), delivery };
}
