import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DueDelivery } from '../../lambdas/deliveries/deliveries-table.ts';
import { type Delivery, held, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryItem } from '../../lambdas/deliveries/delivery-item.ts';
import { type SweepPorts, sweepDue } from '../../lambdas/delivery/sweep-due.ts';
import { metrics } from '../../lambdas/shared/metrics.ts';
import { webhookOfTests } from '../support/samples.ts';

const now = Date.UTC(2026, 0, 1);
const { networkId, webhookId } = webhookOfTests();

/** A delivery that has been due for so many seconds. */
const dueFor = (seconds: number): DueDelivery =>
  v.parse(DueDelivery, {
    deliveryId: '01KDVKQ8000000000000000000',
    networkId,
    webhookId,
    eventId: 'event-1',
    event: 'shop.didSell',
    createdAt: new Date(now - 60_000).toISOString(),
    attemptCount: 1,
    generation: 0,
    dueAt: new Date(now - seconds * 1000).toISOString(),
  });

/** The ports of a sweep, of whose buckets only the first has these pages. */
const portsWith = (pages: Iterable<readonly DueDelivery[]>, others: Partial<SweepPorts> = {}): SweepPorts => ({
  deliveries: {
    async *due(bucket) {
      yield* bucket === 0 ? pages : [[]];
    },
    removeFromDue: async () => {},
  },
  health: { due: async () => [] },
  sendSlow: async () => new Set(),
  metrics: metrics({ namespace: 'test', write: () => {} }),
  now: () => now,
  ...others,
});

test('a sweep measures how much is due, and for how long the oldest is', async () => {
  const lines: unknown[] = [];
  const measured = metrics({ namespace: 'test', write: (line) => lines.push(JSON.parse(line)) });
  const pages = [[dueFor(90), dueFor(30)], [dueFor(10)]];
  const health = { due: async (bucket: number) => (bucket === 0 ? [webhookOfTests(), webhookOfTests()] : []) };
  await sweepDue(portsWith(pages, { metrics: measured, health }));
  measured.flush();
  expect(lines).toMatchObject([{ DeliveriesDue: 3, BacklogsDue: 2, OldestDueAge: 90_000 }]);
});

test('a sweep ends in time, whatever is due, and the next one goes on', async () => {
  let time = now;
  let pages = 0;
  function* endless() {
    // More than a sweep can take; each page takes ten seconds.
    for (; pages < 100; pages++) {
      time += 10_000;
      yield [dueFor(90)];
    }
  }
  await sweepDue(portsWith(endless(), { now: () => time }));
  expect(pages).toBeGreaterThan(2);
  // It runs each minute.
  expect(time - now).toBeLessThan(60_000);
});

test('what the queue does not take stays due', async () => {
  const removed: string[] = [];
  const { deliveries, ...rest } = portsWith([[dueFor(90), dueFor(30)]]);
  await sweepDue({
    ...rest,
    deliveries: { ...deliveries, removeFromDue: async ({ dueAt }) => void removed.push(dueAt) },
    sendSlow: async ([first]) => new Set(first === undefined ? [] : [first]),
  });
  expect(removed).toEqual([dueFor(30).dueAt]);
});

describe('a delivery', () => {
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
  const accepted = (seconds: number) => newDelivery({ ...dueFor(0), acceptedAt: at(seconds) });
  const dueAt = (delivery: Delivery) => deliveryItem(delivery, now, 30)['dueAt'];
  const retriedAt = (seconds: number) => ({ ...accepted(0), next: { kind: 'at', at: at(seconds) } }) as const;

  test('is due when its message must have been lost, or where it has none', () => {
    expect([5, 900, 901].map((seconds) => dueAt(retriedAt(seconds)))).toEqual([125, 1020, 901].map(at));
    const waiting = (seconds: number) => dueAt(held(accepted(-seconds), 'window_full'));
    expect([0, 3_600].map(waiting)).toEqual([900, 3_600].map(at));
  });

  test('expires so many days after the acceptance of its event', () => {
    const item = deliveryItem(accepted(-60), now, 30);
    expect(item['expiresAt']).toBe(Date.parse(at(-60)) / 1_000 + 30 * 24 * 3_600);
  });
});
