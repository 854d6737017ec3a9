/** A conditional write that the SDK repeats, since its first response was lost, does not fail because of itself. */
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { longestRetention } from '../../contract/tables.ts';
import { NetworkConflictError, networkChangesTable } from '../../lambdas/auth/network-changes-table.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import type { StoredEvent } from '../../lambdas/events/stored-event.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import { receiverHealthTable } from '../../lambdas/receiver-health/receiver-health-table.ts';
import { webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import type { CreatedWebhook } from '../../lambdas/webhooks/webhook-creations-table.ts';
import {
  newWebhookId,
  type Webhook,
  WebhookNotFoundError,
  webhooksTable,
} from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../../testing/service.ts';
import { type Loss, lossyClient } from '../support/clients.ts';
import { webhookOfTests } from '../support/samples.ts';

const tablesOf = (client: DynamoDBDocumentClient) => {
  const { tables } = connection();
  return {
    client,
    events: eventsTable(client, cloud().outputs['EventsTableName']),
    networks: {
      ...networksTable(client, tables.networks),
      ...networkChangesTable(client, tables, operator, longestRetention),
    },
    health: receiverHealthTable(client, tables.webhooks),
    webhooks: webhooksTable(client, tables.webhooks),
    changes: webhookChangesTable(client, tables, () => Date.parse(later)),
    creations: webhookChangesTable(client, tables),
  };
};
let lost: Readonly<Record<Loss, ReturnType<typeof tablesOf>>>;
beforeAll(() => {
  lost = { response: tablesOf(lossyClient('response')), request: tablesOf(lossyClient('request')) };
});
afterAll(() => {
  for (const { client } of Object.values(lost)) client.destroy();
});

const now = '2030-01-01T00:00:00.000Z';
const later = '2030-01-02T00:00:00.000Z';
const admin: Actor = { kind: 'admin', name: 'root' };
const operator: Actor = { kind: 'operator', name: 'olga' };
const newNetworkId = () => v.parse(NetworkId, `t${randomUUID().slice(0, 18)}`);

describe('an event', () => {
  const newEvent = (fields: Partial<StoredEvent> = {}): StoredEvent => ({
    networkId: newNetworkId(),
    eventId: v.parse(EventId, randomUUID()),
    event: 'shop.didSell',
    body: '{"event":"shop.didSell","data":{}}',
    occurredAt: now,
    acceptedAt: now,
    ...fields,
  });

  test('is accepted although the response to its first write was lost', async () => {
    expect(await lost.response.events.add(newEvent())).toBe('accepted');
  });

  test('is a duplicate of an earlier one although its write was repeated', async () => {
    const event = newEvent();
    expect(await lost.request.events.add(event)).toBe('accepted');
    for (const { events } of Object.values(lost)) {
      expect(await events.add({ ...event, acceptedAt: later })).toBe('duplicate');
    }
  });
});

describe('a webhook', () => {
  const newWebhook = async (fields: Partial<CreatedWebhook> = {}): Promise<CreatedWebhook> => ({
    ...webhookOfTests({
      networkId: await createNetwork({ features: ['webhooks'] }),
      webhookId: newWebhookId(),
      secrets: [{ secret: 'whsec_a', activeFrom: now }],
      createdAt: now,
      updatedAt: now,
    }),
    updatedBy: admin,
    ...fields,
  });
  const created = async (fields?: Partial<CreatedWebhook>): Promise<Webhook> => {
    const webhook = await newWebhook(fields);
    expect((await lost.request.creations.create(webhook)).count).toBe(1);
    return webhook;
  };
  const secrets = [{ secret: 'whsec_b', activeFrom: later }];

  test('is created once although the response was lost', async () => {
    const webhook = await newWebhook();
    const { creations, webhooks } = lost.response;
    expect((await creations.create(webhook)).count).toBe(1);
    expect(await webhooks.list(webhook.networkId)).toEqual([webhook]);
    expect((await creations.create({ ...webhook, webhookId: newWebhookId() })).count).toBe(2);
    expect(await lost.request.networks.read(webhook.networkId)).toMatchObject({ webhooks: 2 });
  });

  test('is created, changed and deleted once although its own transactions seemed to conflict', async () => {
    const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
    const conflict = () => new TransactionCanceledException({ message: 'no', $metadata: {}, CancellationReasons });
    const { client, creations, changes, webhooks } = tablesOf(lossyClient('response', conflict));
    const webhook = await newWebhook();
    expect((await creations.create(webhook)).count).toBe(1);
    expect(await webhooks.list(webhook.networkId)).toEqual([webhook]);
    expect(await changes.rotateSecret(webhook, () => secrets, admin)).toEqual(secrets);
    await changes.remove(webhook, admin);
    expect(await webhooks.list(webhook.networkId)).toEqual([]);
    client.destroy();
  });

  test('has the new secrets although the response was lost', async () => {
    const webhook = await created();
    const rotated = { ...webhook, secrets, updatedAt: later };
    expect(await lost.response.changes.rotateSecret(webhook, () => secrets, admin)).toEqual(secrets);
    expect(await lost.response.webhooks.read(webhook)).toEqual(rotated);
  });

  test('is enabled although the response was lost', async () => {
    const webhook = await created({ enabled: false, disabledReason: 'admin' });
    const { disabledReason: _, ...enabled } = { ...webhook, enabled: true, updatedAt: later };
    expect(await lost.response.changes.update(webhook, { enabled: true }, admin)).toEqual(enabled);
  });

  test('has its receiver leased by one process although the response was lost', async () => {
    const webhook = await created();
    const flow = { ...newFlow, version: randomUUID() };
    expect(await lost.response.health.replaceFlow(webhook, undefined, flow)).toBe(true);
    expect(await lost.response.health.replaceFlow(webhook, undefined, { ...flow, version: randomUUID() })).toBe(false);
    expect(await lost.response.health.replaceFlow(webhook, flow, { ...flow, version: randomUUID() })).toBe(true);
  });

  test('is deleted although the response was lost', async () => {
    const webhook = await created();
    await lost.response.changes.remove(webhook, admin);
    await expect(lost.response.webhooks.read(webhook)).rejects.toThrow(WebhookNotFoundError);
  });
});

describe('a network', () => {
  const network = (networkId = newNetworkId()) => ({
    networkId,
    features: { blockUser: false, userActivity: false, webhooks: false },
    hideMode: 'blocker' as const,
    signingKeys: [{ keyId: 'k1', secret: randomUUID(), createdAt: now }],
    createdAt: now,
  });

  test('is created, gets new keys and is removed although each response was lost', async () => {
    const { networks } = lost.response;
    const created = network();
    await networks.create(created);
    const keys = [{ keyId: 'k2', secret: randomUUID(), createdAt: later }];
    await networks.replaceSigningKeys(created, keys);
    expect(await networks.read(created.networkId)).toEqual({ ...created, signingKeys: keys });
    await networks.remove(created.networkId);
    expect(await networks.read(created.networkId)).toBeUndefined();
  });

  test('is not created over another although the write was repeated', async () => {
    const { networkId } = network();
    await lost.request.networks.create(network(networkId));
    for (const { networks } of Object.values(lost)) {
      await expect(networks.create(network(networkId))).rejects.toThrow(NetworkConflictError);
    }
  });
});
