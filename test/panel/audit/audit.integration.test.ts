import { describe, test } from '@jest/globals';
import { auditTable } from '../../../lambdas/audit/audit-table.ts';
import { connection, createNetwork } from '../../../testing/service.ts';
import { adminOf, create } from '../../webhooks/admin.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();

describe('the audit trail', () => {
  test('leads from a webhook to its changes, and from there to all entries, page by page', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const admin = await adminOf(networkId);
    const { webhookId } = await create(admin, { description: 'Search' });
    await admin('PATCH', `/webhooks/${webhookId}`, { description: 'Analytics' });
    // With those of the webhook and the network, more than a page.
    const { add } = auditTable(connection().client, connection().tables.audit);
    const [at, by] = [new Date().toISOString(), { kind: 'admin', name: 'grace' } as const];
    await Promise.all(Array.from({ length: 50 }, () => add({ networkId, at, by, action: 'secretRevealed' })));

    const page = await panel.asAdmin(networkId, `/webhooks/${webhookId}`);
    await page.getByText('Last changed by').waitFor();
    await page.getByRole('link', { name: 'all changes' }).press('Enter');
    const table = page.getByRole('table', { name: 'Audit trail' });
    await table.getByRole('row', { name: /root.*Changed the webhook.*changed from “Search” to “Analytics”/ }).waitFor();
    await table.getByRole('row', { name: /root.*Created the webhook/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Show all entries' }).press('Enter');
    await table
      .getByRole('row', { name: /grace.*Revealed the secret/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Show older entries' }).press('Enter');
    await table.getByRole('row', { name: /Operator .*Created the network/ }).waitFor();
  });
});
