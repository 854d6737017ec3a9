/** What becomes of a stopped recovery (docs/spec/delivery.md#stopping), in virtual time (test/support/delivery-world). */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { WebhookId } from '../../contract/webhooks.ts';
import { Delivery } from '../../lambdas/deliveries/delivery.ts';
import { countRecovery } from '../../lambdas/recovery/recover.ts';
import { hasEnded } from '../../lambdas/recovery/recovery-progress.ts';
import { isOfStopped, isStopped, takenBack } from '../../lambdas/recovery/stopped.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  MINUTE,
  type Receiver,
  SECOND,
  type World,
  type WorldOptions,
} from '../support/delivery-world/world.ts';
import fc from '../support/fast-check.ts';

const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });
const dead: Receiver = () => ({ class: 'timeout', milliseconds: 1500 });
const slow: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 1200 });
const failing: Receiver = () => ({ class: 'http_5xx', statusCode: 503, milliseconds: 20 });

/** Until then every process knows of the stop, and the requests that had begun have ended. */
const KNOWN_MS = 15 * SECOND;

const runFor = (world: World, milliseconds: number) => world.run(world.clock.elapsed() + milliseconds);

/** A webhook that was disabled while some events came, and is enabled again. */
async function worldWithout(events: number, receiver: Receiver, options: WorldOptions = {}) {
  const world = deliveryWorld({ random: seededRandom(1), ...options });
  const webhookId = world.addWebhook(receiver);
  world.switch(webhookId, false);
  for (let n = 0; n < events; n++) void world.post(webhookId);
  await runFor(world, 2 * MINUTE);
  world.switch(webhookId, true);
  return { world, webhookId };
}

const neverAttempted = (world: World) => world.deliveries().filter(({ attemptCount }) => attemptCount === 0);
const statesOf = (deliveries: readonly Delivery[]) => [...new Set(deliveries.map(({ state }) => state))];

test('a stopped recovery sends no more, even if its receiver is down; another one sends all that is left', async () => {
  const { world, webhookId } = await worldWithout(900, dead);
  await world.recover(webhookId);
  await runFor(world, 10 * SECOND);
  await world.stopRecoveries(webhookId);
  await runFor(world, KNOWN_MS);
  const left = neverAttempted(world);
  expect(left.length).toBeGreaterThan(850);
  expect(statesOf(left)).toEqual(['failed']);
  expect(new Set(left.map((one) => one.class))).toEqual(new Set(['webhook_disabled']));
  const before = world.requests.length;
  await runFor(world, 5 * MINUTE);
  const ids = new Set(left.map(({ deliveryId }) => deliveryId));
  expect(
    world.requests.slice(before).filter(({ deliveryId }) => ids.has(deliveryId as Delivery['deliveryId'])),
  ).toEqual([]);

  world.behave(webhookId, well);
  await world.recover(webhookId);
  await runFor(world, 30 * MINUTE);
  expect(statesOf(world.deliveries())).toEqual(['delivered']);
});

test('what comes by itself is sent, whatever is stopped', async () => {
  const { world, webhookId } = await worldWithout(300, slow);
  await world.recover(webhookId);
  await runFor(world, 3 * SECOND);
  for (let n = 0; n < 50; n++) void world.post(webhookId);
  await world.stopRecoveries(webhookId);
  await runFor(world, 10 * MINUTE);
  const newest = world.deliveries().slice(-50);
  expect(statesOf(newest)).toEqual(['delivered']);
  expect(neverAttempted(world).length).toBeGreaterThan(100);
});

test('deliveries that were attempted stay as they are, with their retries', async () => {
  const { world, webhookId } = await worldWithout(40, failing);
  await world.recover(webhookId);
  await runFor(world, 20 * SECOND);
  await world.stopRecoveries(webhookId);
  await runFor(world, KNOWN_MS);
  const attempted = world.deliveries().filter(({ attemptCount }) => attemptCount > 0);
  expect(attempted.length).toBeGreaterThan(0);
  expect(statesOf(attempted)).toEqual(['retrying']);
  world.behave(webhookId, well);
  await runFor(world, 60 * MINUTE);
  const ids = new Set(attempted.map(({ deliveryId }) => deliveryId));
  expect(statesOf(world.deliveries().filter(({ deliveryId }) => ids.has(deliveryId)))).toEqual(['delivered']);
});

describe('a delivery', () => {
  const recovered = v.parse(Delivery, {
    deliveryId: '01KJR0Q3G0000000000000000A',
    networkId: 'n',
    eventId: 'e',
    webhookId: 'w',
    event: 'shop.didSell',
    createdAt: '',
    attempts: [],
    generation: 1,
    attemptsOnSchedule: 0,
    state: 'retrying',
    next: { kind: 'held' },
    class: 'http_5xx',
    statusCode: 503,
    attemptCount: 8,
    recovery: '2026-01-01T00:01:00.000Z',
    beforeRecovery: 'failed',
  });
  const at = (recoveriesStopped: string) => ({ recoveriesStopped });

  test.each([
    ['of a recovery that was asked for by then', {}, '2026-01-01T00:01:00.000Z', true],
    ['of a later recovery', {}, '2026-01-01T00:00:59.999Z', false],
    ['that was attempted', { attemptsOnSchedule: 1 }, '2026-01-02T00:00:00.000Z', false],
    [
      'that was retrying before, or was replayed since',
      { beforeRecovery: undefined },
      '2026-01-02T00:00:00.000Z',
      false,
    ],
    ['that is delivered by now', { state: 'delivered' }, '2026-01-02T00:00:00.000Z', false],
  ] as const)('%s', (_, changes, stopped, isTakenBack) => {
    expect(isOfStopped({ ...recovered, ...changes }, at(stopped))).toBe(isTakenBack);
  });

  test('has the state and the result that it had before', () => {
    const { next: _, recovery: __, beforeRecovery: ___, ...lasting } = recovered;
    expect(takenBack(recovered)).toEqual({ ...lasting, state: 'failed' });
    const delivered = { ...recovered, class: 'delivered', beforeRecovery: 'delivered' } as const;
    expect(takenBack(delivered)).toMatchObject({ state: 'delivered', class: 'delivered' });
    const unsent = { ...recovered, class: 'receiver_down', attemptCount: 0 } as const;
    expect(takenBack(unsent)).toMatchObject({ state: 'failed', class: 'webhook_disabled' });
  });
});

const harm = fc.record({
  seed: fc.integer(),
  events: fc.integer({ min: 1, max: 900 }),
  stopAfter: fc.integer({ min: 0, max: 20 * SECOND }),
  receiver: fc.constantFrom(well, dead, slow, failing),
  indexLag: fc.constantFrom(0, 100, 1500),
  failing: fc.constantFrom(0, 0.02),
  dying: fc.constantFrom(0, 0.05),
  repeating: fc.constantFrom(0, 0.1),
});

test('nothing of a stopped recovery waits or is lost, whatever breaks meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(harm, async ({ seed, events, stopAfter, receiver, ...faults }) => {
      const random = seededRandom(seed);
      let isHarmful = false;
      const fails = () => {
        if (isHarmful && random() < faults.failing) throw new Error('The table fails, says the test.');
      };
      const { world, webhookId } = await worldWithout(events, receiver, {
        random,
        faults: { indexLag: faults.indexLag, beforeRead: fails, beforeWrite: fails },
        dies: () => isHarmful && random() < faults.dying,
        comesTwice: () => isHarmful && random() < faults.repeating,
      });
      const askedAt = new Date(world.clock.now()).toISOString();
      await world.recover(webhookId);
      isHarmful = true;
      await runFor(world, stopAfter);
      // A request of an admin that fails is repeated.
      isHarmful = false;
      await world.stopRecoveries(webhookId);
      isHarmful = true;
      // Messages of a process that died come again after a minute.
      await runFor(world, 2 * MINUTE);
      isHarmful = false;
      await runFor(world, 2 * MINUTE);
      const found = world.webhook(webhookId);
      if (found === undefined) throw new Error('There is no webhook.');
      expect(world.deliveries().filter((delivery) => isOfStopped(delivery, found))).toEqual([]);
      expect(statesOf(neverAttempted(world)).filter((state) => state !== 'failed')).toEqual([]);
      const progress = await progressOf(world, webhookId, askedAt);
      expect(isStopped(askedAt, found)).toBe(true);
      expect(hasEnded(progress, true)).toBe(true);
      const { delivered, failed, left } = progress;
      expect(delivered + failed + left).toBe(events);

      world.behave(webhookId, well);
      await world.recover(webhookId);
      await runFor(world, 40 * 60 * MINUTE);
      expect(statesOf(world.deliveries())).toEqual(['delivered']);
      expect(world.deliveries().length).toBe(events);
      expect(world.dead).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true, seed: Number(process.env['SPS_SEED']) },
  );
}, 120_000);

/** Counts it in virtual time. */
async function progressOf(world: World, webhookId: WebhookId, askedAt: string) {
  const webhook = world.webhook(webhookId);
  if (webhook === undefined) throw new Error('There is no webhook.');
  const range = { since: '2026-01-01T00:00:00.000Z', until: askedAt, askedAt, state: 'failed' } as const;
  const tables = { deliveries: world.table, outbox: world.outbox };
  let isOver = false;
  const counted = countRecovery(tables, webhook, range, world.clock.now).finally(() => {
    isOver = true;
  });
  while (!isOver) await runFor(world, 1);
  return (await counted).progress;
}
