import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { AuditEntry } from '../../contract/audit.ts';
import { NetworkId } from '../../contract/ids.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { type Service, startService } from '../../test/support/ctl.ts';
import { changesOf, createNetwork, deleteNetwork, setQuota } from '../networks.ts';
import { revokeSigningKey, rotateSigningKey } from '../signing-keys.ts';

const networkId = v.parse(NetworkId, 'acme');

describe('the audit trail of a network', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('has what operators have done, and stays when the network is deleted', async () => {
    const { connection } = service;
    await createNetwork(connection, networkId);
    const { signingKeys } = await rotateSigningKey(connection, networkId);
    const revealed = await service.ctl('key', 'reveal', 'acme');
    await revokeSigningKey(connection, networkId, `${signingKeys[0]?.keyId}`);
    await changesOf(connection).setFeatures(networkId, ['webhooks', 'blockUser'], true);
    // What has its value already is no change.
    await changesOf(connection).setFeatures(networkId, ['webhooks'], true);
    await changesOf(connection).setFeatures(networkId, ['webhooks', 'blockUser'], false);
    for (const limit of [500, undefined]) await setQuota(connection, networkId, 'events', limit);
    await deleteNetwork(connection, networkId);

    const { stdout, stderr, code } = await service.ctl('audit', '--network', 'acme', '--json');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const entries = v.parse(v.array(AuditEntry), JSON.parse(stdout));
    const by = { kind: 'operator', name: connection.operator };
    const [older, newer] = signingKeys.map(({ keyId }) => keyId);
    const features = (from: string, to: string) =>
      ['blockUser', 'webhooks'].map((name) => ({ field: `features.${name}`, from, to }));
    expect(entries.map(({ at: _, entryId: __, ...entry }) => entry)).toEqual([
      { by, action: 'networkDeleted', changes: [] },
      { by, action: 'networkChanged', changes: [{ field: 'quotas.events', from: '500' }] },
      { by, action: 'networkChanged', changes: [{ field: 'quotas.events', to: '500' }] },
      { by, action: 'networkChanged', changes: features('true', 'false') },
      { by, action: 'networkChanged', changes: features('false', 'true') },
      {
        by,
        action: 'networkKeyRemoved',
        changes: [{ field: 'signingKeys', from: `${older}, ${newer}`, to: newer }],
      },
      { by, action: 'networkKeyRevealed', changes: [{ field: 'keyId', to: newer }] },
      {
        by,
        action: 'networkKeyAdded',
        changes: [{ field: 'signingKeys', from: older, to: `${older}, ${newer}` }],
      },
      { by, action: 'networkCreated', changes: [] },
    ]);
    for (const { secret } of signingKeys) expect(stdout).not.toContain(secret);
    expect(revealed.stdout.trim()).toBe(signingKeys[1]?.secret);

    const table = await service.ctl('audit', '--network', 'acme', '--limit', '4');
    const [heading, ...lines] = table.stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^time +who +action +webhook +changes$/);
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain('features.blockUser: "true" → "false"; features.webhooks: "true" → "false"');
  });

  test('is printed up to the limit, though that takes several reads', async () => {
    const { client, tables } = service.connection;
    const entry = {
      networkId: v.parse(NetworkId, 'busy'),
      at: new Date().toISOString(),
      by: { kind: 'operator', name: 'root' },
      action: 'networkChanged',
    } as const;
    const audit = auditTable(client, tables.audit);
    await Promise.all(Array.from({ length: 120 }, () => audit.add(entry)));
    const { stdout } = await service.ctl('audit', '--network', 'busy', '--limit', '110', '--json');
    expect(JSON.parse(stdout)).toHaveLength(110);
  });

  test('is printed without characters that manipulate a terminal', async () => {
    const { client, tables } = service.connection;
    await auditTable(client, tables.audit).add({
      networkId: v.parse(NetworkId, 'hostile'),
      at: new Date().toISOString(),
      by: { kind: 'admin', name: 'a\u202eb' },
      action: 'webhookUpdated',
      changes: [{ field: 'description', from: 'x\u001b[2J', to: 'y\n\u009bz' }],
    });
    const { stdout } = await service.ctl('audit', '--network', 'hostile');
    expect(stdout).toContain('admin a\\u202eb');
    expect(stdout).toContain('description: "x\\u001b[2J" → "y\\n\\u009bz"');
    const { stdout: json } = await service.ctl('audit', '--network', 'hostile', '--json');
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(json)).toMatchObject([{ by: { name: 'a\u202eb' }, changes: [{ to: 'y\n\u009bz' }] }]);
  });
});
