/** Sending notices: what is stored and noted, and in which order (docs/spec/notices.md). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import { type Notices, notices } from '../../lambdas/delivery/receiver/notices.ts';
import type { StoredEvent } from '../../lambdas/events/events-table.ts';
import { webhookOfTests } from './webhook-of-tests.ts';

const settings = v.parse(DeliverySettings, publicHttpsOnly);
const now = Date.UTC(2026, 2, 2, 9, 15);
const at = new Date(now).toISOString();
const failingSince = new Date(now - 10 * 60_000).toISOString();
const failing = webhookOfTests({ failingSince });

let log: unknown[];
let isAway: boolean;
let ofWebhooks: Notices;

beforeEach(() => {
  log = [];
  isAway = false;
  ofWebhooks = notices({
    addEvent: async ({ event }: StoredEvent) => {
      if (isAway) throw new Error('The table is away.');
      log.push(['stored', event]);
      return 'accepted';
    },
    health: {
      note: async (...[{ webhookId }, before, after]) => {
        log.push(['noted', webhookId, before, after]);
        return true;
      },
    },
    directory: { forget: (networkId) => void log.push(['forgotten', networkId]) },
    settings,
    now: () => now,
  });
});

describe('a notice that is due', () => {
  test('is stored, then noted with the webhook, which is read anew then', async () => {
    expect(ofWebhooks.isDue(failing)).toBe(true);
    await ofWebhooks.send(failing);
    const after = { name: 'webhook.didGoDown', since: failingSince, at };
    expect(log).toEqual([
      ['stored', 'webhook.didGoDown'],
      ['noted', failing.webhookId, undefined, after],
      ['forgotten', 'demo'],
    ]);
  });

  test('is not noted where it could not be stored, and stored by the next call', async () => {
    isAway = true;
    await expect(ofWebhooks.send(failing)).rejects.toThrow('The table is away.');
    expect(log).toEqual([]);
    isAway = false;
    await ofWebhooks.send(failing);
    expect(log).toHaveLength(3);
  });

  test('is noted again, but stored once, while a process sees the webhook as it was', async () => {
    await ofWebhooks.send(failing);
    await ofWebhooks.send(failing);
    expect(log.filter((entry) => String(entry).startsWith('stored'))).toHaveLength(1);
    expect(log.filter((entry) => String(entry).startsWith('noted'))).toHaveLength(2);
  });
});

test('nothing is written where no notice is due', async () => {
  expect(ofWebhooks.isDue(webhookOfTests())).toBe(false);
  await ofWebhooks.send(webhookOfTests());
  expect(log).toEqual([]);
});

test('of many deliveries that fail for good, one event is stored', async () => {
  const events = Array.from({ length: 3 }, () => ofWebhooks.ofFailedDelivery(failing));
  await ofWebhooks.store(events);
  await ofWebhooks.store(events);
  expect(log).toEqual([['stored', 'webhook.didFailDeliveries']]);
});
