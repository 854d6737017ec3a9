import { beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import {
  MalformedWebhookError,
  type WebhookDirectory,
  webhookDirectory,
} from '../../lambdas/delivery/receiver/webhook-directory.ts';
import type { MalformedWebhook, Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from './webhook-of-tests.ts';

const networkId = v.parse(NetworkId, 'demo');
const webhookId = (letter: string) => v.parse(WebhookId, `wh_${letter.repeat(32)}`);
const on = webhookOfTests();
const off = webhookOfTests({ webhookId: webhookId('b'), enabled: false });
const malformed = (letter: string, enabled: boolean): MalformedWebhook => ({
  networkId,
  webhookId: webhookId(letter),
  enabled,
  events: ['*'],
  filter: '',
});
const [malformedOn, malformedOff] = [malformed('c', true), malformed('d', false)];

describe('the cached webhooks of a network', () => {
  let time: number;
  /** What the tables have, and how often they were read. */
  let feature: boolean | undefined;
  let stored: readonly Webhook[];
  let reads: number;
  let error: Error | undefined;
  let directory: WebhookDirectory;
  beforeEach(() => {
    [time, feature, stored, reads, error] = [Date.UTC(2026, 0, 1), true, [on, off], 0, undefined];
    directory = webhookDirectory(
      {
        readSettings: async () =>
          feature === undefined
            ? undefined
            : { features: { blockUser: false, userActivity: false, webhooks: feature }, hideMode: 'blocker' },
      },
      {
        list: async (_network, onMalformed) => {
          reads += 1;
          if (error !== undefined) throw error;
          for (const one of [malformedOn, malformedOff]) onMalformed?.(one);
          return [...stored];
        },
      },
      () => time,
    );
  });
  const nothing = { webhooks: [], malformed: [] };

  test('for events are those that are enabled, and the malformed ones that may be', async () => {
    expect(await directory.forEvents(networkId, time)).toEqual({ webhooks: [on], malformed: [malformedOn] });
  });

  test.each([false, undefined])('are none where the feature is %s', async (value) => {
    feature = value;
    expect(await directory.forEvents(networkId, time)).toEqual(nothing);
    expect(await directory.find(networkId, on.webhookId)).toEqual({ webhook: on, sending: false });
  });

  test('are found with whether they may be sent to', async () => {
    expect(await directory.find(networkId, on.webhookId)).toEqual({ webhook: on, sending: true });
    expect(await directory.find(networkId, off.webhookId)).toEqual({ webhook: off, sending: false });
    expect(await directory.find(networkId, webhookId('e'))).toBeUndefined();
    await expect(directory.find(networkId, malformedOff.webhookId)).rejects.toEqual(
      new MalformedWebhookError(malformedOff.webhookId),
    );
    expect(reads).toBe(1);
  });

  test('are read again after two seconds', async () => {
    await directory.find(networkId, on.webhookId);
    stored = [];
    time += 2_000;
    expect(await directory.find(networkId, on.webhookId)).toBeDefined();
    time += 1;
    expect(await directory.find(networkId, on.webhookId)).toBeUndefined();
  });

  test('are read again for an event that was accepted after the read', async () => {
    const readAt = time;
    await directory.forEvents(networkId, readAt);
    time += 1_000;
    await directory.forEvents(networkId, readAt);
    expect(reads).toBe(1);
    await directory.forEvents(networkId, readAt + 1);
    expect(reads).toBe(2);
    await directory.forEvents(networkId, time);
    expect(reads).toBe(2);
  });

  test('are read once for the events of a request whose times are still to come', async () => {
    await Promise.all([1, 2, 99].map((ahead) => directory.forEvents(networkId, time + ahead)));
    expect(reads).toBe(1);
    time += 50;
    await directory.forEvents(networkId, time + 49);
    expect(reads).toBe(2);
  });

  test('are read again after they were changed here', async () => {
    await directory.forEvents(networkId, time);
    directory.forget(networkId);
    stored = [];
    expect(await directory.forEvents(networkId, time)).toMatchObject({ webhooks: [] });
  });

  test('are read once for concurrent callers, and again after a failure', async () => {
    error = new Error('The table is away.');
    const both = [directory.forEvents(networkId, time), directory.find(networkId, on.webhookId)];
    for (const reading of both) await expect(reading).rejects.toThrow('The table is away.');
    expect(reads).toBe(1);
    error = undefined;
    expect(await directory.forEvents(networkId, time)).toMatchObject({ webhooks: [on] });
  });
});
