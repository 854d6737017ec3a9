/**
 * Flow control in a world of random receivers, outages, process deaths, lagging indexes, failing tables and repeated
 * messages (test/support/delivery-world): every event arrives once the receiver stays healthy, or fails with all attempts.
 * `SPS_SEED` repeats those of another run.
 */
import { expect, test } from '@jest/globals';
import type { WebhookId } from '../../contract/webhooks.ts';
import { MAX_WINDOW } from '../../lambdas/pacing/control.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  HOUR,
  MINUTE,
  type Receiver,
  SECOND,
  unfinished,
  type World,
} from '../support/delivery-world/world.ts';
import fc from '../support/fast-check.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** What a receiver does for a while. */
const period = fc.record({
  seconds: fc.integer({ min: 1, max: 400 }),
  events: fc.integer({ min: 0, max: 60 }),
  failing: fc.constantFrom(0, 0, 0.3, 0.6, 1),
  milliseconds: fc.constantFrom(5, 20, 300, 800),
  ends: fc.constantFrom('http_5xx', 'timeout', 'connection_refused', 'refused'),
  isSwitched: fc.constantFrom(false, false, false, true),
});
const lives = fc.array(period, { minLength: 1, maxLength: 5 });
type Period = typeof period extends fc.Arbitrary<infer T> ? T : never;

const harm = fc.record({
  seed: fc.integer(),
  indexLag: fc.constantFrom(0, 100, 1500),
  failing: fc.constantFrom(0, 0, 0.02),
  losing: fc.constantFrom(0, 0, 0.02),
  dying: fc.constantFrom(0, 0, 0.05),
  repeating: fc.constantFrom(0, 0, 0.1),
});

/** Longer than a process caches a webhook, and a request takes. */
const KNOWN_MS = 5000;

const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });

const receiverOf =
  ({ failing, milliseconds, ends }: Period, random: () => number): Receiver =>
  () => {
    if (random() >= failing) return { class: 'delivered', statusCode: 200, milliseconds };
    if (ends === 'timeout') return { class: ends, milliseconds: 1500 };
    if (ends === 'refused') return { class: 'http_4xx', statusCode: 429, milliseconds, retryAfterSeconds: 2 };
    return { class: ends, milliseconds };
  };

test('every event arrives or fails with all its attempts, whatever the receivers do and whatever breaks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lives, { minLength: 1, maxLength: 3 }), harm, async (receivers, faults) => {
      const random = seededRandom(faults.seed);
      let isHarmful = true;
      const fails = (share: number) => () => {
        if (isHarmful && random() < share) throw new Error('The table fails, says the test.');
      };
      const world = deliveryWorld({
        random,
        concurrency: { fast: 3, slow: 3 },
        faults: {
          indexLag: faults.indexLag,
          beforeRead: fails(faults.failing),
          beforeWrite: fails(faults.failing),
          afterWrite: fails(faults.losing),
        },
        dies: () => isHarmful && random() < faults.dying,
        comesTwice: () => isHarmful && random() < faults.repeating,
      });
      const webhookIds = receivers.map((periods) => {
        const webhookId = world.addWebhook(well);
        void live(world, webhookId, periods, random);
        return webhookId;
      });
      await world.run(30 * MINUTE);
      isHarmful = false;
      await world.run(2 * HOUR);
      // What came while a webhook was disabled, and what was posted for the others.
      await Promise.all(webhookIds.map((webhookId) => world.recover(webhookId)));
      for (let hour = 3; hour <= 42 && (hour === 3 || unfinished(world.deliveries()).length > 0); hour++) {
        await world.run(hour * HOUR);
      }

      expect(unfinished(world.deliveries())).toEqual([]);
      expect(world.deliveries().length).toBe(world.posted() * webhookIds.length);
      expect(world.dead).toEqual([]);
      expect(world.cutOff()).toBe(0);
      for (const { state, attemptCount, class: outcomeClass } of world.deliveries()) {
        if (state === 'failed' && outcomeClass !== 'webhook_disabled') expect(attemptCount).toBeGreaterThanOrEqual(8);
      }
      expectKeptWindows(world);
    }),
    propertyRuns(25),
  );
}, 240_000);

/** Behaves like the periods, one after the other, and is healthy for good then. */
async function live(
  world: World,
  webhookId: WebhookId,
  periods: readonly Period[],
  random: () => number,
): Promise<void> {
  for (const one of periods) {
    world.behave(webhookId, receiverOf(one, random));
    if (one.isSwitched) world.switch(webhookId, false);
    for (let n = 0; n < one.events; n++) {
      await world.post(webhookId);
      await world.clock.sleep((one.seconds * SECOND) / one.events);
      if (one.isSwitched && n === 2) world.switch(webhookId, true);
    }
    world.switch(webhookId, true);
    await world.clock.sleep(one.seconds * SECOND);
  }
  world.behave(webhookId, well);
}

/** Once every process knows that a receiver is down or paced, it gets one request at a time, or a window of them. */
function expectKeptWindows({ requests }: World): void {
  const succeededAt = new Map<string, number>();
  for (const { webhookId, flow, at, inFlight, outcome } of requests) {
    const changedAt = flow?.changedAt ?? at;
    const isKnown = at - changedAt > KNOWN_MS;
    // A turn goes on after a successful probe, and writes its flow at its end.
    const isDown = flow?.phase === 'down' && (succeededAt.get(webhookId) ?? 0) < changedAt;
    if (isKnown && isDown) expect(inFlight).toBe(1);
    if (isKnown && flow?.phase === 'paced') expect(inFlight).toBeLessThanOrEqual(MAX_WINDOW);
    if (outcome.class === 'delivered') succeededAt.set(webhookId, at);
  }
}
