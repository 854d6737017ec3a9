import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { dueBucketOf } from '../../contract/tables.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { type Flow, newFlow } from '../../lambdas/pacing/state.ts';
import { receiverHealthTable } from '../../lambdas/receiver-health/receiver-health-table.ts';
import type { WebhookKey } from '../../lambdas/shared/webhook-key.ts';
import { type WebhookChangesTable, webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import { newWebhookId, type WebhooksTable, webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../support/service.ts';
import { adminOf, create } from './admin.ts';

const admin: Actor = { kind: 'admin', name: 'root' };
const later = '2030-01-01T00:00:00.000Z';
const flow: Flow = { ...newFlow, version: 'v', phase: 'down', downSince: 'd', nextAt: later };

describe('the webhooks table', () => {
  let table: WebhooksTable;
  let changes: WebhookChangesTable;
  let health: ReturnType<typeof receiverHealthTable>;
  let networkId: NetworkId;
  beforeAll(async () => {
    const { WebhooksTableName = '' } = cloud().outputs;
    table = webhooksTable(connection().client, WebhooksTableName);
    changes = webhookChangesTable(connection().client, connection().tables, () => Date.parse(later));
    health = receiverHealthTable(connection().client, WebhooksTableName);
    networkId = await createNetwork({ features: ['webhooks'] });
  });

  const newWebhook = async (): Promise<WebhookKey> => {
    const { webhookId } = await create(await adminOf(networkId));
    return { networkId, webhookId: v.parse(WebhookId, webhookId) };
  };
  const fail = async (key: WebhookKey) => {
    expect(await health.beginFailing(key, '2029-12-01T00:00:00.000Z')).toBe(true);
    expect(await health.replaceFlow(key, undefined, flow)).toBe(true);
  };

  test('has the receiver’s health, which changes by an admin do not affect', async () => {
    const key = await newWebhook();
    await fail(key);
    expect(await health.beginFailing(key, later)).toBe(false);
    const failing = { failingSince: '2029-12-01T00:00:00.000Z', flow };
    expect(await table.read(key)).toMatchObject(failing);
    expect(await changes.update(key, { description: 'moved', enabled: true }, admin)).toMatchObject({
      ...failing,
      description: 'moved',
      updatedAt: later,
      updatedBy: admin,
    });
    const { body } = await (await adminOf(networkId))('GET', `/webhooks/${key.webhookId}`);
    expect(body).toMatchObject({ state: 'down', downSince: 'd', nextProbeAt: later });
    expect(body).not.toHaveProperty('flow');
    expect({ first: await health.endFailing(key, later), again: await health.endFailing(key, 'later still') }).toEqual({
      first: true,
      again: false,
    });
    const { failingSince, recoveredAt } = await table.read(key);
    expect({ failingSince, recoveredAt }).toEqual({ failingSince: undefined, recoveredAt: later });
  });

  test.each([{}, { enabled: true }])('has no health any more once its URL is another one, with %j', async (more) => {
    const key = await newWebhook();
    await fail(key);
    const moved = await changes.update(key, { url: 'https://new.example.com/', ...more }, admin);
    for (const field of ['failingSince', 'strugglingAt', 'strugglingSince', 'noticed', 'flow'])
      expect(moved).not.toHaveProperty(field);
    expect(await table.read(key)).toEqual(moved);
    expect(await health.due(dueBucketOf(key.webhookId), later)).toContainEqual(key);
  });

  test('a late report of a signer does not bring a deleted webhook back', async () => {
    const key = await newWebhook();
    const before = await table.read(key);
    await changes.remove(key, admin);
    const reports = [
      changes.disable(before, 'gone'),
      health.replaceFlow(key, undefined, flow),
      health.beginFailing(key, later),
      health.endFailing(key, later),
      health.struggles(key, later, later),
      health.note(key, { name: 'webhook.didGoDown', since: later, at: later }),
      health.noteRotationCheck(key, later),
    ];
    expect(new Set(await Promise.all(reports))).toEqual(new Set([false]));
    expect(await table.find(key)).toBeUndefined();
  });

  test('the latest notice is noted in place of the one that was read, and forgotten once it is healthy', async () => {
    const key = await newWebhook();
    const down = { name: 'webhook.didGoDown', since: later, at: later } as const;
    const last = { name: 'webhook.willDisable', since: later, at: `${later}, then` } as const;
    await health.struggles(key, 'since', later);
    expect(await health.note(key, down)).toBe(true);
    expect(await health.note(key, last)).toBe(false);
    expect(await table.read(key)).toMatchObject({ noticed: down, strugglingAt: later, strugglingSince: 'since' });
    expect(await health.note({ ...key, noticed: down }, last)).toBe(true);
    expect(await health.note({ ...key, noticed: down }, undefined)).toBe(false);
    expect(await health.note({ ...key, noticed: last }, undefined)).toBe(true);
    for (const forgotten of ['noticed', 'strugglingSince']) expect(await table.read(key)).not.toHaveProperty(forgotten);
    expect(await health.note({ ...key, webhookId: newWebhookId() }, down)).toBe(false);
  });

  test('a backlog is due a minute after its lease, or the time of its next look, and is not if there is none', async () => {
    const key = await newWebhook();
    const isDue = async (at: string) =>
      JSON.stringify(await health.due(dueBucketOf(key.webhookId), at)).includes(key.webhookId);
    const leased = { ...flow, leasedUntil: '2030-01-01T00:10:00.000Z' };
    await health.replaceFlow(key, undefined, leased);
    expect(await isDue('2030-01-01T00:10:59.999Z')).toBe(false);
    expect(await isDue('2030-01-01T00:11:00.000Z')).toBe(true);
    await health.replaceFlow(key, leased, { ...flow, version: 'w' });
    expect(await isDue('2030-01-01T00:00:59.999Z')).toBe(false);
    expect(await isDue('2030-01-01T00:01:00.000Z')).toBe(true);
    await health.replaceFlow(key, { ...flow, version: 'w' }, { ...newFlow, version: 'x' });
    expect(await isDue('2999-01-01T00:00:00.000Z')).toBe(false);
  });
});
