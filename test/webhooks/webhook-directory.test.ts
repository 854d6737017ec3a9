import { beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import {
  MalformedWebhookError,
  type WebhookDirectory,
  webhookDirectory,
} from '../../lambdas/webhooks/webhook-directory.ts';
import { type MalformedWebhook, Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../support/samples.ts';

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
  let readsOfOne: number;
  let error: Error | undefined;
  let directory: WebhookDirectory;
  beforeEach(() => {
    [time, feature, stored, error] = [Date.UTC(2026, 0, 1), true, [on, off], undefined];
    [reads, readsOfOne] = [0, 0];
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
        find: async (key) => {
          readsOfOne += 1;
          if (error !== undefined) throw error;
          if (key.webhookId === malformedOff.webhookId) return v.parse(Webhook, {});
          return stored.find(({ webhookId }) => webhookId === key.webhookId);
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

  test('are read again if they were read while the clock was ahead, once it is right', async () => {
    time += 180_000;
    await directory.find(networkId, on.webhookId);
    time -= 180_000;
    await directory.find(networkId, on.webhookId);
    expect(reads).toBe(2);
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

  test('are read again once the network is forgotten', async () => {
    await directory.forEvents(networkId, time);
    directory.forgetNetwork(networkId);
    stored = [];
    expect(await directory.forEvents(networkId, time)).toMatchObject({ webhooks: [] });
  });

  test('are read again by themselves, once, after they were changed here', async () => {
    await directory.find(networkId, on.webhookId);
    const changed = { ...on, enabled: false };
    stored = [changed, { ...off, enabled: true }];
    directory.forget(networkId, on.webhookId);
    const found = { webhook: changed, sending: false };
    const both = [1, 2].map(() => directory.find(networkId, on.webhookId));
    expect(await Promise.all(both)).toEqual([found, found]);
    expect(await directory.find(networkId, off.webhookId)).toEqual({ webhook: off, sending: false });
    expect({ reads, readsOfOne }).toEqual({ reads: 1, readsOfOne: 1 });

    directory.forget(networkId, on.webhookId);
    stored = [];
    expect(await directory.find(networkId, on.webhookId)).toBeUndefined();
    expect({ reads, readsOfOne }).toEqual({ reads: 1, readsOfOne: 2 });
  });

  test('are read with the others once the read of the network has expired', async () => {
    await directory.find(networkId, on.webhookId);
    directory.forget(networkId, on.webhookId);
    await directory.find(networkId, on.webhookId);
    time += 2_001;
    stored = [];
    expect(await directory.find(networkId, on.webhookId)).toBeUndefined();
    expect({ reads, readsOfOne }).toEqual({ reads: 2, readsOfOne: 1 });
  });

  test('that were malformed are found once they are repaired, and the other way round', async () => {
    await directory.find(networkId, on.webhookId);
    stored = [{ ...on, webhookId: malformedOn.webhookId }];
    directory.forget(networkId, malformedOn.webhookId);
    expect(await directory.find(networkId, malformedOn.webhookId)).toMatchObject({ sending: true });
    directory.forget(networkId, malformedOff.webhookId);
    await expect(directory.find(networkId, malformedOff.webhookId)).rejects.toThrow(MalformedWebhookError);
  });

  test('are read again after a read of one has failed', async () => {
    await directory.find(networkId, on.webhookId);
    directory.forget(networkId, on.webhookId);
    error = new Error('The table is away.');
    await expect(directory.find(networkId, on.webhookId)).rejects.toThrow('The table is away.');
    error = undefined;
    expect(await directory.find(networkId, on.webhookId)).toEqual({ webhook: on, sending: true });
    expect(readsOfOne).toBe(2);
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
