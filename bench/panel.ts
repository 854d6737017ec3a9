/** The size of the admin panel, and the time until it can be used: measured in the test browser, with a local cloud. */
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { UserId } from '../contract/ids.ts';
import { mintToken } from '../ctl/tokens.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';
import type { OwnCloud } from '../test/support/own-cloud.ts';
import { createWebhook } from './harness/admin-calls.ts';
import type { Measure, Row } from './harness/row.ts';
import { median, rounded } from './harness/statistics.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';

const LOADS = 15;
const WEBHOOKS = 20;

/** One load: milliseconds from the start of the navigation until the first screen can be used, and the bytes of its files. */
const Load = v.object({
  milliseconds: v.number(),
  files: v.array(v.object({ name: v.string(), bytes: v.number() })),
});
type Load = v.InferOutput<typeof Load>;

export const measure: Measure = (progress) =>
  inTemporaryCloud(async (cloud) => {
    const browser = await launchChromium();
    try {
      const link = await linkTo(cloud);
      await oneLoad(browser, link);
      const loads: Load[] = [];
      for (let i = 0; i < LOADS; i++) loads.push(await oneLoad(browser, link));
      progress(`${LOADS} loads: ${loads.map(({ milliseconds }) => Math.round(milliseconds)).join(', ')} ms`);
      return rowsOf(loads);
    } finally {
      await browser.close();
    }
  });

async function linkTo(cloud: OwnCloud): Promise<string> {
  const networkId = await cloud.addNetwork('panel');
  const admin = await cloud.clientOf(networkId, 'admin');
  for (let n = 0; n < WEBHOOKS; n++) await createWebhook(admin, { url: `https://hooks.example.com/${n}` });
  const userId = v.parse(UserId, 'admin');
  const token = await mintToken(cloud.connection, { networkId, userId, role: 'admin', lifetimeSeconds: 3_600 });
  return `${cloud.url}/admin/#token=${token}`;
}

/** A visit with an empty browser cache. */
async function oneLoad(browser: Browser, link: string): Promise<Load> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(link, { waitUntil: 'commit' });
    const milliseconds = await firstUse(page);
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    );
    return v.parse(Load, { milliseconds, files });
  } finally {
    await context.close();
  }
}

/** When the browser's driver sees the last webhook of the table; everything above it works by then. */
async function firstUse(page: Page): Promise<number> {
  await page
    .locator('tbody tr')
    .nth(WEBHOOKS - 1)
    .waitFor();
  return await page.evaluate(() => performance.now());
}

function rowsOf(loads: readonly Load[]): Row[] {
  const kilobytes = (pattern: RegExp): number =>
    rounded(
      median(
        loads.map(({ files }) =>
          files.filter(({ name }) => pattern.test(name)).reduce((sum, { bytes }) => sum + bytes, 0),
        ),
      ) / 1_000,
    );
  return [
    {
      name: 'until the first screen can be used',
      figure: rounded(median(loads.map(({ milliseconds }) => milliseconds))),
      unit: 'ms',
      aim: '<= 1000',
    },
    {
      name: 'scripts and styles of the first load, compressed',
      figure: kilobytes(/\.(js|css)$/),
      unit: 'KB',
      aim: '<= 500',
    },
    { name: 'fonts of the first load', figure: kilobytes(/\.woff2$/), unit: 'KB' },
  ];
}
