/** The page of a webhook: why it fails and what to do, and its secrets. */
import { describe, expect, test } from '@jest/globals';
import { verifyWebhook } from '@social-platform-services/client/webhooks';
import { kept, newTestNetwork, post, webhookTo } from '../../../test/e2e/delivery-network.ts';
import {
  expectAccessible,
  expectButtonsFit,
  expectTablesFit,
  expectWholeIds,
  openPanelBrowser,
  panelUrl,
} from '../../../test/support/browser/panel-browser.ts';
import { startReceiver } from '../../../test/support/receivers/http-receivers.ts';
import { createNetwork, eventually } from '../../../test/support/service.ts';

const panel = openPanelBrowser();
const HOSTILE = '<img src=x onerror="document.title=\'taken over\'">';
/** Events that wait while the receiver is down: each probe attempts one, which is then due at a later time; some 40 s. */
const WAITING = 20;

/** A webhook, and its receiver, which responds with `status`. */
async function newWebhook(status: number) {
  const network = await newTestNetwork();
  const responds = { status };
  const receiver = await kept(
    startReceiver((response) => response.writeHead(responds.status).end(responds.status === 200 ? '{}' : HOSTILE)),
  );
  const { webhookId } = await webhookTo(network.admin, receiver, { events: ['app.*'] });
  const happens = (event: string) => post(network.server, [{ event, data: {} }]);
  return { ...network, webhookId, receiver, responds, happens };
}

describe('a webhook whose receiver is broken', () => {
  test('says that it is down, when it is tried next and what waits, and shows its responses as text', async () => {
    const { networkId, webhookId, responds, happens } = await newWebhook(503);
    await happens('app.opened');
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    await page.getByText('The receiver is down').waitFor();
    for (let n = 0; n < WAITING; n++) await happens('app.used');
    await page.getByText('503 – Error in the receiver').first().waitFor();
    await page.getByText(/^Nothing has been delivered since .* ago\)\./).waitFor();
    expect(await page.getByText(/every attempt has failed/i).count()).toBe(0);
    await page.getByText(/next probe (in \d|at any moment)/).waitFor();
    await page.getByText(/^\d+ deliveries will be sent once the receiver responds/).waitFor();
    const waiting = page.getByRole('row', { name: /Waiting – receiver is down/ });
    await waiting.first().waitFor();
    await page.getByText(/^About \d+ attempts?, 0% successful/).waitFor();
    await page.getByText(/^About \d+ of \d+ attempts have failed/).waitFor();
    // The receiver's own words, and what they do not do.
    await page
      .getByLabel(/^What .* said$/)
      .getByText(HOSTILE)
      .waitFor();
    await page.getByRole('table', { name: 'Failed, by result' }).getByRole('link', { name: '503' }).waitFor();
    await page.getByRole('table', { name: 'Failed, by event' }).getByText('not in the catalogue').waitFor();

    await page.getByRole('tab', { name: 'Testing' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByLabel('Start of the response').getByText(HOSTILE).waitFor();
    expect(await page.title()).not.toContain('taken over');
    expect(await page.title()).toMatch(/ · Webhooks$/);
    await expectTablesFit(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    expect(
      await page.locator('button:not([role="tab"]), [class*="awsui_button_"], input').filter({ visible: true }).count(),
    ).toBe(0);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText('The receiver is down').waitFor();
    // Where there was a control there is nothing, not even its frame.
    expect(await page.getByRole('button', { name: '24 hours' }).count()).toBe(0);
    expect(await page.getByLabel('Time range').filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: null });

    await page.getByRole('link', { name: /^\d+ deliveries$/ }).click();
    await page.getByText('The receiver is down: nothing has been delivered since').waitFor();
    await page.goto(page.url().replace(/\/wh_.*$/, ''));
    await page.getByText('Down', { exact: true }).waitFor();
    await page.getByText(/^Since \d/).waitFor();
    await page.getByText(/^Next probe (in \d|at any moment)/).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('table').getByRole('link').waitFor();
    await expectTablesFit(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.goto(`${page.url()}/${webhookId}`);
    await page.getByText(/^\d+ deliveries will be sent once the receiver responds/).waitFor();
    // Only the test event has failed for good.
    expect(await page.getByRole('button', { name: 'Send failed deliveries again' }).count()).toBe(0);
    await page.getByText('After 5 days without a success').waitFor();

    await page.route('**/retry-now', (route) => route.abort(), { times: 1 });
    const tryNow = page.getByRole('button', { name: 'Try now', exact: true });
    await tryNow.press('Enter');
    await page.getByText('The receiver could not be tried').waitFor();
    responds.status = 200;
    const held = Promise.withResolvers<void>();
    await page.route('**/retry-now', (route) => held.promise.then(() => route.continue()), { times: 1 });
    await tryNow.press('Enter');
    await page.getByRole('button', { name: 'Try now', exact: true, disabled: true }).waitFor();
    held.resolve();
    await page.getByText('The service is sending one request to the receiver').waitFor();
    await page.getByText('The receiver is down').waitFor({ state: 'hidden' });
    const latest = page.getByRole('table', { name: 'Latest deliveries' });
    await latest.getByText('Delivered', { exact: true }).first().waitFor();
  }, 180_000);

  test('says that attempts fail, and has what waits sent at once', async () => {
    const { networkId, webhookId, responds, happens } = await newWebhook(404);
    await happens('app.used');
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    // After a minute without a success it is failing.
    await page.getByText(/^The receiver is (struggling|failing)/).waitFor();
    await page.getByRole('link', { name: '1 delivery' }).waitFor();
    // As if one had failed for good: then there is another button.
    await page.route(/deliveries\?state=failed/, (route) =>
      route.continue({ url: route.request().url().replace('=failed', '=retrying') }),
    );
    await page.goto(`${panelUrl()}#/overview`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('main').getByRole('button', { name: 'Send failed deliveries again' }).waitFor();
    await page.getByRole('button', { name: 'Try now', exact: true }).waitFor();
    await expectButtonsFit(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectButtonsFit(page);
    await page.goto(`${panelUrl()}#/webhooks/${webhookId}/settings`);
    await page.getByRole('button', { name: 'Copy webhook ID' }).waitFor();
    await expectWholeIds(page);
    await page.goto(`${panelUrl()}#/webhooks/${webhookId}`);
    responds.status = 200;
    await page.getByRole('button', { name: 'Try now', exact: true }).click();
    await page.getByText('Retries are sent before their time').waitFor();
    const latest = page.getByRole('table', { name: 'Latest deliveries' });
    await latest.getByText('Delivered', { exact: true }).first().waitFor();
  });
});

describe('a webhook', () => {
  test('is disabled once, however often that is confirmed, and gets what came meanwhile by a recovery', async () => {
    const { networkId, admin, webhookId, receiver, responds, happens } = await newWebhook(200);
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    let changes = 0;
    const held = Promise.withResolvers<void>();
    await page.route('**/webhooks/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      changes += 1;
      if (changes === 1) return route.abort();
      await held.promise;
      return route.fallback();
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable this webhook?' });
    await dialog.getByText('Within two minutes, waiting deliveries begin to fail').waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByText('The webhook could not be disabled').waitFor();

    // Twice before the page is rendered again, and once more while the request is under way.
    const submit = `[...document.querySelectorAll('form')].find(({ innerText }) => /waiting deliveries begin to fail/.test(innerText)).requestSubmit();`;
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.evaluate(`${submit}${submit}`);
    await sent;
    await page.evaluate(submit);
    held.resolve();
    await page.getByText('An admin disabled it').waitFor();
    const notification = page.getByText('The webhook is disabled. Requests may still be sent');
    await notification.first().waitFor();
    expect(await notification.count()).toBe(1);
    expect(changes).toBe(2);

    await happens('app.missed');
    await eventually(async () => expect((await admin('GET', '/events')).text).toContain('app.missed'));
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    const enabling = page.getByRole('dialog', { name: 'Enable this webhook?' });
    await enabling.waitFor();
    await happens('app.missedLater');
    await eventually(async () => expect((await admin('GET', '/events')).text).toContain('app.missedLater'));
    await enabling.getByRole('button', { name: 'Enable' }).click();
    const recovering = page.getByRole('dialog', { name: 'Send failed deliveries again' });
    await recovering.getByText('did not get because it was disabled').waitFor();
    await recovering.getByRole('button', { name: 'Send', exact: true }).click();
    await recovering.getByText('All 2 deliveries succeeded').waitFor();
    await eventually(() => expect(receiver.requests.some(({ body }) => `${body}`.includes('missedLater'))).toBe(true));
    await recovering.getByRole('button', { name: 'Close' }).last().click();

    responds.status = 410;
    await happens('app.closed');
    await page.getByText('The service disabled it, because the receiver responded with 410').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('Disabled: the receiver responded with 410').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await enabling.getByRole('checkbox', { name: 'Then send what it did not get' }).uncheck();
    await enabling.getByRole('button', { name: 'Enable' }).click();
    await enabling.waitFor({ state: 'hidden' });
    expect(await recovering.count()).toBe(0);
  });
});

describe('the secret', () => {
  test('that a rotation has made stays, though a slow response has the one before', async () => {
    const { networkId, webhookId } = await newWebhook(200);
    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}/settings`);
    const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/secret', async (route) => {
      if (route.request().method() === 'POST') return route.fallback();
      const response = await route.fetch();
      read.resolve();
      await held.promise;
      return route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Reveal' }).click();
    await read.promise;
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('Signs every request.').waitFor();
    const secrets = page.getByText(/^whsec_[A-Za-z0-9+/=]+$/);
    const rotated = await secrets.allTextContents();
    const late = page.waitForResponse(
      (response) => response.request().method() === 'GET' && /secret$/.test(response.url()),
    );
    held.resolve();
    await late;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
    expect(rotated).toHaveLength(2);
    expect(await secrets.allTextContents()).toEqual(rotated);
  });

  test('is revealed, hidden, and rotated at a chosen time', async () => {
    const { networkId, webhookId, admin, receiver } = await newWebhook(200);
    const other = await webhookTo(admin, receiver, { description: 'Another one' });
    const page = await panel.asAdmin(networkId, `/webhooks/${other.webhookId}/settings`, { isFresh: true });
    const secrets = page.getByText(/^whsec_[A-Za-z0-9+/=]+$/);
    const reveal = page.getByRole('button', { name: 'Reveal' });
    await reveal.waitFor();
    await page.goto(page.url().replace(other.webhookId, webhookId));
    await page.getByRole('heading', { name: 'Secret' }).waitFor();
    expect(await secrets.count()).toBe(0);
    await reveal.click();
    await page.getByText('Signs every request.').waitFor();
    await page.goBack();
    // Sooner than it is hidden anyway.
    await reveal.waitFor({ timeout: 40_000 });
    await page.goForward();
    await page.getByText('Another one').waitFor({ state: 'hidden' });
    await reveal.click();
    const before = await secrets.textContent();
    await page.getByRole('button', { name: 'Hide' }).click();
    await secrets.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret?' });
    await dialog.getByRole('radio', { name: 'Later' }).click();
    await dialog.getByLabel('Hours from now').fill('169');
    await dialog.getByText('Enter a number of hours from 1 to 168').waitFor();
    await dialog.getByLabel('Hours from now').fill('48');
    await dialog.getByText(/add it to your receiver before then/).waitFor();
    await dialog.getByLabel('Hours to keep').fill('12');
    await expectAccessible(page);
    await page.clock.install();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    expect((await sent).postDataJSON()).toEqual({ takesEffectInHours: 48, overlapHours: 12 });
    await page.getByText('The webhook has a new secret').waitFor();
    await page.getByText(/^Signs requests from .*\.$/).waitFor();
    expect(await secrets.allTextContents()).toEqual([expect.not.stringContaining(`${before}`), before]);
    await page.clock.fastForward(61_000);
    await secrets.first().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    expect(await page.getByText('The webhook has a new secret').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { name: 'Secret' }).waitFor();
    expect(await page.getByText('The webhook has a new secret').count()).toBe(0);
  });
});

describe('the first webhook', () => {
  test('is created, tested with the secret shown, and deleted', async () => {
    const receiver = await kept(startReceiver());
    const page = await panel.asAdmin(await createNetwork(), '/webhooks', { colorScheme: 'dark' });
    await page.getByText('This network has no webhooks yet').waitFor();
    await page.getByRole('link', { name: 'Create webhook' }).click();

    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await page.getByLabel('Description').fill('Search index');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create webhook' }).click();

    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('screen');
    const secret = await page.getByText(/^whsec_/).textContent();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('channel.didCreate: 200 – Delivered').waitFor();
    const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: Buffer.of() };
    expect(await verifyWebhook({ headers, body, secret: secret ?? '' })).toMatchObject({ event: 'channel.didCreate' });

    await page.getByRole('button', { name: 'Edit the data' }).click();
    const data = page.getByRole('textbox', { name: 'Data' });
    await data.fill('[1]');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('This is not a JSON object').first().waitFor();
    await expectAccessible(page);
    await data.fill('{"channel":"mine", "n":9123456789654321234,"m":1.0}');
    const sent = page.waitForResponse((response) => response.url().endsWith('/test'));
    await page.getByRole('button', { name: 'Send test event' }).click();
    expect((await sent).status()).toBe(200);
    const exact = '{"event":"channel.didCreate","data":{"channel":"mine", "n":9123456789654321234,"m":1.0}}';
    expect(`${receiver.requests.at(-1)?.body}`).toBe(exact);
    await page.getByRole('button', { name: /^Event/ }).click();
    await page.getByRole('option', { name: /^channel\.didClose/ }).click();
    expect(await data.inputValue()).not.toContain('mine');

    await page.getByRole('link', { name: 'View webhook' }).click();
    await page.getByRole('heading', { name: receiver.url.slice('http://'.length), level: 1 }).waitFor();
    const deliveries = page.getByRole('table', { name: 'Latest deliveries' });
    await deliveries.getByText('Test', { exact: true }).first().waitFor();
    await page.getByText('No attempts in this period').first().waitFor();

    await page.getByRole('tab', { name: 'Testing' }).click();
    await page.getByRole('button', { name: 'Check the receiver' }).click();
    await page.getByText('Accepts forged requests').waitFor();
    await page.getByText('Verify the signature before the event is processed').waitFor();
    await expectAccessible(page);
    const skipped = { question: 'accepts_large', verdict: 'skipped', finding: 'It was down.' };
    await page.route('**/checkup', (route) => route.fulfill({ json: { results: [skipped] } }), { times: 1 });
    await page.getByRole('button', { name: 'Check the receiver' }).click();
    await page.getByText('Not asked: It was down.').waitFor();

    // By keyboard alone.
    await page.getByRole('button', { name: 'More actions' }).focus();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' });
    const red = 'rgb(217, 21, 21)';
    const buttons = `[...document.querySelectorAll('[role="dialog"] [type="submit"]')]`;
    const colors = await page.evaluate(`${buttons}.map((button) => getComputedStyle(button).backgroundColor)`);
    expect(colors).toContain(red);
    await dialog.getByRole('textbox').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(new URL(receiver.url).host);
    await page.keyboard.press('Enter');
    await dialog.getByText('This does not match').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(/wh_[0-9a-f]+/.exec(page.url())?.[0].slice(-6) ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('was deleted').waitFor();
    await page.getByText('This network has no webhooks yet').waitFor();
  });
});
