/**
 * `npm run screenshots`: takes the README's screenshots of the panel, into `docs/images/`.
 *
 * It starts its own local cloud and real receivers, one of which is broken, and sends real deliveries. Only the statistics of
 * the last day are sample data.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { type OwnCloud, startOwnCloud } from '../../testing/own-cloud.ts';
import { seed } from './seed.ts';

/** Pixels of the top bar and the breadcrumbs. */
const BARS_HEIGHT = 130;

const images = join(import.meta.dirname, '../../docs/images');

/** A screenshot to take. */
interface Screenshot {
  readonly file: string;
  /** The screen's address. */
  readonly screen: string;
  /** A text that is shown once the screen is complete. */
  readonly complete: string;
  readonly colorScheme?: 'light' | 'dark';
  /** The heading to scroll to. */
  readonly from?: string;
}

const data = mkdtempSync(join(tmpdir(), 'sps-screenshots-'));
const cloud = await startOwnCloud({ data, inMemory: true });
const browser = await launchChromium();
const seeded = await seed(cloud);
try {
  mkdirSync(images, { recursive: true });
  const { healthy, down, failedDelivery } = seeded;
  const screenshots: readonly Screenshot[] = [
    { file: 'webhooks.png', screen: '/webhooks', complete: 'Down' },
    { file: 'webhook.png', screen: `/webhooks/${healthy}`, complete: '95th percentile', from: 'Attempts' },
    { file: 'delivery.png', screen: `/webhooks/${down}/deliveries/${failedDelivery}`, complete: '503' },
    { file: 'event-types.png', screen: '/event-types', complete: 'channel.didCreate', colorScheme: 'dark' },
  ];
  for (const screenshot of screenshots) await take(screenshot);
} finally {
  await seeded.stop();
  await browser.close();
  await cloud.stop();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}

async function take({ file, screen, complete, colorScheme = 'light', from }: Screenshot): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
  const page = await context.newPage();
  await page.goto(await linkTo(cloud));
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.goto(`${cloud.url}/admin/#${screen}`);
  await page.getByText(complete).first().waitFor();
  await settled(page);
  if (from !== undefined) await scrollTo(page, from);
  await page.screenshot({ path: join(images, file), animations: 'disabled' });
  await context.close();
  process.stdout.write(`docs/images/${file}\n`);
}

async function linkTo({ url, connection }: OwnCloud): Promise<string> {
  const { networkId } = seeded;
  const token = await mintToken(connection, {
    networkId,
    userId: v.parse(UserId, 'admin'),
    role: 'admin',
    lifetimeSeconds: 3_600,
  });
  return `${url}/admin/#token=${token}`;
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
