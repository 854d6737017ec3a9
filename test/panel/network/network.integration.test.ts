import { describe, expect, test } from '@jest/globals';
import { setActivityRetention, setQuota } from '../../../ctl/networks.ts';
import { connection, createNetwork, rotateKey } from '../../../testing/service.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();

describe('the network screen', () => {
  test('shows which features are off, and the command that enables them', async () => {
    const networkId = await createNetwork({ features: ['blockUser'] });
    const page = await panel.asAdmin(networkId, '/event-types');
    await page.getByText('The catalogue could not be loaded').waitFor();
    await page.getByRole('link', { name: 'View network features' }).press('Enter');
    const features = page.getByRole('table', { name: 'Features' });
    await features.getByRole('row', { name: /Webhooks.*Off/ }).waitFor();
    await features.getByText(`npm run -s ctl -- feature enable ${networkId} webhooks`).waitFor();
    await features.getByText(`npm run -s ctl -- feature disable ${networkId} blockUser`).waitFor();
    await expectAccessible(page);
  });

  test('explains the settings and quotas, and lists the key IDs with the command for the older key', async () => {
    const networkId = await createNetwork({ hideMode: 'mutual' });
    await setActivityRetention(connection(), networkId, 365);
    await setQuota(connection(), networkId, 'events', 1_234);
    await rotateKey(networkId);
    const page = await panel.asAdmin(networkId, '/network', { colorScheme: 'dark' });
    await page.getByText('neither sees the other’s content').waitFor();
    await page.getByText('expire 365 days after the action').waitFor();
    const quotas = page.getByRole('table', { name: 'Quotas' });
    await quotas
      .getByRole('row', { name: /posted events, a second.*1,234.*network set .* quota\.events 2468/ })
      .waitFor();
    const keys = page.getByRole('table', { name: 'Signing keys' });
    await keys.getByRole('row', { name: /Signs new tokens/ }).waitFor();
    const older = keys.getByRole('row', { name: /Its tokens are still valid/ });
    const keyId = /\d{8}-[0-9a-f]{16}/.exec((await older.textContent()) ?? '')?.[0];
    expect(keyId).toBeDefined();
    await page.getByText(`npm run -s ctl -- key revoke ${networkId} ${keyId}`).waitFor();
    await expectAccessible(page);
  });

  test('changes who gets notices by e-mail, and refuses what is no address', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const page = await panel.asAdmin(networkId, '/network');
    const field = page.getByRole('textbox', { name: 'Addresses' });
    const save = page.getByRole('button', { name: 'Save addresses' });
    await page.getByText('Mails come from notices@sps.test').waitFor();
    await field.fill('on-call@example.com\nnobody');
    await page.getByText('nobody is not an e-mail address').first().waitFor();
    expect(await save.isDisabled()).toBe(true);
    await expectAccessible(page);
    await field.fill('on-call@example.com\n\n second@example.com');
    await save.click();
    await page.getByText('The addresses are saved.').waitFor();
    await page.reload();
    await page.getByText('Mails come from').waitFor();
    expect(await field.inputValue()).toBe('on-call@example.com\nsecond@example.com');
  });
});
