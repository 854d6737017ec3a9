/**
 * `npm run screenshots`: photographs the running panel for the README, into `docs/images/`.
 *
 * A local cloud of its own, real receivers of which one is broken, real deliveries. Only the figures of the hours before
 * are invented (`invented-day.ts`): nobody wants to wait a day for a picture.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import { type OwnCloud, startOwnCloud } from '../../test/support/own-cloud.ts';
import { furnish } from './furnish.ts';

/** Pixels of the top bar and the trail. */
const BARS_HEIGHT = 130;

const images = join(import.meta.dirname, '../../docs/images');

/** A picture: its file, the screen, a text that is there once the screen is complete, and how it looks. */
interface Picture {
  readonly file: string;
  readonly screen: string;
  readonly complete: string;
  readonly colorScheme?: 'light' | 'dark';
  /** The heading to begin at, where that is not the top. */
  readonly from?: string;
}

const data = mkdtempSync(join(tmpdir(), 'sps-screenshots-'));
const cloud = await startOwnCloud({ data, inMemory: true });
const browser = await launchChromium();
const furniture = await furnish(cloud);
try {
  mkdirSync(images, { recursive: true });
  const { healthy, failing, failedDelivery } = furniture;
  const pictures: readonly Picture[] = [
    { file: 'webhooks.png', screen: '/webhooks', complete: 'Failing' },
    { file: 'webhook.png', screen: `/webhooks/${healthy}`, complete: '95 in 100', from: 'Attempts' },
    { file: 'delivery.png', screen: `/webhooks/${failing}/deliveries/${failedDelivery}`, complete: '503' },
    { file: 'event-types.png', screen: '/event-types', complete: 'channel.didCreate', colorScheme: 'dark' },
  ];
  for (const picture of pictures) await take(picture);
} finally {
  await furniture.stop();
  await browser.close();
  await cloud.stop();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}

async function take({ file, screen, complete, colorScheme = 'light', from }: Picture): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
  const page = await context.newPage();
  await page.goto(await linkTo(cloud));
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.goto(`${cloud.url}/admin/#${screen}`);
  await page.getByText(complete).first().waitFor();
  await settled(page);
  if (from !== undefined) await scrollTo(page, from);
  await page.screenshot({ path: join(images, file), animations: 'disabled' });
  await context.close();
  process.stdout.write(`docs/images/${file}\n`);
}

async function linkTo({ url, connection }: OwnCloud): Promise<string> {
  const { networkId } = furniture;
  const token = await mintToken(connection, {
    networkId,
    userId: v.parse(UserId, 'admin'),
    role: 'admin',
    lifetimeSeconds: 3_600,
  });
  return `${url}/admin/#token=${token}`;
}

/** Brings a heading to the top, below the bars that stay. */
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
