/** What went wrong with receivers that are neither healthy nor dead, in virtual time (test/support/delivery-world). */
import { describe, expect, test } from '@jest/globals';
import type { WebhookId } from '../../contract/webhooks.ts';
import { backlogMessage, retryMessage } from '../../lambdas/deliveries/messages.ts';
import { sendOneAgain } from '../../lambdas/recovery/send-again.ts';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  HOUR,
  MINUTE,
  type Receiver,
  SECOND,
  unfinished,
  type World,
  type WorldOptions,
} from '../support/delivery-world/world.ts';

const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });
const dead: Receiver = () => ({ class: 'timeout', milliseconds: 1500 });

async function postAll(world: World, webhookId: WebhookId, count: number): Promise<void> {
  for (let n = 0; n < count; n++) void world.post(webhookId);
  await world.run(world.clock.elapsed() + SECOND);
}

/** A world with one receiver that has proven to be quick. */
async function openWorld(options: WorldOptions = {}) {
  const world = deliveryWorld({ random: seededRandom(1), ...options });
  const webhookId = world.addWebhook(well);
  await postAll(world, webhookId, 10);
  await runFor(world, MINUTE);
  expect(world.webhook(webhookId)?.flow?.phase).toBe('open');
  return { world, webhookId };
}

const runFor = (world: World, milliseconds: number) => world.run(world.clock.elapsed() + milliseconds);
const statesOf = (world: World) => new Set(world.deliveries().map(({ state }) => state));
const arrivalsOf = (world: World, from: number) =>
  world.requests.filter(({ at, outcome }) => at >= from && outcome.class === 'delivered');

test('a receiver that refuses every third request gets the others at once, and those after their delay', async () => {
  const { world, webhookId } = await openWorld();
  const random = seededRandom(2);
  world.behave(webhookId, (request) =>
    random() < 0.3 ? { class: 'http_5xx', statusCode: 503, milliseconds: 20 } : well(request),
  );
  const begin = world.clock.elapsed();
  await postAll(world, webhookId, 400);
  await runFor(world, 10 * SECOND);
  expect(arrivalsOf(world, begin).length).toBeGreaterThan(348);
  await runFor(world, 8 * MINUTE);
  expect(arrivalsOf(world, begin).length).toBeGreaterThan(384);
});

test('a receiver that is never quick costs a read an event, and a check in five seconds', async () => {
  const reads: string[] = [];
  const world = deliveryWorld({
    random: seededRandom(1),
    faults: { beforeRead: (table) => void reads.push(table) },
  });
  const webhookId = world.addWebhook((request) => ({ ...well(request), milliseconds: 400 }));
  for (let second = 0; second < 60; second++) await postAll(world, webhookId, 1);
  expect(arrivalsOf(world, 0).length).toBeGreaterThan(58);
  await runFor(world, MINUTE);
  expect(world.sent.length).toBeLessThan(20);
  expect(reads.filter((table) => table === 'deliveries').length).toBeLessThan(60 + 2 * 20);
});

describe('a receiver that is back', () => {
  const refusing: Receiver = () => ({ class: 'connection_refused', milliseconds: 5 });

  test('gets at once what was attempted during its outage, and by the schedule what fails afterwards', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 400, milliseconds: 20 }));
    await postAll(world, webhookId, 1);
    await runFor(world, 10 * SECOND);
    const [earlier] = unfinished(world.deliveries());
    world.behave(webhookId, refusing);
    await postAll(world, webhookId, 800);
    await runFor(world, MINUTE);
    const bad = world.deliveries().find(({ next }) => next?.kind === 'held')?.deliveryId;
    world.behave(webhookId, ({ deliveryId }) =>
      deliveryId === bad
        ? { class: 'http_4xx', statusCode: 400, milliseconds: 20 }
        : { class: 'delivered', statusCode: 200, milliseconds: 1000 },
    );
    const begin = world.clock.elapsed();
    await runFor(world, 3.5 * MINUTE);
    expect(unfinished(world.deliveries()).map(({ deliveryId }) => deliveryId)).toEqual([earlier?.deliveryId, bad]);
    expect(earlier).toMatchObject({ attemptCount: 2 });
    const asked = world.requests.filter(({ at, deliveryId }) => at >= begin && deliveryId === bad);
    expect(asked.length).toBeLessThanOrEqual(2);
  });
});

describe('50 silent webhooks', () => {
  test('do not delay the first delivery to a new one', async () => {
    const world = deliveryWorld({ random: seededRandom(1), concurrency: { fast: 4, slow: 8 } });
    const silent = Array.from({ length: 50 }, () => world.addWebhook(dead));
    for (let n = 0; n < 200; n++) void world.post(...silent);
    await runFor(world, 10 * SECOND);
    const webhookId = world.addWebhook(well);
    await runFor(world, 3 * SECOND);
    const posted = world.clock.elapsed();
    await postAll(world, webhookId, 1);
    expect((world.requests.find((request) => request.webhookId === webhookId)?.at ?? Infinity) - posted).toBeLessThan(
      100,
    );
  });

  test('get one request at a time each, from the first one on', async () => {
    const world = deliveryWorld({ random: seededRandom(1) });
    const silent = Array.from({ length: 50 }, () => world.addWebhook(dead));
    for (let n = 0; n < 10; n++) void world.post(...silent);
    await runFor(world, 10 * MINUTE);
    expect(Math.max(...world.requests.map(({ inFlight }) => inFlight))).toBe(1);
  });
});

describe('nothing waits for ever', () => {
  test('after a webhook was switched off and on while its backlog is sent', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, dead);
    await postAll(world, webhookId, 300);
    await runFor(world, MINUTE);
    world.behave(webhookId, (request) => ({ ...well(request), milliseconds: 200 }));
    void world.sendSlow([backlogMessage({ networkId: world.networkId, webhookId })]);
    await world.run(world.clock.elapsed() + 5 * MINUTE, () => arrivalsOf(world, 0).length > 40);
    world.switch(webhookId, false);
    await runFor(world, 24);
    world.switch(webhookId, true);
    await runFor(world, 10 * MINUTE);
    expect(unfinished(world.deliveries())).toEqual([]);
  });

  test('where the index lags', async () => {
    const { world, webhookId } = await openWorld({ faults: { indexLag: 2000 } });
    world.behave(webhookId, dead);
    await postAll(world, webhookId, 300);
    await runFor(world, MINUTE);
    world.behave(webhookId, well);
    await runFor(world, 10 * MINUTE);
    expect(statesOf(world)).toEqual(new Set(['delivered']));
    expect(arrivalsOf(world, 0)).toHaveLength(310);
  });

  test('but the deliveries of events that can’t be read, and a receiver that is down is still probed', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, dead);
    await postAll(world, webhookId, 100);
    await runFor(world, 5 * MINUTE);
    const oldest = unfinished(world.deliveries())
      .filter(({ next }) => next?.kind === 'held')
      .slice(0, 3)
      .map(({ eventId }) => eventId);
    oldest.forEach(world.setEventMalformed);
    world.behave(webhookId, well);
    await runFor(world, 2 * MINUTE);
    expect(unfinished(world.deliveries()).map(({ eventId }) => eventId)).toEqual(oldest);
    expect(world.sent.length).toBeLessThan(300);
  });

  test('where the process dies that sends the backlog, or its message is lost', async () => {
    let isLost = false;
    const { world, webhookId } = await openWorld({
      dies: () => isLost,
      faults: {
        beforeWrite: () => {
          if (isLost) throw new Error('Every call fails, says the test.');
        },
      },
    });
    world.behave(webhookId, dead);
    await postAll(world, webhookId, 100);
    await runFor(world, 12 * SECOND);
    isLost = true;
    await runFor(world, 2 * MINUTE);
    isLost = false;
    world.behave(webhookId, well);
    await runFor(world, 20 * MINUTE);
    expect(statesOf(world)).toEqual(new Set(['delivered']));
  });
});

test('a turn whose webhook can’t be read writes what is under way first, so that nothing is sent twice', async () => {
  let failures = 0;
  const { world, webhookId } = await openWorld({
    faults: {
      beforeRead: (table) => {
        if (table !== 'webhooks' || failures === 0) return;
        failures -= 1;
        throw new Error('A read fails, says the test.');
      },
    },
  });
  world.behave(webhookId, (request) => ({ ...well(request), milliseconds: 1400 }));
  await postAll(world, webhookId, 400);
  for (let n = 0; n < 12; n++) {
    failures = 1;
    await runFor(world, 1.5 * SECOND);
  }
  await runFor(world, 10 * MINUTE);
  expect(statesOf(world)).toEqual(new Set(['delivered']));
  expect(arrivalsOf(world, 0)).toHaveLength(410);
  expect(world.cutOff()).toBe(0);
});

test('what is held until the sweeper finds it is sent once, if its messages are handled in a turn', async () => {
  const { world, webhookId } = await openWorld({ concurrency: { fast: 20, slow: 1 } });
  world.behave(webhookId, dead);
  await postAll(world, webhookId, 100);
  await runFor(world, 5 * MINUTE);
  world.behave(webhookId, (request) => ({ ...well(request), milliseconds: 600 }));
  const held = world.deliveries().filter(({ next }) => next?.kind === 'held');
  const { notBefore = '' } = world.webhook(webhookId)?.flow ?? {};
  await runFor(world, Date.parse(notBefore) - world.clock.now() + 1);
  const begin = world.clock.elapsed();
  // Keeps the process busy, so that the others are a batch.
  world.sendMalformed();
  void world.sendSlow(held.slice(0, 10).map((delivery) => ({ message: retryMessage(delivery) })));
  await runFor(world, 10 * MINUTE);
  expect(statesOf(world)).toEqual(new Set(['delivered']));
  const arrived = arrivalsOf(world, begin).map(({ deliveryId }) => deliveryId);
  expect(arrived).toHaveLength(100);
  expect(arrived).toEqual([...new Set(arrived)]);
});

test.each([5, 100, 300, 450, 600])(
  'a signer ends before its time-out where a call of a table takes %i ms',
  async (slow) => {
    const world = deliveryWorld({ random: seededRandom(1), faults: { callMilliseconds: slow } });
    const stalling = world.addWebhook(() => ({ class: 'timeout', milliseconds: 2 * SECOND }));
    const healthy = world.addWebhook((request) => ({ ...well(request), milliseconds: 1400 }));
    for (let n = 0; n < 300; n++) void world.post(stalling, healthy);
    await world.run(3 * MINUTE);
    expect(world.longestBatch()).toBeLessThanOrEqual(10 * SECOND);
    expect(world.deliveries().filter(({ state }) => state === 'delivered').length).toBeGreaterThan(250);
  },
);

test('a signer ends before its time-out where a page of a recovery comes with a backlog', async () => {
  const { world, webhookId } = await openWorld({
    concurrency: { fast: 20, slow: 1 },
    settings: { retryDelaysSeconds: [] },
    faults: { callMilliseconds: 300 },
  });
  world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 400, milliseconds: 20 }));
  await postAll(world, webhookId, 1000);
  await runFor(world, 2 * MINUTE);
  world.behave(webhookId, (request) => ({ ...well(request), milliseconds: 1400 }));
  await Promise.all([1, 2, 3].map(() => world.recover(webhookId)));
  await runFor(world, 4 * MINUTE);
  expect(statesOf(world)).toEqual(new Set(['delivered']));
  expect(world.longestBatch()).toBeLessThanOrEqual(10 * SECOND);
});

test('a signer ends before its time-out where the backlogs of ten webhooks go to one origin', async () => {
  const world = deliveryWorld({ random: seededRandom(1), concurrency: { fast: 1, slow: 1 }, slots: 64 });
  const webhookIds = Array.from({ length: 10 }, () => world.addWebhook(dead));
  for (let n = 0; n < 1000; n++) void world.post(...webhookIds);
  await runFor(world, MINUTE);
  for (const id of webhookIds) world.behave(id, (request) => ({ ...well(request), milliseconds: 600 }));
  await runFor(world, 10 * MINUTE);
  expect(statesOf(world)).toEqual(new Set(['delivered']));
  // What nobody has tried has not proven good.
  expect(webhookIds.filter((id) => world.webhook(id)?.flow?.window === 64).length).toBeLessThan(5);
  expect(world.longestBatch()).toBeLessThanOrEqual(10 * SECOND);
});

test.each([
  ['is attempted', 5],
  ['keeps no signer until its time-out, even if a call of a table takes 600 ms', 600],
])('what an admin wants tried now behind a thousand retries that fail again %s', async (_, callMilliseconds) => {
  const settings = { retryDelaysSeconds: [3600, 600] };
  const { world, webhookId } = await openWorld({ settings, faults: { callMilliseconds } });
  world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
  await postAll(world, webhookId, 1500);
  await runFor(world, MINUTE);
  await postAll(world, webhookId, 200);
  await runFor(world, MINUTE);
  world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 400 }));
  await Promise.all([world.retryNow(webhookId), runFor(world, 2 * MINUTE)]);
  const tried = world.deliveries().filter(({ attemptCount }) => attemptCount === 2);
  expect(tried.length).toBeGreaterThanOrEqual(callMilliseconds === 5 ? 1700 : 1);
  expect(world.longestBatch()).toBeLessThanOrEqual(10 * SECOND);
});

test('an event that comes while a backlog is looked at for the last time is sent at once', async () => {
  const late: (readonly [number, number])[] = [];
  for (let at = 4980; at < 5160; at += 4) {
    const world = deliveryWorld({ random: seededRandom(1), concurrency: { fast: 2, slow: 2 } });
    const webhookId = world.addWebhook(() => ({ class: 'delivered', statusCode: 200, milliseconds: 20 }));
    void world.post(webhookId);
    await world.run(at);
    void world.post(webhookId);
    await world.run(at + 30 * SECOND, () => world.requests.length > 1);
    const wait = (world.requests[1]?.at ?? Infinity) - at;
    if (wait > 2 * SECOND) late.push([at, wait]);
  }
  expect(late).toEqual([]);
});

describe('a webhook that is disabled', () => {
  test.each([
    [100, { indexLag: 2000 }],
    // That takes several turns.
    [1500, { callMilliseconds: 300 }],
  ])('has none of %i deliveries that waits, a minute later', async (count, faults) => {
    const { world, webhookId } = await openWorld({ faults });
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
    await postAll(world, webhookId, count);
    await runFor(world, 20 * SECOND);
    expect(unfinished(world.deliveries())).toHaveLength(count);
    world.switch(webhookId, false);
    await runFor(world, 70 * SECOND);
    expect(world.deliveries().filter(({ class: outcomeClass }) => outcomeClass === 'webhook_disabled')).toHaveLength(
      count,
    );
    expect(world.longestBatch()).toBeLessThanOrEqual(10 * SECOND);
  });

  test('and enabled again while what waits is failed keeps the rest, once that process knows', async () => {
    const { world, webhookId } = await openWorld({ faults: { callMilliseconds: 100 } });
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
    await postAll(world, webhookId, 1500);
    await runFor(world, 20 * SECOND);
    const abandoned = () =>
      world.deliveries().filter(({ class: outcomeClass }) => outcomeClass === 'webhook_disabled').length;
    world.switch(webhookId, false);
    await world.run(world.clock.elapsed() + 2 * MINUTE, () => abandoned() > 0);
    world.switch(webhookId, true);
    await runFor(world, 2.5 * SECOND);
    const before = abandoned();
    await runFor(world, MINUTE);
    expect(before).toBeLessThan(1_500);
    expect(abandoned()).toBe(before);
  });

  test('by 410 has nothing of what came with the refused event wait, and gets it by a recovery', async () => {
    const world = deliveryWorld({ random: seededRandom(1), faults: { indexLag: 500 } });
    const webhookId = world.addWebhook(() => ({ class: 'http_4xx', statusCode: 410, milliseconds: 20 }));
    await postAll(world, webhookId, 30);
    await runFor(world, 15 * SECOND);
    expect(world.requests).toHaveLength(1);
    expect(unfinished(world.deliveries())).toEqual([]);
    world.behave(webhookId, well);
    world.switch(webhookId, true);
    await world.recover(webhookId);
    await runFor(world, MINUTE);
    expect(world.requests).toHaveLength(31);
    expect(world.deliveries().filter(({ state }) => state === 'delivered')).toHaveLength(30);
  });
});

test('a recovery sends each delivery once, however often it is asked for', async () => {
  const { world, webhookId } = await openWorld({ faults: { indexLag: 1500 } });
  world.switch(webhookId, false);
  await runFor(world, 3 * SECOND);
  world.switch(webhookId, true);
  world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 400, milliseconds: 20 }));
  await postAll(world, webhookId, 120);
  await runFor(world, 40 * HOUR);
  expect(world.deliveries().filter(({ state }) => state === 'failed')).toHaveLength(120);
  world.behave(webhookId, well);
  const begin = world.clock.elapsed();
  for (let n = 0; n < 8; n++) void world.recover(webhookId);
  await runFor(world, 20 * MINUTE);
  const arrived = arrivalsOf(world, begin).map(({ deliveryId }) => deliveryId);
  expect(arrived).toHaveLength(120);
  expect(new Set(arrived).size).toBe(120);
  const inFlight = world.requests.filter(({ at }) => at >= begin).map((request) => request.inFlight);
  expect(Math.max(...inFlight)).toBeLessThanOrEqual(64);
});

test('a recovery finds what was accepted just before, once, although the index does not have it yet', async () => {
  const world = deliveryWorld({ random: seededRandom(1), faults: { indexLag: 3 * SECOND } });
  const webhookId = world.addWebhook(well);
  world.switch(webhookId, false);
  await postAll(world, webhookId, 3);
  world.switch(webhookId, true);
  await world.recover(webhookId);
  await runFor(world, 3 * MINUTE);
  expect(world.requests.map(({ outcome }) => outcome.class)).toEqual(Array(3).fill('delivered'));
});

test('a copy of a message that is held does not overwrite the attempt of the other', async () => {
  const world = deliveryWorld({ random: seededRandom(1), comesTwice: () => true });
  const webhookIds = Array.from({ length: 20 }, () => world.addWebhook(dead));
  void world.post(...webhookIds);
  await runFor(world, 4 * SECOND);
  expect(world.deliveries().map(({ attemptCount, attempts }) => [attemptCount, attempts.length])).toEqual(
    Array(20).fill([1, 1]),
  );
});

describe('a batch of messages', () => {
  test('whose receiver’s health can’t be written sends nothing twice', async () => {
    let isAway = false;
    const { world, webhookId } = await openWorld({
      faults: {
        beforeWrite: (table) => {
          if (isAway && table === 'webhooks') throw new Error('The webhooks can’t be written, says the test.');
        },
      },
    });
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
    await postAll(world, webhookId, 1);
    expect(world.webhook(webhookId)?.failingSince).toBeDefined();
    world.behave(webhookId, well);
    isAway = true;
    const begin = world.clock.elapsed();
    for (let second = 0; second < 30; second++) await postAll(world, webhookId, 1);
    await runFor(world, 15 * MINUTE);
    const arrived = arrivalsOf(world, begin).map(({ deliveryId }) => deliveryId);
    expect({ distinct: new Set(arrived).size, arrived: arrived.length, dead: world.dead }).toEqual({
      distinct: 31,
      arrived: 31,
      dead: [],
    });
  });

  test('of which one is malformed, and whose outcomes can’t be written at once, sends nothing twice', async () => {
    let failures = 0;
    const { world, webhookId } = await openWorld({
      faults: {
        beforeWrite: () => {
          if (failures > 0) {
            failures -= 1;
            throw new Error('A batch can’t be written, says the test.');
          }
        },
      },
    });
    const begin = world.clock.elapsed();
    world.sendMalformed();
    failures = 1;
    await postAll(world, webhookId, 10);
    await runFor(world, 15 * MINUTE);
    const arrived = arrivalsOf(world, begin).map(({ deliveryId }) => deliveryId);
    expect(arrived).toHaveLength(10);
    expect(new Set(arrived).size).toBe(10);
  });
});

describe('an admin who knows that the receiver is back', () => {
  test('and replays a delivery has it tried at once, and everything that waits sent', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, dead);
    await postAll(world, webhookId, 50);
    await runFor(world, 10 * MINUTE);
    world.behave(webhookId, well);
    const begin = world.clock.elapsed();
    const [oldest] = unfinished(world.deliveries());
    if (oldest === undefined) throw new Error('Nothing waits.');
    await Promise.all([
      sendOneAgain({ deliveries: world.table, sendSlow: world.sendSlow }, oldest, 'replay'),
      world.run(begin + 5 * SECOND),
    ]);
    expect(arrivalsOf(world, begin)).toHaveLength(50);
  });

  test('and asks to try it now during a probe need not wait for the next one', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, dead);
    await postAll(world, webhookId, 50);
    await runFor(world, HOUR);
    const { length } = world.requests;
    await world.run(2 * HOUR, () => world.requests.length > length);
    world.behave(webhookId, well);
    const begin = world.clock.elapsed();
    await Promise.all([world.retryNow(webhookId), world.run(begin + 5 * SECOND)]);
    expect(unfinished(world.deliveries())).toEqual([]);
  });

  test('and asks to try it now need not wait for retries, and a probe still uses up one attempt', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
    await postAll(world, webhookId, 20);
    await runFor(world, MINUTE);
    expect(unfinished(world.deliveries()).map(({ attemptCount }) => attemptCount)).toEqual(Array(20).fill(2));
    await Promise.all([world.retryNow(webhookId), world.run(world.clock.elapsed() + 20 * SECOND)]);
    expect(unfinished(world.deliveries()).map(({ attemptCount }) => attemptCount)).toEqual(Array(20).fill(3));
    world.behave(webhookId, well);
    await Promise.all([world.retryNow(webhookId), world.run(world.clock.elapsed() + 5 * SECOND)]);
    expect(statesOf(world)).toEqual(new Set(['delivered']));
  });

  test('and asks to try it now has every retry sent, although that takes longer than a turn', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
    await postAll(world, webhookId, 400);
    await runFor(world, MINUTE);
    world.behave(webhookId, (request) => ({ ...well(request), milliseconds: 1400 }));
    const begin = world.clock.elapsed();
    const before = world.sent.length;
    await Promise.all([world.retryNow(webhookId), world.run(begin + 9 * SECOND)]);
    expect(arrivalsOf(world, begin).length).toBeLessThan(400);
    // A second turn was asked for: the function times out after ten seconds.
    expect(world.sent.length).toBeGreaterThan(before + 1);
    await runFor(world, MINUTE);
    expect(arrivalsOf(world, begin)).toHaveLength(400);
  });

  test('and asks to try it now while it gets others has every retry sent as well', async () => {
    const { world, webhookId } = await openWorld();
    world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 }));
    await postAll(world, webhookId, 20);
    await runFor(world, MINUTE);
    world.behave(webhookId, (request) => ({ ...well(request), milliseconds: 1400 }));
    await postAll(world, webhookId, 500);
    await runFor(world, 5 * SECOND);
    await Promise.all([world.retryNow(webhookId), runFor(world, MINUTE)]);
    expect(unfinished(world.deliveries())).toEqual([]);
  });
});
