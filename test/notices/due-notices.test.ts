/** Which notices a network gets, in virtual time (docs/spec/notices.md#notices). */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { EventId } from '../../contract/events.ts';
import { NoticeBody } from '../../contract/notices.ts';
import type { WebhookId } from '../../contract/webhooks.ts';
import { firstAttempt } from '../../lambdas/deliveries/messages.ts';
import { secretRefused } from '../../lambdas/notices/notice.ts';
import { createNotices } from '../../lambdas/notices/notice-outbox.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import { deliveryWorld, HOUR, MINUTE, type Receiver, SECOND, type World } from '../support/delivery-world/world.ts';
import { webhookOfTests } from '../support/samples.ts';

/** Disabled after two hours, with a notice half an hour before. */
const shortened = {
  disableAfterSeconds: 2 * 60 * 60,
  disableNoticeSeconds: 30 * 60,
  retryDelaysSeconds: [5, 300, 300],
};
const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });
const dead: Receiver = () => ({ class: 'connection_refused', milliseconds: 5 });
const gone: Receiver = () => ({ class: 'http_4xx', statusCode: 410, milliseconds: 5 });

const told = (world: World) =>
  world.notices().map(({ body }) => {
    const { event, data } = v.parse(v.pipe(v.string(), v.parseJson(), NoticeBody), body);
    return { event, ...data };
  });
const names = (world: World): readonly string[] => told(world).map(({ event }) => event.replace('webhook.', ''));

/** A world with one webhook that gets an event at each interval until `until`; times are milliseconds. */
function worldWith(receiver: Receiver, every: number, until: number, settings = {}) {
  const world = deliveryWorld({
    concurrency: { fast: 3, slow: 3 },
    settings,
  });
  const webhookId = world.addWebhook(receiver);
  void keepPosting(world, webhookId, every, until);
  return { world, webhookId };
}

async function keepPosting(world: World, webhookId: WebhookId, every: number, until: number): Promise<void> {
  for (let at = 0; at < until; at += every) {
    await world.post(webhookId);
    await world.clock.sleep(every);
  }
}

describe('a network is told', () => {
  test('nothing while receivers take everything, and of a short outage', async () => {
    const { world, webhookId } = worldWith(well, 10 * SECOND, HOUR);
    await world.run(10 * MINUTE);
    world.behave(webhookId, dead);
    await world.run(14 * MINUTE);
    world.behave(webhookId, well);
    await world.run(HOUR);
    expect(told(world)).toEqual([]);
  });

  test.each([410, 429, 503])(
    'nothing of a receiver that aborts every delivery with %i, which is none the worse for it',
    async (statusCode) => {
      const aborting: Receiver = () => ({ class: 'aborted', statusCode, milliseconds: 20, retryAfterSeconds: 60 });
      const { world, webhookId } = worldWith(aborting, MINUTE, 4 * HOUR, shortened);
      await world.run(4 * HOUR);
      expect(told(world)).toEqual([]);
      expect(world.requests).toHaveLength((4 * HOUR) / MINUTE);
      expect(new Set(world.deliveries().map(({ state }) => state))).toEqual(new Set(['failed']));
      expect(world.webhook(webhookId)).toMatchObject({ enabled: true, flow: { phase: 'open' } });
      expect(world.webhook(webhookId)?.failingSince).toBeUndefined();
      expect(world.failed).toEqual([]);
    },
  );

  test('that a receiver is down, and that it is back, once each', async () => {
    const { world, webhookId } = worldWith(well, 10 * SECOND, HOUR);
    await world.run(5 * MINUTE);
    world.behave(webhookId, dead);
    await world.run(30 * MINUTE);
    expect(told(world)).toEqual([
      {
        event: 'webhook.didGoDown',
        webhook: { webhookId, host: 'example.com', description: '' },
        since: expect.stringMatching(/T00:05:0/),
        delivery: {
          deliveryId: expect.any(String),
          event: 'shop.didSell',
          eventId: expect.any(String),
          class: 'connection_refused',
          path: expect.stringContaining(`/webhooks/${webhookId}/deliveries/`),
        },
        disablesAt: expect.stringMatching(/^2026-01-06T00:05:0/),
      },
    ]);
    world.behave(webhookId, well);
    await world.run(HOUR);
    expect(names(world)).toEqual(['didGoDown', 'didComeBack']);
    expect(world.webhook(webhookId)?.noticed).toBeUndefined();
  });

  test('that a receiver is back even if there are no events any more', async () => {
    const { world, webhookId } = worldWith(dead, SECOND, 10 * SECOND);
    await world.run(20 * MINUTE);
    world.behave(webhookId, well);
    // The next retry may come only 40 minutes after the events.
    await world.run(HOUR);
    expect(names(world)).toEqual(['didGoDown', 'didComeBack']);
  });

  test('once that a receiver struggles, however long it does', async () => {
    let requests = 0;
    const struggling: Receiver = (request) => (requests++ % 3 === 0 ? dead(request) : well(request));
    const { world, webhookId } = worldWith(struggling, 10 * SECOND, HOUR);
    await world.run(9 * MINUTE);
    expect(names(world)).toEqual([]);
    await world.run(45 * MINUTE);
    expect(names(world)).toEqual(['didStruggle']);
    world.behave(webhookId, well);
    await world.run(53 * MINUTE);
    expect(names(world)).toEqual(['didStruggle']);
    await world.run(HOUR);
    expect(names(world)).toEqual(['didStruggle', 'didComeBack']);
  });

  test('that a receiver struggles ten minutes after it came back, not at its first failure', async () => {
    let requests = 0;
    const struggling: Receiver = (request) => (requests++ % 3 === 0 ? dead(request) : well(request));
    const { world, webhookId } = worldWith(dead, 10 * SECOND, HOUR);
    await world.run(20 * MINUTE);
    world.behave(webhookId, well);
    await world.run(27 * MINUTE);
    world.behave(webhookId, struggling);
    await world.run(29 * MINUTE);
    expect(names(world)).toEqual(['didGoDown', 'didComeBack']);
    await world.run(45 * MINUTE);
    expect(names(world)).toEqual(['didGoDown', 'didComeBack', 'didStruggle']);
  });

  test('once of a receiver that is down and up in turn, if it never stays up', async () => {
    const flapping: Receiver = (request) => (request.at % (7 * MINUTE) < 6 * MINUTE ? dead(request) : well(request));
    const { world } = worldWith(flapping, 10 * SECOND, HOUR);
    await world.run(HOUR);
    expect(names(world)).toEqual(['didGoDown']);
  });

  test('of each step to the end of a webhook that only fails', async () => {
    const { world, webhookId } = worldWith(dead, 5 * MINUTE, 3 * HOUR, shortened);
    await world.run(3 * HOUR);
    const steps = names(world).filter((name) => name !== 'didFailDeliveries');
    expect(steps).toEqual(['didGoDown', 'willDisable', 'didDisable']);
    const [, warning, end] = told(world).filter(({ event }) => event !== 'webhook.didFailDeliveries');
    expect(warning).toMatchObject({ disablesAt: expect.stringMatching(/^2026-01-01T02:00/) });
    expect(end).toMatchObject({ reason: 'failing', webhook: { webhookId } });
    expect(names(world).filter((name) => name === 'didFailDeliveries')).toHaveLength(1);
  });

  test('that a webhook was disabled since its receiver is gone, at once', async () => {
    const { world, webhookId } = worldWith(gone, SECOND, 5 * SECOND);
    await world.run(MINUTE);
    expect(told(world)).toEqual([
      expect.objectContaining({
        event: 'webhook.didDisable',
        reason: 'gone',
        since: world.webhook(webhookId)?.updatedAt,
      }),
    ]);
  });
});

test.each([
  ['nothing of a notice that has failed for good itself', 'webhook.didGoDown', '{}', []],
  ['of a delivery whose event has expired', 'shop.didSell', undefined, ['event_expired']],
])('a network is told %s', async (_, event, body, expected) => {
  const world = deliveryWorld({ settings: { retryDelaysSeconds: [5] } });
  const key = {
    networkId: world.networkId,
    webhookId: world.addWebhook(() => ({ class: 'redirect', milliseconds: 5 })),
  };
  const at = new Date(world.clock.now()).toISOString();
  const stored = { ...key, eventId: v.parse(EventId, 'e'), event, body: '', occurredAt: at, acceptedAt: at };
  void world.sendSlow([{ message: { ...firstAttempt(stored, key.webhookId), body } }]);
  await world.run(MINUTE);
  expect(world.deliveries()).toMatchObject([{ state: 'failed' }]);
  expect(told(world).map(({ delivery }) => delivery?.class)).toEqual(expected);
});

describe('no notice is lost', () => {
  test('where it could not be stored, and the same process tries again', async () => {
    const asked: string[] = [];
    const { store } = createNotices({
      outbox: {
        add: async ({ eventId }) => {
          if (asked.push(eventId) === 1) throw new Error('The table is away.');
          return 'accepted';
        },
      },
      health: { note: async () => true },
      directory: { forget: () => {} },
      settings: v.parse(DeliverySettings, {}),
      now: Date.now,
    });
    const notice = secretRefused(webhookOfTests(), '2026-01-01T00:00:00.000Z', Date.now());
    await expect(store([notice])).rejects.toThrow('The table is away.');
    await store([notice]);
    await store([notice]);
    expect(asked).toEqual([notice.eventId, notice.eventId]);
  });

  test('and holds up no delivery while the outbox is away', async () => {
    let isAway = false;
    const beforeWrite = (table?: string) => {
      if (table === 'events' && isAway) throw new Error('The table is away.');
    };
    const settings = { downNoticeSeconds: 30, backNoticeSeconds: 5 };
    const world = deliveryWorld({ random: seededRandom(1), settings, faults: { beforeWrite } });
    const webhookId = world.addWebhook(() => ({ class: 'timeout', milliseconds: 1500 }));
    for (let n = 0; n < 1_000; n++) void world.post(webhookId);
    await world.run(2 * MINUTE);
    expect(names(world)).toEqual(['didGoDown']);
    isAway = true;
    world.behave(webhookId, () => ({ class: 'delivered', statusCode: 200, milliseconds: 1400 }));
    await world.run(4 * MINUTE);
    expect(world.deliveries().filter(({ state }) => state === 'retrying')).toEqual([]);
    isAway = false;
    await world.run(8 * MINUTE);
    expect(names(world)).toEqual(['didGoDown', 'didComeBack']);
  });

  test('and sends nothing twice that was written with it, while the outbox is away', async () => {
    let isAway = true;
    const beforeWrite = (table?: string) => {
      if (table === 'events' && isAway) throw new Error('The table is away.');
    };
    const settings = { retryDelaysSeconds: [] };
    const world = deliveryWorld({ random: seededRandom(1), settings, faults: { beforeWrite } });
    const refused = new Set<string>();
    const webhookId = world.addWebhook(({ deliveryId }) => {
      if (refused.size === 0 && world.requests.length === 150) refused.add(deliveryId);
      return refused.has(deliveryId)
        ? { class: 'redirect', milliseconds: 400 }
        : { class: 'delivered', statusCode: 200, milliseconds: 400 };
    });
    for (let n = 0; n < 300; n++) void world.post(webhookId);
    await world.run(3 * MINUTE);
    isAway = false;
    await world.run(30 * MINUTE);
    const delivered = world.requests.filter(({ outcome }) => outcome.class === 'delivered');
    expect({
      delivered: delivered.length,
      distinct: new Set(delivered.map(({ deliveryId }) => deliveryId)).size,
    }).toEqual({
      delivered: 299,
      distinct: 299,
    });
    expect(names(world)).toEqual(['didFailDeliveries']);
  });

  test('where processes die and tables fail around every write', async () => {
    const random = seededRandom(7);
    const failing = () => {
      if (random() < 0.1) throw new Error('The table fails, says the test.');
    };
    const world = deliveryWorld({
      random,
      concurrency: { fast: 3, slow: 3 },
      settings: { ...shortened, disableNoticeSeconds: 60 * 60 },
      faults: { beforeWrite: failing, afterWrite: failing },
      dies: () => random() < 0.1,
    });
    const webhookId = world.addWebhook(dead);
    void keepPosting(world, webhookId, 5 * MINUTE, 3 * HOUR).catch(() => undefined);
    await world.run(4 * HOUR);
    const steps = names(world).filter((name) => name !== 'didFailDeliveries' && name !== 'didStruggle');
    expect(steps).toEqual(['didGoDown', 'willDisable', 'didDisable']);
  });
});
