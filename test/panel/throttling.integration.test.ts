import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { createNetwork } from '../../testing/service.ts';
import { expectAccessible, openPanelBrowser } from './panel-browser.ts';

const panel = openPanelBrowser();

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
    const times = await refuse(page, 'POST', '/webhooks', [ours, ours, ours]);
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9000/hook');
    const create = page.getByRole('button', { name: 'Create webhook' });
    await create.click();
    await passTime(page);
    await page.getByText('Too many requests. Try again in 1 min.').first().waitFor();
    expect(times).toHaveLength(2);
    await create.click();
    await passTime(page);
    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    expect(times).toHaveLength(4);
  });
});
