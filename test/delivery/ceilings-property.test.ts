/**
 * The ceilings of webhooks in virtual time (test/support/delivery-world): whatever the load, the receivers, the processes,
 * lost leases, retries, recoveries and changes, no ten seconds have more than 1.02 times the ceiling, and no more
 * requests than allowed are in flight. `SPS_SEED` repeats those of another run.
 */
import { expect, test } from '@jest/globals';
import type { WebhookId } from '../../contract/webhooks.ts';
import type { Ceilings } from '../../lambdas/pacing/ceiling.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  MINUTE,
  type Receiver,
  SECOND,
  unfinished,
  type World,
} from '../support/delivery-world/world.ts';
import fc from '../support/fast-check.ts';
import { propertyRuns } from '../support/property-runs.ts';

const WINDOW = 10 * SECOND;
/** After a change, requests that began earlier are not counted by it. */
const CHANGE = 5 * SECOND;

const perSecond = fc.oneof(
  fc.constantFrom(0.1, 0.15, 0.25, 0.7, 1, 1.1, 2.3, 5, 9.9, 10, 33.3, 100, 400, 1000),
  fc.double({ min: 0.1, max: 20, noNaN: true }),
);
const concurrent = fc.constantFrom(1, 2, 3, 8, 64);
const ceilings: fc.Arbitrary<Ceilings> = fc.oneof(
  fc.record({ maxRequestsPerSecond: perSecond }),
  fc.record({ maxConcurrentRequests: concurrent }),
  fc.record({ maxRequestsPerSecond: perSecond, maxConcurrentRequests: concurrent }),
);

const actions = ['describe', 'switch', 'recover', 'retry', 'lift', 'change', 'nothing', 'nothing'] as const;
const period = fc.record({
  seconds: fc.integer({ min: 1, max: 90 }),
  events: fc.integer({ min: 0, max: 120 }),
  atOnce: fc.boolean(),
  failing: fc.constantFrom(0, 0, 0, 0.3, 1),
  milliseconds: fc.constantFrom(1, 5, 40, 300, 1200),
  action: fc.constantFrom(...actions),
  next: ceilings,
});
type Period = typeof period extends fc.Arbitrary<infer T> ? T : never;

const life = fc.record({
  before: fc.option(ceilings, { nil: {} }),
  legacySignature: fc.boolean(),
  periods: fc.array(period, { minLength: 1, maxLength: 5 }),
});
const harm = fc.record({
  seed: fc.integer(),
  processes: fc.record({ fast: fc.integer({ min: 1, max: 4 }), slow: fc.integer({ min: 1, max: 6 }) }),
  indexLag: fc.constantFrom(0, 100, 1500),
  callMilliseconds: fc.constantFrom(2, 5, 60),
  failing: fc.constantFrom(0, 0, 0.02),
  losing: fc.constantFrom(0, 0, 0.02),
  dying: fc.constantFrom(0, 0, 0.05),
  hanging: fc.constantFrom(0, 0, 0.02),
  repeating: fc.constantFrom(0, 0, 0.1),
});

/** A ceiling that holds from a time on. */
interface Change extends Ceilings {
  readonly at: number;
}

test('no ten seconds have more than 1.02 times the ceiling, and no more requests are in flight', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 2 }), harm, async (lives, faults) => {
      const random = seededRandom(faults.seed);
      let isHarmful = true;
      const happens = (share: number) => () => isHarmful && random() < share;
      const fails = (share: number) => () => {
        if (isHarmful && random() < share) throw new Error('The table fails, says the test.');
      };
      const world = deliveryWorld({
        random,
        concurrency: faults.processes,
        faults: {
          indexLag: faults.indexLag,
          callMilliseconds: faults.callMilliseconds,
          beforeRead: fails(faults.failing),
          beforeWrite: fails(faults.failing),
          afterWrite: fails(faults.losing),
        },
        dies: happens(faults.dying),
        hangs: happens(faults.hanging),
        comesTwice: happens(faults.repeating),
      });
      const changes = new Map<WebhookId, Change[]>();
      for (const { before, legacySignature, periods } of lives) {
        const first = allowed(before, legacySignature);
        const webhookId = world.addWebhook(well, undefined, { ...first, legacySignature });
        changes.set(webhookId, [{ ...first, at: Number.NEGATIVE_INFINITY }]);
        void live(world, webhookId, periods, random, (next) => {
          changes.get(webhookId)?.push({ ...allowed(next, legacySignature), at: world.clock.elapsed() });
          return {
            maxRequestsPerSecond: undefined,
            maxConcurrentRequests: undefined,
            ...allowed(next, legacySignature),
          };
        });
      }
      await world.run(15 * MINUTE);
      isHarmful = false;
      await world.run(60 * MINUTE);
      for (const [webhookId, list] of changes) expectKept(world, webhookId, list);
      expect(world.cutOff()).toBe(0);
    }),
    propertyRuns(30),
  );
}, 240_000);

const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });

/** With a legacy request, the API refuses less than two. */
function allowed({ maxRequestsPerSecond: rate, maxConcurrentRequests: most }: Ceilings, hasLegacy: boolean): Ceilings {
  const least = hasLegacy ? 2 : 0;
  return {
    ...(rate !== undefined && { maxRequestsPerSecond: Math.max(rate, least) }),
    ...(most !== undefined && { maxConcurrentRequests: Math.max(most, least) }),
  };
}

async function live(
  world: World,
  webhookId: WebhookId,
  periods: readonly Period[],
  random: () => number,
  change: (next: Ceilings) => Ceilings,
): Promise<void> {
  for (const { seconds, events, atOnce, failing, milliseconds, action, next } of periods) {
    world.behave(webhookId, () =>
      random() < failing
        ? { class: 'http_5xx', statusCode: 503, milliseconds }
        : { class: 'delivered', statusCode: 200, milliseconds },
    );
    for (let n = 0; n < events; n++) {
      await world.post(webhookId);
      if (!atOnce) await world.clock.sleep((seconds * SECOND) / events);
      if (n === 2 && action === 'switch') world.switch(webhookId, false);
      if (n === 4 && action === 'switch') world.switch(webhookId, true);
    }
    if (action === 'switch') world.switch(webhookId, true);
    if (action === 'describe') world.edit(webhookId, { description: 'Another one' });
    if (action === 'recover') await world.recover(webhookId).catch(() => {});
    if (action === 'retry') await world.retryNow(webhookId).catch(() => {});
    if (action === 'lift') world.edit(webhookId, change({}));
    if (action === 'change') world.edit(webhookId, change(next));
    await world.clock.sleep(seconds * SECOND);
  }
  world.behave(webhookId, well);
}

/** Checks the requests of a webhook, those in the seconds after a change excepted. */
function expectKept({ requests }: World, webhookId: WebhookId, changes: readonly Change[]): void {
  for (const [index, { at, maxRequestsPerSecond, maxConcurrentRequests }] of changes.entries()) {
    const until = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const of = requests.filter((one) => one.webhookId === webhookId && at + CHANGE <= one.at && one.at < until);
    if (maxConcurrentRequests !== undefined)
      for (const { inFlight } of of) expect(inFlight).toBeLessThanOrEqual(maxConcurrentRequests);
    if (maxRequestsPerSecond === undefined) continue;
    const most = (1.02 * maxRequestsPerSecond * WINDOW) / SECOND;
    let first = 0;
    for (const [last, { at: end }] of of.entries()) {
      while (end - (of[first]?.at ?? end) >= WINDOW) first += 1;
      expect(last - first + 1).toBeLessThanOrEqual(most);
    }
  }
}

test('a load beyond the ceiling is delivered as quickly as the ceiling allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0.2, 0.5, 1, 4, 25, 150), fc.integer(), async (maxRequestsPerSecond, seed) => {
      const world = deliveryWorld({ random: seededRandom(seed), faults: { indexLag: 100 } });
      const webhookId = world.addWebhook(well, undefined, { maxRequestsPerSecond });
      const events = Math.ceil(60 * maxRequestsPerSecond);
      for (let n = 0; n < events; n++) void world.post(webhookId);
      await world.run(100 * SECOND);
      expect(unfinished(world.deliveries())).toEqual([]);
      expect(world.requests.length).toBe(events);
    }),
    propertyRuns(12),
  );
}, 120_000);

test('a webhook with a ceiling gets a single event at once, and the next one when it may', async () => {
  const world = deliveryWorld();
  const webhookId = world.addWebhook(well, undefined, { maxRequestsPerSecond: 0.1 });
  for (const at of [0, 6, 21, 60]) {
    await world.run(at * SECOND);
    void world.post(webhookId);
  }
  await world.run(3 * MINUTE);
  const times = world.requests.map((one) => Math.round(one.at / SECOND));
  expect(times).toHaveLength(4);
  expect(times[0]).toBe(0);
  expect(times[1]).toBeGreaterThanOrEqual(10);
  expect(times[1]).toBeLessThanOrEqual(12);
  expect(times[3]).toBe(60);
});

test('a webhook that is disabled and enabled again gets no request before its ceiling allows it', async () => {
  for (const pause of [100, 2_000, 6_000]) {
    const world = deliveryWorld();
    const webhookId = world.addWebhook(well, undefined, { maxRequestsPerSecond: 0.15 });
    for (let n = 0; n < 3; n++) void world.post(webhookId);
    await world.run(12 * SECOND);
    world.switch(webhookId, false);
    await world.run(12 * SECOND + pause);
    world.switch(webhookId, true);
    void world.post(webhookId);
    await world.run(2 * MINUTE);
    const times = world.requests.map(({ at }) => at);
    expect(times.length).toBeGreaterThanOrEqual(3);
    for (const [n, at] of times.slice(1).entries()) expect(at - (times[n] ?? 0)).toBeGreaterThanOrEqual(WINDOW);
  }
});
