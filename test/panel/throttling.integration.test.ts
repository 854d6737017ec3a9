import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { createNetwork } from '../../testing/service.ts';
import { expectAccessible, openPanelBrowser } from './panel-browser.ts';

const panel = openPanelBrowser();

const ours = {
  status: 429,
  headers: { 'retry-after': '2' },
  json: { status: 'error', code: 400311, message: 'too many requests' },
};
const ofGateway = { status: 429, json: { message: 'Too Many Requests' } };
type Refusal = Parameters<Route['fulfill']>[0];

/** The first requests of this method and path are refused, one with each of the responses. Returns the times of all requests. */
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

describe('too many requests', () => {
  test.each([
    ['of the service', ours, 2_000],
    ['of API Gateway, which names no time', ofGateway, 1_000],
  ])('%s: a screen counts down, and goes on by itself', async (_, refusal, least) => {
    const page = await panel.asAdmin(await createNetwork());
    const times = await refuse(page, 'GET', '/network', [refusal, refusal]);
    await page.getByRole('link', { name: 'Network' }).click();
    await page.getByText('Too many requests').waitFor();
    await page.getByText(/^Going on in [1-3] s$/).waitFor();
    await expectAccessible(page);
    await page.getByRole('table', { name: 'Features' }).waitFor();
    await page.getByText('Too many requests').waitFor({ state: 'hidden' });
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(least - 1);
  });

  test('a change is made after the wait, and given up after the second refusal, with the time to wait', async () => {
    const page = await panel.asAdmin(await createNetwork(), '/webhooks/create');
    const times = await refuse(page, 'POST', '/webhooks', [ours, ours, ours]);
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9000/hook');
    const create = page.getByRole('button', { name: 'Create webhook' });
    await create.click();
    await page.getByText('Going on in').waitFor();
    await page.getByText('Too many requests. Try again in 2 s.').first().waitFor();
    expect(times).toHaveLength(2);
    await create.click();
    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    expect(times).toHaveLength(4);
  });
});
