/** Counting attempts in virtual time, by processes that are frozen or never end, with a table that fails. */
import { describe, expect, test } from '@jest/globals';
import { attemptCounter } from '../../lambdas/statistics/attempt-counter.ts';
import { totalsOf } from '../../lambdas/statistics/attempt-counts.ts';
import type { HourOfAttempts } from '../../lambdas/statistics/attempt-hours-table.ts';
import type { Loss } from '../support/delivery-world/memory-counts.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  HOUR,
  type Receiver,
  SECOND,
  type World,
  type WorldOptions,
} from '../support/delivery-world/world.ts';
import fc from '../support/fast-check.ts';

const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });
const failing: Receiver = () => ({ class: 'http_5xx', statusCode: 503, milliseconds: 20 });

const runFor = (world: World, milliseconds: number) => world.run(world.clock.elapsed() + milliseconds);

/** A world with one process in each lane, and a webhook whose receiver is known to be healthy. */
async function oneProcess(options: WorldOptions = {}) {
  const world = deliveryWorld({ concurrency: { fast: 1, slow: 1 }, random: () => 0.5, ...options });
  const webhookId = world.addWebhook(well);
  await runFor(world, 3 * SECOND);
  void world.post(webhookId);
  await runFor(world, 10 * SECOND);
  return { world, webhookId };
}

describe('a process that is frozen for good after its last batch', () => {
  test.each([2, 5, 10, 20, 30, 100])('has counted %d attempts, in batches of one', async (attempts) => {
    const { world, webhookId } = await oneProcess();
    for (let n = 1; n < attempts; n++) {
      void world.post(webhookId);
      await runFor(world, 100);
    }
    expect({ requests: world.requests.length, counted: world.counted() }).toEqual({
      requests: attempts,
      counted: attempts,
    });
  });

  test.each([2, 5, 10, 20, 30, 100])('has counted %d attempts that came at once', async (attempts) => {
    const { world, webhookId } = await oneProcess();
    for (let n = 1; n < attempts; n++) void world.post(webhookId);
    await runFor(world, 10 * SECOND);
    expect({ requests: world.requests.length, counted: world.counted() }).toEqual({
      requests: attempts,
      counted: attempts,
    });
  });

  test('has counted the turns of a receiver that fails', async () => {
    const { world, webhookId } = await oneProcess();
    world.behave(webhookId, failing);
    for (let n = 0; n < 20; n++) void world.post(webhookId);
    await runFor(world, 60 * SECOND);
    expect(world.requests.length).toBeGreaterThan(10);
    expect(world.counted()).toBe(world.requests.length);
  });
});

describe('a function that reaches its time-out', () => {
  test('has counted all that it attempted until a second before', async () => {
    const { world, webhookId } = await oneProcess();
    const hanging = world.addWebhook(well);
    await runFor(world, SECOND);
    void world.post(hanging);
    await runFor(world, 40 * SECOND);
    const before = world.counted();
    world.behave(hanging, () => ({ class: 'delivered', milliseconds: Number.POSITIVE_INFINITY }));
    for (let n = 0; n < 10; n++) void world.post(webhookId, hanging);
    await runFor(world, 10 * SECOND);
    // The process has both at once, and nothing of its batch ends.
    const attempts = world.requests.filter((request) => request.webhookId === webhookId && request.at > 50 * SECOND);
    expect(attempts.length).toBeGreaterThan(0);
    expect(world.counted() - before).toBe(attempts.length);
  });

  test('has counted a turn until a second before', async () => {
    const { world, webhookId } = await oneProcess();
    world.behave(webhookId, failing);
    for (let n = 0; n < 200; n++) void world.post(webhookId);
    await runFor(world, 10 * SECOND);
    const turnBegins = world.requests.length;
    world.behave(webhookId, () =>
      world.requests.length - turnBegins < 100
        ? { class: 'delivered', statusCode: 200, milliseconds: 20 }
        : { class: 'delivered', milliseconds: Number.POSITIVE_INFINITY },
    );
    await runFor(world, HOUR);
    expect(world.requests.length - turnBegins).toBeGreaterThan(100);
    expect(world.counted()).toBeGreaterThanOrEqual(turnBegins + 100);
  });
});

describe('the counts of attempts', () => {
  test('cost a write for each batch and webhook', async () => {
    const { world, webhookId } = await oneProcess();
    const before = world.countWrites();
    // The first message finds the process idle, and the other ten are its next batch.
    for (let n = 0; n < 11; n++) void world.post(webhookId);
    await runFor(world, SECOND);
    expect({ writes: world.countWrites() - before, counted: world.counted() }).toEqual({ writes: 2, counted: 12 });
  });

  test('cost a write a second during a turn', async () => {
    const { world, webhookId } = await oneProcess();
    world.behave(webhookId, failing);
    for (let n = 0; n < 1_000; n++) void world.post(webhookId);
    await runFor(world, 10 * SECOND);
    const [requests, writes] = [world.requests.length, world.countWrites()];
    world.behave(webhookId, well);
    await runFor(world, 600 * SECOND);
    expect(world.requests.length - requests).toBeGreaterThanOrEqual(1_000);
    expect(world.countWrites() - writes).toBeLessThan((world.requests.length - requests) / 20);
    expect(world.counted()).toBe(world.requests.length);
  });

  test('are right whatever their writes lose, once one of each process has succeeded', async () => {
    const seeds = fc.record({ seed: fc.nat(), share: fc.double({ min: 0, max: 0.9, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(seeds, async ({ seed, share }) => {
        const random = seededRandom(seed);
        let isFaultless = false;
        const lossOfCounts = (): Loss | undefined =>
          isFaultless || random() >= share ? undefined : random() < 0.5 ? 'request' : 'response';
        const world = deliveryWorld({ concurrency: { fast: 3, slow: 3 }, random, lossOfCounts });
        const webhookIds = [well, well, failing].map((receiver) => world.addWebhook(receiver));
        for (let n = 0; n < 60; n++) {
          await runFor(world, random() * SECOND);
          void world.post(...webhookIds.filter(() => random() < 0.7));
        }
        isFaultless = true;
        for (const webhookId of webhookIds) world.behave(webhookId, well);
        await runFor(world, HOUR);
        for (let n = 0; n < 30; n++) {
          void world.post(...webhookIds);
          await runFor(world, 100);
        }
        await runFor(world, 60 * SECOND);
        for (const webhookId of webhookIds) {
          const requests = world.requests.filter((request) => request.webhookId === webhookId);
          expect(world.counted(webhookId)).toBe(requests.length);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('delay no batch for long, and repeat none, while their table does not respond', async () => {
    const { world, webhookId } = await oneProcess({ lossOfCounts: () => 'request', countMilliseconds: 20 * SECOND });
    for (let n = 0; n < 30; n++) void world.post(webhookId);
    await runFor(world, 300 * SECOND);
    expect({ requests: world.requests.length, counted: world.counted() }).toEqual({ requests: 31, counted: 0 });
    expect(world.longestBatch()).toBeLessThan(SECOND);
  });
});

describe('the counter', () => {
  const attempt = { class: 'delivered', milliseconds: 20 } as const;

  /** A counter, and what it has `written`. */
  function counting(add: () => Promise<void> = async () => undefined) {
    const written: string[] = [];
    const counter = attemptCounter({
      add: (webhookId: string, { hour, counts }: HourOfAttempts) => {
        const { delivered, failed } = totalsOf(counts);
        written.push(`${webhookId} ${hour}: ${delivered}+${failed}`);
        return add();
      },
    });
    return { counter, written };
  }

  test('counts an attempt in the hour in which it began', async () => {
    const { counter, written } = counting();
    counter.note('a', 'channel.didCreate', { ...attempt, startedAt: '2026-01-01T00:59:59.999Z' });
    counter.note('a', 'channel.didCreate', { ...attempt, startedAt: '2026-01-01T01:00:00.000Z' });
    counter.note('a', 'channel.didCreate', {
      class: 'timeout',
      milliseconds: 1_500,
      startedAt: '2026-01-01T01:30:00.000Z',
    });
    await counter.settle();
    expect(written).toEqual(['a 2026-01-01T00: 1+0', 'a 2026-01-01T01: 1+1']);
  });

  test('keeps attempts of a limited number of webhooks while nothing can be written', async () => {
    let isDown = true;
    const { counter, written } = counting(() => (isDown ? Promise.reject(new Error('throttled')) : Promise.resolve()));
    for (let n = 0; n < 1_500; n++) {
      counter.note(`w${n}`, 'channel.didCreate', { ...attempt, startedAt: '2026-01-01T00:00:00.000Z' });
    }
    await counter.settle();
    isDown = false;
    written.length = 0;
    await counter.settle();
    expect(written).toHaveLength(1_000);
    expect(written.at(-1)).toBe('w1499 2026-01-01T00: 1+0');
  });
});
