/** The count of a recovery, and its progress in virtual time, which end. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryKey } from '../../lambdas/deliveries/delivery-item.ts';
import type { Recorded, RecordedDelivery } from '../../lambdas/deliveries/ranges.ts';
import type { LedgerTables } from '../../lambdas/recovery/ledger-reader.ts';
import { countRecovery } from '../../lambdas/recovery/recover.ts';
import { hasEnded, noProgress, type Progress, type RecoveryRange } from '../../lambdas/recovery/recovery-progress.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import { acceptedPage, indexedEvent } from '../support/delivery-world/memory-outbox.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import { shardedPage } from '../support/delivery-world/sharded-page.ts';
import { deliveryWorld, HOUR, MINUTE, SECOND, type World } from '../support/delivery-world/world.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

const start = Date.parse('2026-11-22T21:00:00.000Z');
const timeAt = (milliseconds: number): string => new Date(milliseconds).toISOString();
const networkId = v.parse(NetworkId, 'demo');
const webhookId = v.parse(WebhookId, `wh_${'a'.repeat(32)}`);
const since = timeAt(start);

/** What may have become of an event, and how it stands then in a recovery of what failed. */
const fates = {
  delivered: undefined,
  retried: undefined,
  failed: 'left',
  missing: 'left',
  malformed: 'left',
  /** Recorded, and the index lacks its event. */
  unindexed: 'left',
  /** Accepted a moment ago, without a delivery. */
  coming: 'coming',
  /** The index lacks it, and it has no delivery. */
  unseen: undefined,
  unasked: undefined,
  aborted: undefined,
  'left out by the filter': undefined,
  'sent, waiting': 'waiting',
  'sent, delivered': 'delivered',
  'sent, failed': 'failed',
  'sent, failed for good': 'failed',
} as const satisfies Record<string, keyof Progress | undefined>;
type Fate = keyof typeof fates;
const isFate = (text: string): text is Fate => text in fates;

const NOW = start + HOUR;
const askedNow = { since, until: timeAt(NOW), askedAt: timeAt(NOW - SECOND), state: 'failed' } as const;

/** Tables with such events, read in pages of that size: one for each fate and time (milliseconds since `start`). */
function tablesOf(events: readonly (readonly [fate: Fate, time: number])[]): LedgerTables {
  const stored = events.map(([fate, time], n) => {
    const id = v.parse(EventId, `event-${n}`);
    const at = timeAt(fate === 'coming' ? NOW - 30 * SECOND : start + time);
    const event = fate === 'unasked' ? 'app.opened' : 'shop.didSell';
    const data = { price: fate === 'left out by the filter' ? 2 : 1 };
    const body = JSON.stringify({ event, data });
    return { fate, networkId, eventId: id, event, body, acceptedAt: at, occurredAt: at };
  });
  const index = stored.filter(({ fate }) => fate !== 'unindexed' && fate !== 'unseen').map(indexedEvent);
  const found = stored.flatMap(({ fate, eventId: of, event, acceptedAt: at }): Recorded[] => {
    const ofEvent = deliveryIdOf(networkId, of, webhookId, at);
    const origin = { deliveryId: ofEvent, networkId, webhookId, eventId: of, event };
    const known = { ...origin, generation: 0, attemptsOnSchedule: 8 };
    const sent = { ...known, class: 'http_5xx', recovery: askedNow.askedAt, attemptsOnSchedule: 2 } as const;
    const records: Partial<Record<Fate, RecordedDelivery>> = {
      delivered: { ...known, state: 'delivered', class: 'delivered' },
      retried: { ...known, state: 'retrying', class: 'timeout' },
      failed: { ...known, state: 'failed', class: 'http_5xx' },
      unindexed: { ...known, state: 'failed', class: 'http_5xx' },
      aborted: { ...known, state: 'failed', class: 'aborted' },
      'left out by the filter': { ...known, state: 'failed', class: 'http_5xx' },
      'sent, waiting': { ...sent, state: 'retrying', attemptsOnSchedule: 0 },
      'sent, delivered': { ...sent, state: 'delivered', class: 'delivered' },
      'sent, failed': { ...sent, state: 'retrying' },
      'sent, failed for good': { ...sent, state: 'failed' },
    };
    const record = records[fate];
    if (record !== undefined) return [{ deliveryId: ofEvent, record }];
    return fate === 'malformed' ? [{ deliveryId: ofEvent }] : [];
  });
  const bodies = new Map(stored.map(({ eventId: of, body }) => [of, body]));
  const shardOf = ({ deliveryId: id }: Recorded) => deliveryKey(webhookId, id).webhookId_shard;
  return {
    deliveries: {
      recorded: async (_, { first, last }, perShard) => {
        const within = found.filter(({ deliveryId: id }) => first <= id && id <= last);
        const { next, ...page } = shardedPage(within, ({ deliveryId: id }) => id, shardOf, perShard);
        return next === undefined ? page : { ...page, next };
      },
    },
    outbox: {
      accepted: async (_, between, perShard) => acceptedPage(index, between, perShard),
      readBody: async (_, of) => bodies.get(of),
    },
  };
}

const filtering = '{"data":{"price":[1]}}';
const webhook = webhookOfTests({ networkId, webhookId, events: ['shop.*'], filter: filtering });

const added = (one: Progress, other: Progress): Progress => ({
  left: one.left + other.left,
  coming: one.coming + other.coming,
  waiting: one.waiting + other.waiting,
  delivered: one.delivered + other.delivered,
  failed: one.failed + other.failed,
});

/** Counts to the end, in as many parts as it takes. */
async function countAll(
  tables: LedgerTables,
  of: Webhook,
  asked: RecoveryRange,
  clock: () => number,
  size?: { readonly limit: number; readonly perShard: number },
) {
  let [progress, parts] = [noProgress, 0];
  let next: DeliveryId | undefined;
  do {
    const part = await countRecovery(tables, of, { ...asked, after: next }, clock, size);
    expect(part.next === undefined || next === undefined || part.next > next).toBe(true);
    progress = added(progress, part.progress);
    next = part.next;
    parts += 1;
  } while (next !== undefined);
  return { progress, parts };
}

describe('the count of a recovery', () => {
  const anyFate = fc.constantFrom(...Object.keys(fates).filter(isFate));
  const size = fc.record({ limit: fc.integer({ min: 1, max: 30 }), perShard: fc.integer({ min: 1, max: 10 }) });

  test('is right for every mixture of events, page size and time that it takes, in one part or many', async () => {
    // Many events of a millisecond, and times far from one another.
    const time = fc.oneof(fc.nat(3), fc.nat(HOUR - 2 * MINUTE));
    const events = fc.array(fc.tuple(anyFate, time), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(events, size, fc.nat(2 * SECOND), async (all, pages, callMilliseconds) => {
        let now = NOW;
        const clock = () => {
          now += callMilliseconds;
          return now - callMilliseconds;
        };
        const expected: Record<keyof Progress, number> = { ...noProgress };
        for (const [fate] of all) {
          const stage = fates[fate];
          if (stage !== undefined) expected[stage] += 1;
        }
        // Time passes between the parts, but nothing that is coming may become missing.
        const { progress } = await countAll(
          tablesOf(all),
          webhook,
          askedNow,
          () => Math.min(clock(), NOW + 20 * SECOND),
          pages,
        );
        expect(progress).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('of 2,000 events that were delivered is 0, and that it has ended', async () => {
    const all = Array.from({ length: 2_000 }, (_, n) => ['delivered', n] as const);
    const { progress, parts } = await countAll(tablesOf(all), webhook, askedNow, () => NOW);
    expect({ progress, hasEnded: hasEnded(progress, false), parts }).toEqual({
      progress: noProgress,
      hasEnded: true,
      parts: 1,
    });
  });

  test('goes on for three seconds, and from where it ended', async () => {
    const all = Array.from({ length: 5_000 }, (_, n) => ['failed', n] as const);
    let now = NOW;
    const clock = () => {
      now += 500;
      return now;
    };
    const unfiltered = { ...webhook, filter: '' };
    const tables = tablesOf(all);
    const first = await countRecovery(tables, unfiltered, askedNow, clock, { limit: 500, perShard: 150 });
    expect(now - NOW).toBeLessThanOrEqual(4_000);
    expect(first.progress.left).toBeGreaterThan(1_000);
    expect(first.next).toBeDefined();
    const rest = await countRecovery(tables, unfiltered, { ...askedNow, after: first.next }, () => NOW);
    expect({ left: first.progress.left + rest.progress.left, next: rest.next }).toEqual({
      left: 5_000,
      next: undefined,
    });
  });
});

describe('the progress of a recovery', () => {
  const runFor = (world: World, milliseconds: number) => world.run(world.clock.elapsed() + milliseconds);

  /** Waits in virtual time for what takes some of it. */
  async function during<T>(world: World, work: Promise<T>): Promise<T> {
    let isOver = false;
    const result = work.finally(() => {
      isOver = true;
    });
    while (!isOver) await runFor(world, 1);
    return await result;
  }

  /** Looks at it each four seconds, as the panel does, until it has ended. */
  async function followed(world: World, id: WebhookId, asked: RecoveryRange): Promise<readonly Progress[]> {
    const seen: Progress[] = [];
    for (let looks = 0; looks < 3_000; looks++) {
      const found = world.webhook(id);
      if (found === undefined) throw new Error('There is no webhook.');
      const tables = { deliveries: world.table, outbox: world.outbox };
      const { progress } = await during(world, countAll(tables, found, asked, world.clock.now));
      seen.push(progress);
      if (hasEnded(progress, false)) return seen;
      await runFor(world, 4 * SECOND);
    }
    throw new Error(`It does not end: ${JSON.stringify(seen.at(-1))}`);
  }

  const leftOf = ({ left, coming, waiting }: Progress) => left + coming + waiting;

  test('of 3,000 events says how many are left, and in the end that all were delivered', async () => {
    const world = deliveryWorld({ random: seededRandom(1) });
    const id = world.addWebhook(() => ({ class: 'delivered', statusCode: 200, milliseconds: 400 }));
    await runFor(world, 10 * SECOND);
    world.switch(id, false);
    await runFor(world, 10 * SECOND);
    for (let n = 0; n < 3_000; n++) void world.post(id);
    await runFor(world, 2 * MINUTE);
    world.switch(id, true);
    await runFor(world, 10 * SECOND);
    expect(world.requests).toEqual([]);
    const now = timeAt(world.clock.now());
    void world.recover(id);
    const seen = await followed(world, id, {
      since: '2026-01-01T00:00:00.000Z',
      until: now,
      askedAt: now,
      state: 'failed',
    });
    expect(seen.map(leftOf)).toEqual(seen.map(leftOf).toSorted((a, b) => b - a));
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.map((one) => leftOf(one) + one.delivered + one.failed)).toEqual(seen.map(() => 3_000));
    expect(seen.at(-1)).toEqual({ ...noProgress, delivered: 3_000 });
    expect(new Set(world.requests.map((request) => request.deliveryId)).size).toBe(3_000);
  });

  test('ends for every mixture and lag of the index, and leaves out what is retried or comes by itself', async () => {
    const parts = fc.record({
      seed: fc.nat(),
      indexLag: fc.nat(3 * SECOND),
      failing: fc.double({ min: 0, max: 0.9, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(parts, async ({ seed, indexLag, failing }) => {
        const random = seededRandom(seed);
        const settings = { retryDelaysSeconds: [1, 2] };
        const world = deliveryWorld({ random, settings, faults: { indexLag } });
        const refused = { class: 'http_4xx', statusCode: 404, milliseconds: 20 } as const;
        const taken = { class: 'delivered', statusCode: 200, milliseconds: 20 } as const;
        const id = world.addWebhook(() => (random() < failing ? refused : taken));
        await runFor(world, 10 * SECOND);
        for (let n = 0; n < 60; n++) void world.post(id);
        await runFor(world, random() * 30 * SECOND);
        world.switch(id, false);
        await runFor(world, 10 * SECOND);
        for (let n = 0; n < 60; n++) void world.post(id);
        await runFor(world, 10 * SECOND + random() * MINUTE);
        world.switch(id, true);
        await runFor(world, random() * 20 * SECOND);
        for (let n = 0; n < 20; n++) void world.post(id);
        await runFor(world, random() * 5 * SECOND);
        const now = timeAt(world.clock.now());
        const sentBefore = new Map(world.deliveries().map(({ deliveryId: of, generation }) => [of, generation]));
        void world.recover(id);
        const seen = await followed(world, id, {
          since: '2026-01-01T00:00:00.000Z',
          until: now,
          askedAt: now,
          state: 'failed',
        });
        const sent = world.deliveries().filter((one) => one.generation > (sentBefore.get(one.deliveryId) ?? 0));
        const last = seen.at(-1);
        expect((last?.delivered ?? 0) + (last?.failed ?? 0)).toBe(sent.length);
      }),
      { numRuns: 10 },
    );
  });
});
