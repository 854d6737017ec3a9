import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import { AUDIT_RETENTION_DAYS, type AuditEntry, AuditEntryId } from '../../contract/audit.ts';
import { NetworkId } from '../../contract/ids.ts';
import { type AuditFilter, type AuditTable, auditTable } from '../../lambdas/audit/audit-table.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { connection } from '../support/service.ts';

const by: Actor = { kind: 'admin', name: 'root' };
const begin = Date.now() - 3_600_000;
const minute = (n: number): string => new Date(begin + n * 60_000).toISOString();

describe('the audit trail', () => {
  let table: AuditTable;
  beforeAll(() => {
    table = auditTable(connection().client, connection().tables.audit);
  });
  const newNetwork = () => v.parse(NetworkId, `t${randomBytes(8).toString('hex')}`);
  const every = async (networkId: NetworkId, filter: Partial<AuditFilter> = {}): Promise<AuditEntry[]> => {
    const found: AuditEntry[] = [];
    let start: AuditEntryId | undefined;
    do {
      const page = await table.page(networkId, { limit: 2, ...filter, start });
      found.push(...page.results);
      if (page.start !== undefined) expect(page.results).toHaveLength(2);
      start = v.parse(v.optional(AuditEntryId), page.start);
    } while (start !== undefined);
    return found;
  };
  const timesOf = (entries: readonly AuditEntry[]) => entries.map(({ at }) => at);

  test('is listed page by page, the latest first, by network, webhook and time', async () => {
    const [networkId, other, webhookId] = [newNetwork(), newNetwork(), newWebhookId()];
    for (const n of [3, 0, 2, 1]) {
      await table.add({ networkId, at: minute(n), by, action: 'secretRevealed', ...(n % 2 === 0 && { webhookId }) });
    }
    await table.add({ networkId: other, at: minute(1), by, action: 'webhookUpdated', webhookId });
    expect(timesOf(await every(networkId))).toEqual([3, 2, 1, 0].map(minute));
    expect(timesOf(await every(networkId, { limit: 4 }))).toEqual([3, 2, 1, 0].map(minute));
    expect(await every(networkId, { webhookId })).toEqual(
      [2, 0].map((n) => ({
        entryId: expect.stringMatching(/^[0-9a-f]{32}$/),
        at: minute(n),
        by,
        action: 'secretRevealed',
        webhookId,
        changes: [],
      })),
    );
    expect(await every(other, { webhookId })).toMatchObject([{ action: 'webhookUpdated' }]);
    const inclusive = { since: minute(1), until: minute(2) };
    expect(timesOf(await every(networkId, inclusive))).toEqual([2, 1].map(minute));
    expect(timesOf(await every(networkId, { ...inclusive, webhookId }))).toEqual([minute(2)]);
    expect(await every(networkId, { since: minute(4) })).toEqual([]);
    const beyond = v.parse(AuditEntryId, 'f'.repeat(32));
    const { results } = await table.page(networkId, { until: minute(1), limit: 4, start: beyond });
    expect(timesOf(results)).toEqual([1, 0].map(minute));
    const last = v.parse(AuditEntryId, '0'.repeat(32));
    expect(await table.page(networkId, { limit: 2, start: last })).toEqual({ results: [] });
  });

  test('has every entry where a page would have more than DynamoDB reads at once, a megabyte', async () => {
    const networkId = newNetwork();
    const changes = [{ field: 'description', to: 'x'.repeat(300_000) }];
    for (const n of [0, 1, 2, 3, 4]) {
      await table.add({ networkId, at: minute(n), by, action: 'webhookUpdated', changes });
    }
    const first = await table.page(networkId, { limit: 100 });
    const rest = await table.page(networkId, { limit: 100, start: v.parse(AuditEntryId, first.start) });
    expect(timesOf([...first.results, ...rest.results])).toEqual([4, 3, 2, 1, 0].map(minute));
    expect(rest.start).toBeUndefined();
  });

  test('ends after 400 days, even where DynamoDB has not deleted an entry yet', async () => {
    const networkId = newNetwork();
    const at = new Date(Date.now() - (AUDIT_RETENTION_DAYS * 24 - 1) * 3_600_000).toISOString();
    const older = new Date(Date.parse(at) - 2 * 3_600_000).toISOString();
    for (const time of [at, older]) await table.add({ networkId, at: time, by, action: 'networkCreated' });
    const [entry, ...others] = await every(networkId, { since: older });
    expect(others).toEqual([]);
    const { client, tables } = connection();
    const Key = { networkId, entryId: entry?.entryId };
    const { Item } = await client.send(new GetCommand({ TableName: tables.audit, Key }));
    expect(Item?.['expiresAt']).toBe(Math.ceil(Date.parse(at) / 1000) + AUDIT_RETENTION_DAYS * 86_400);
  });
});
