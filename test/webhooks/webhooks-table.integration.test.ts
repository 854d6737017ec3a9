import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import { dueBucketOf } from '../../contract/tables.ts';
import { MAX_KEPT_EVENTS, WebhookId } from '../../contract/webhooks.ts';
import { newFlow } from '../../lambdas/delivery/model/flow.ts';
import { receiverHealthTable } from '../../lambdas/delivery/receiver/receiver-health-table.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhook-id.ts';
import {
  type Flow,
  WebhookChangedError,
  type WebhookKey,
  WebhookNotFoundError,
  type WebhooksTable,
  webhooksTable,
} from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../support/service.ts';
import { adminOf, create } from './admin.ts';

const later = '2030-01-01T00:00:00.000Z';
const flow: Flow = { ...newFlow, version: 'v', phase: 'down', downSince: 'd', nextAt: later };

describe('the webhooks table', () => {
  let table: WebhooksTable;
  let health: ReturnType<typeof receiverHealthTable>;
  let networkId: NetworkId;
  beforeAll(async () => {
    const { WebhooksTableName = '' } = cloud().outputs;
    table = webhooksTable(connection().client, WebhooksTableName);
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
    const failing = { failingSince: '2029-12-01T00:00:00.000Z', flow };
    expect(await table.read(key)).toMatchObject(failing);
    expect(await table.update(key, { description: 'moved', enabled: true }, later)).toMatchObject({
      ...failing,
      description: 'moved',
      updatedAt: later,
    });
    const { body } = await (await adminOf(networkId))('GET', `/webhooks/${key.webhookId}`);
    expect(body).toMatchObject({ state: 'down', downSince: 'd', nextProbeAt: later });
    expect(body).not.toHaveProperty('flow');
  });

  test.each([{}, { enabled: true }])('has no health any more once its URL is another one, with %j', async (more) => {
    const key = await newWebhook();
    await fail(key);
    const moved = await table.update(key, { url: 'https://new.example.com/', ...more }, later);
    for (const field of ['failingSince', 'strugglingAt', 'strugglingSince', 'noticed', 'flow'])
      expect(moved).not.toHaveProperty(field);
    expect(await health.due(dueBucketOf(key.webhookId), later)).toContainEqual(key);
  });

  test('the latest notice is noted in place of the one that was read, and forgotten once all is well', async () => {
    const key = await newWebhook();
    const down = { name: 'webhook.didGoDown', since: later, at: later } as const;
    const last = { name: 'webhook.willDisable', since: later, at: `${later}, then` } as const;
    expect(await health.note(key, undefined, down)).toBe(true);
    expect(await health.note(key, undefined, last)).toBe(false);
    expect(await table.read(key)).toMatchObject({ noticed: down });
    expect(await health.note(key, down, last)).toBe(true);
    expect(await health.note(key, down, undefined)).toBe(false);
    expect(await health.note(key, last, undefined)).toBe(true);
    expect(await table.read(key)).not.toHaveProperty('noticed');
    expect(await health.note({ ...key, webhookId: newWebhookId() }, undefined, down)).toBe(false);
  });

  test('a webhook whose receiver often failed within the hour is struggling', async () => {
    const key = await newWebhook();
    const at = new Date().toISOString();
    await health.struggles(key, at, at);
    const { body } = await (await adminOf(networkId))('GET', `/webhooks/${key.webhookId}`);
    expect(body).toMatchObject({ state: 'struggling' });
  });

  test('a webhook that was disabled for failing keeps that reason when an admin disables it again', async () => {
    const key = await newWebhook();
    await health.disable(key, 'failing', later);
    expect(await table.update(key, { enabled: false }, later)).toMatchObject({ disabledReason: 'failing' });
  });

  test('enabling a disabled webhook removes the reason and the health', async () => {
    const key = await newWebhook();
    await fail(key);
    await health.disable(key, 'gone', later);
    const enabled = await table.update(key, { enabled: true }, later);
    expect(enabled).toMatchObject({ enabled: true });
    for (const field of ['disabledReason', 'failingSince', 'strugglingAt', 'flow'])
      expect(enabled).not.toHaveProperty(field);
    expect(await table.read(key)).toEqual(enabled);
  });

  test('events are kept for a disabled webhook up to a number, and counted anew when it is disabled again', async () => {
    const key = await newWebhook();
    await table.update(key, { enabled: false }, later);
    expect(await health.countKept(key, MAX_KEPT_EVENTS - 1)).toBe(true);
    expect(await health.countKept(key, 10)).toBe(true);
    expect(await health.countKept(key, 1)).toBe(false);
    const { body } = await (await adminOf(networkId))('GET', `/webhooks/${key.webhookId}`);
    expect(body).toMatchObject({ state: 'disabled', keptEvents: MAX_KEPT_EVENTS });
    expect(await table.update(key, { enabled: true }, later)).not.toHaveProperty('keptEvents');
  });

  test('secrets are replaced only if they have not changed since they were read', async () => {
    const key = await newWebhook();
    const before = await table.read(key);
    const secrets = [{ secret: 'whsec_x', activeFrom: later }];
    expect((await table.replaceSecrets(before, secrets, later)).secrets).toEqual(secrets);
    await expect(table.replaceSecrets(before, [], later)).rejects.toThrow(WebhookChangedError);
    expect((await table.read(key)).secrets).toEqual(secrets);
  });

  test('no write restores a deleted webhook', async () => {
    const key = await newWebhook();
    const before = await table.read(key);
    await table.remove(key);
    await expect(table.read(key)).rejects.toThrow(WebhookNotFoundError);
    await expect(table.update(key, { enabled: true }, later)).rejects.toThrow(WebhookNotFoundError);
    await expect(table.update(key, { enabled: false }, later)).rejects.toThrow(WebhookNotFoundError);
    await expect(table.update(key, { description: 'x' }, later)).rejects.toThrow(WebhookNotFoundError);
    await expect(table.replaceSecrets(before, [], later)).rejects.toThrow(WebhookNotFoundError);
    await expect(table.remove(key)).rejects.toThrow(WebhookNotFoundError);
    expect((await table.list(networkId)).map(({ webhookId }) => webhookId)).not.toContain(key.webhookId);
  });
});
