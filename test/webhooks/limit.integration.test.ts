import { describe, expect, test } from '@jest/globals';
import type { NetworkId } from '../../contract/ids.ts';
import { webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import type { CreatedWebhook } from '../../lambdas/webhooks/webhook-creations-table.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { connection, createNetwork } from '../../testing/service.ts';
import { webhookOfTests } from '../support/samples.ts';
import { adminOf, create, listOf, newAdmin } from './admin.ts';

describe('webhooks of one network', () => {
  test('more than 10 bring a warning, 50 are the most, and deleting one makes room', async () => {
    const admin = await newAdmin();
    const ids: string[] = [];
    for (let count = 1; count <= 50; count++) {
      const { webhookId, warnings } = await create(admin, { enabled: false });
      ids.push(webhookId);
      if (count <= 10) expect(warnings).toBeUndefined();
      else expect(warnings).toEqual([expect.stringContaining(`${count} webhooks`)]);
      if (count === 10) expect(await listOf(admin)).not.toHaveProperty('warnings');
    }
    const { results, warnings } = await listOf(admin);
    expect(results.map(({ webhookId }) => webhookId)).toEqual(ids);
    expect(warnings).toEqual([expect.stringMatching(/50 webhooks.*10 are recommended/)]);

    const refused = await admin('POST', '/webhooks', { url: 'https://hooks.example.com/' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 400300, message: expect.stringContaining('50 webhooks') });

    expect((await admin('DELETE', `/webhooks/${ids[7]}`)).status).toBe(200);
    await create(admin, { enabled: false });
    expect((await listOf(admin)).results).toHaveLength(50);
  });

  test('concurrent creations never exceed the limit: those within it succeed, the others are refused', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    const table = webhookChangesTable(connection().client, connection().tables);
    for (let count = 1; count <= 46; count++) expect((await table.create(webhook(networkId))).count).toBe(count);
    const outcomes = await Promise.allSettled(Array.from({ length: 7 }, () => table.create(webhook(networkId))));
    const counts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.count] : []));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(counts.toSorted()).toEqual([47, 48, 49, 50]);
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 403 });
    expect((await listOf(await adminOf(networkId))).results).toHaveLength(50);
  });
});

const webhook = (networkId: NetworkId): CreatedWebhook => ({
  ...webhookOfTests({ networkId, webhookId: newWebhookId() }),
  updatedBy: { kind: 'admin', name: 'root' },
});
