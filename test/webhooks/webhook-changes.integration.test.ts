/** Changes of one webhook at the same time, and what the audit trail has of them. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Connection, connectTo } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import type { Actor, Feature } from '../../contract/access.ts';
import type { AuditEntry } from '../../contract/audit.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { longestRetention } from '../../contract/tables.ts';
import { WebhookId, type WebhookSecret } from '../../contract/webhooks.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { NetworkInUseError, networkChangesTable } from '../../lambdas/auth/network-changes-table.ts';
import { NetworkNotFoundError, networksTable } from '../../lambdas/auth/networks-table.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import { receiverHealthTable } from '../../lambdas/receiver-health/receiver-health-table.ts';
import type { WebhookKey } from '../../lambdas/shared/webhook-key.ts';
import { webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import { WebhookNotFoundError, webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../support/service.ts';
import { adminOf, create } from './admin.ts';

const ada: Actor = { kind: 'admin', name: 'ada' };
const grace: Actor = { kind: 'admin', name: 'grace' };

const clients: Connection['client'][] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});

/** A client that calls `before` before each transaction. */
function clientWith(before: () => Promise<void>): Connection['client'] {
  const { client } = connectTo(cloud());
  clients.push(client);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand') await before();
        return await next(args);
      },
    { step: 'initialize' },
  );
  return client;
}

const networks = (client: Connection['client']) =>
  networkChangesTable(client, connection().tables, ada, longestRetention);

test('a network is not removed, nor loses a feature, where one comes on between the read and the write', async () => {
  const networkId = await createNetwork({ features: [] });
  const { client, tables } = connection();
  const turnedOn = (feature: Feature) => clientWith(() => networks(client).setFeatures(networkId, [feature], true));
  await expect(networks(turnedOn('webhooks')).remove(networkId)).rejects.toThrow(NetworkInUseError);
  await networks(turnedOn('blockUser')).setFeatures(networkId, ['userActivity'], true);
  const features = { blockUser: true, userActivity: true, webhooks: true };
  expect(await networksTable(client, tables.networks).read(networkId)).toMatchObject({ features });
});

test('a setting brings nothing back of a network that is removed between the read and the write', async () => {
  const networkId = await createNetwork({ features: [] });
  const removed = clientWith(() => networks(connection().client).remove(networkId));
  await expect(networks(removed).setQuota(networkId, 'reads', 5)).rejects.toThrow(NetworkNotFoundError);
});

describe('a webhook', () => {
  let networkId: NetworkId;
  beforeAll(async () => {
    networkId = await createNetwork({ features: ['webhooks'] });
  });
  const newWebhook = async (): Promise<WebhookKey> => {
    const { webhookId } = await create(await adminOf(networkId), { description: '0' });
    return { networkId, webhookId: v.parse(WebhookId, webhookId) };
  };
  const changesWith = (client = connection().client, now?: () => number) =>
    webhookChangesTable(client, connection().tables, now);
  const read = (key: WebhookKey) => webhooksTable(connection().client, connection().tables.webhooks).read(key);
  const trailOf = async ({ webhookId }: WebhookKey): Promise<AuditEntry[]> =>
    (await auditTable(connection().client, connection().tables.audit).page(networkId, { webhookId, limit: 100 }))
      .results;

  test('that is changed between the read and the write of another change has both changes', async () => {
    const key = await newWebhook();
    // In the same millisecond: the time of a change is later than that of the one before nevertheless.
    const { createdAt } = await read(key);
    const now = () => Date.parse(createdAt);
    let isFirst = true;
    const client = clientWith(async () => {
      if (isFirst)
        await changesWith(connection().client, now).update(
          key,
          { events: ['channel.*'], description: 'Search' },
          grace,
        );
      isFirst = false;
    });
    const changed = await changesWith(client, now).update(key, { description: 'Analytics' }, ada);
    expect(changed).toMatchObject({ events: ['channel.*'], description: 'Analytics', updatedBy: ada });
    expect(await read(key)).toEqual(changed);
    expect(await trailOf(key)).toMatchObject([
      { by: ada, changes: [{ field: 'description', from: 'Search', to: 'Analytics' }] },
      { by: grace, action: 'webhookUpdated' },
      { action: 'webhookCreated' },
    ]);
  });

  test('keeps what a signer writes between the read and the write of a change', async () => {
    const key = await newWebhook();
    const health = receiverHealthTable(connection().client, connection().tables.webhooks);
    const flow = { ...newFlow, version: 'v' };
    const client = clientWith(async () => {
      await health.replaceFlow(key, undefined, flow);
      await health.beginFailing(key, '2026-11-22T12:00:00.000Z');
    });
    await changesWith(client).update(key, { description: 'Analytics' }, ada);
    expect(await read(key)).toMatchObject({ description: 'Analytics', flow, failingSince: '2026-11-22T12:00:00.000Z' });
  });

  test('that a change leaves as it was keeps its health, and has no entry in the audit trail', async () => {
    const key = await newWebhook();
    await receiverHealthTable(connection().client, connection().tables.webhooks).replaceFlow(key, undefined, {
      ...newFlow,
      version: 'v',
    });
    const before = await read(key);
    const { url, events, headers, enabled } = before;
    expect(await changesWith().update(key, { url, events, headers, enabled }, grace)).toEqual(before);
    expect(await trailOf(key)).toMatchObject([{ action: 'webhookCreated' }]);
    // Another description, with the same destination.
    await changesWith().update(key, { url, description: 'Analytics' }, grace);
    expect(await read(key)).toMatchObject({ flow: before.flow, description: 'Analytics' });
  });

  test('whose secret two requests rotate at once has the one of the first, and the other is refused', async () => {
    const key = await newWebhook();
    const rotation = (secret: string) => (before: readonly WebhookSecret[]) => [
      { ...before[0], secret, activeFrom: at },
    ];
    const at = new Date().toISOString();
    let isFirst = true;
    const client = clientWith(async () => {
      if (isFirst) await changesWith().rotateSecret(key, rotation('whsec_first'), grace);
      isFirst = false;
    });
    const second = changesWith(client).rotateSecret(key, rotation('whsec_second'), ada);
    await expect(second).rejects.toMatchObject({ status: 409, message: expect.stringContaining('by another request') });
    expect((await read(key)).secrets).toMatchObject([{ secret: 'whsec_first' }]);
    const [entry] = await trailOf(key);
    expect(entry).toMatchObject({ by: grace, action: 'secretRotated', changes: [{ field: 'secrets' }] });
  });

  test('is disabled once, whatever number of signers want to', async () => {
    const key = await newWebhook();
    const { disable } = changesWith();
    const before = await read(key);
    const outcomes = await Promise.all([1, 2, 3].map(() => disable(before, 'gone')));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await trailOf(key)).toMatchObject([
      {
        by: { kind: 'service' },
        action: 'webhookDisabled',
        changes: [
          { field: 'enabled', from: 'true', to: 'false' },
          { field: 'disabledReason', to: 'gone' },
        ],
      },
      { action: 'webhookCreated' },
    ]);
  });

  test('with another URL is not disabled because the receiver at the one before is gone', async () => {
    const key = await newWebhook();
    const before = await read(key);
    const moved = await changesWith().update(key, { url: 'https://new.example.com/' }, ada);
    expect(await changesWith().disable(before, 'gone')).toBe(false);
    expect(await read(key)).toEqual(moved);
    expect(await changesWith().disable(moved, 'gone')).toBe(true);
  });

  test('that several delete at once is deleted by one of them, and keeps its trail', async () => {
    const key = await newWebhook();
    const outcomes = await Promise.allSettled([ada, grace].map((by) => changesWith().remove(key, by)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WebhookNotFoundError);
    }
    expect((await trailOf(key)).map(({ action }) => action)).toEqual(['webhookDeleted', 'webhookCreated']);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
  test('has neither a change nor its entry where DynamoDB keeps cancelling the transaction', async () => {
    const key = await newWebhook();
    let attempts = 0;
    const client = clientWith(async () => {
      attempts++;
      const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
      throw new TransactionCanceledException({ message: 'cancelled', CancellationReasons, $metadata: {} });
    });
    await expect(changesWith(client).update(key, { description: '1' }, ada)).rejects.toThrow('kept changing');
    expect(attempts).toBe(12);
    expect(await read(key)).toMatchObject({ description: '0' });
    expect(await trailOf(key)).toHaveLength(1);
  });
});
