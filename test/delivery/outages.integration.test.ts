import { describe, expect, test } from '@jest/globals';
import { recoverMessage, retryMessage } from '../../lambdas/delivery/queue/messages.ts';
import { admin, HOUR, MINUTE, SECOND, type Simulation, simulation } from './simulation.ts';

/** A receiver that is down until `until`, in milliseconds since the simulation began. */
const downUntil = (world: Simulation, until: number) =>
  world.behave(({ at }) => (at < until ? { class: 'connection_refused' } : { class: 'delivered', statusCode: 200 }));

/** An event each second. */
async function postFor(world: Simulation, seconds: number, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let second = 0; second < seconds; second++) {
    ids.push(...world.post(count));
    await world.run(SECOND);
  }
  return ids;
}

describe('a receiver that is down', () => {
  test('for a minute gets every event once a probe gets through', async () => {
    const world = await simulation();
    downUntil(world, MINUTE);
    const ids = await postFor(world, 90, 2);
    await world.run(2 * MINUTE);
    const log = await world.log();
    expect(
      log
        .filter(({ state }) => state === 'delivered')
        .map(({ deliveryId }) => deliveryId)
        .sort(),
    ).toEqual(ids.sort());
    expect(await world.webhook()).toMatchObject({ flow: { phase: 'open' } });
    expect(await world.webhook()).not.toHaveProperty('failingSince');
  }, 300_000);

  test('gets at most one probe at a time, at growing intervals', async () => {
    const world = await simulation();
    downUntil(world, HOUR);
    await postFor(world, 20, 10);
    await world.run(10 * MINUTE);
    const afterOpening = world.arrivals.filter(({ at }) => at > SECOND);
    expect(Math.max(...afterOpening.map(({ inFlight }) => inFlight))).toBe(1);
    const gaps = afterOpening.map(({ at }, i) => at - (afterOpening[i - 1]?.at ?? 0)).slice(1);
    expect(gaps.length).toBeGreaterThan(3);
    for (const [i, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(Math.min(10 * 2 ** i, 300) * SECOND);
  }, 300_000);

  test('gets its backlog oldest first, with a limited but growing number of requests in flight', async () => {
    const world = await simulation();
    downUntil(world, 30 * SECOND);
    await postFor(world, 30, 20);
    await world.run(5 * MINUTE);
    const delivered = world.arrivals.filter(({ at }) => at >= 30 * SECOND);
    const inFlight = delivered.map(({ inFlight }) => inFlight);
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(64);
    expect(Math.max(...inFlight)).toBeGreaterThan(16);
    expect((await world.log()).every(({ state }) => state === 'delivered')).toBe(true);
    const heldOnes = delivered.slice(3).map(({ deliveryId }) => deliveryId.slice(0, 10));
    const descents = heldOnes.filter((id, i) => id < (heldOnes[i - 1] ?? ''));
    // Deliveries of one window are sent concurrently; retries that were scheduled before the breaker opened come last.
    expect(descents.length).toBeLessThan(heldOnes.length / 10);
  }, 300_000);

  // Lambda ends a chain of messages between a queue and a function after about 16 hops, unless it is allowed:
  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
  test('gets its backlog with few messages, each of which sends many rounds', async () => {
    const world = await simulation();
    downUntil(world, 20 * SECOND);
    await postFor(world, 20, 40);
    await world.run(5 * MINUTE);
    expect((await world.log()).every(({ state }) => state === 'delivered')).toBe(true);
    expect(world.sent.filter(({ kind }) => kind === 'backlog').length).toBeLessThan(12);
  }, 300_000);

  test('and fails again while its backlog is sent is left alone again, and loses nothing', async () => {
    const world = await simulation();
    const isDown = (at: number) => at < 20 * SECOND || (at > 40 * SECOND && at < 3 * MINUTE);
    world.behave(({ at }) => (isDown(at) ? { class: 'timeout', milliseconds: 1500 } : { class: 'delivered' }));
    const ids = await postFor(world, 60, 5);
    await world.run(20 * MINUTE);
    expect((await world.log()).map(({ state }) => state)).toEqual(ids.map(() => 'delivered'));
  }, 300_000);

  test('events that the receiver refuses follow their retry schedule while its backlog is sent', async () => {
    const world = await simulation();
    const refused = new Set<string>();
    world.behave(({ at, deliveryId }) => {
      if (at < 20 * SECOND) return { class: 'connection_refused' };
      return refused.has(deliveryId) ? { class: 'http_4xx', statusCode: 400 } : { class: 'delivered', statusCode: 200 };
    });
    const ids = await postFor(world, 20, 3);
    for (const id of ids.filter((_, i) => i % 2 === 0)) refused.add(id);
    await world.run(3 * MINUTE);
    const log = await world.log();
    expect(log.filter(({ state }) => state === 'delivered')).toHaveLength(30);
    for (const { deliveryId, state, attemptCount } of log) {
      if (refused.has(deliveryId)) expect([state, attemptCount <= 4]).toEqual(['retrying', true]);
    }
  }, 300_000);

  test('without a backlog is probed with the next delivery', async () => {
    const world = await simulation();
    downUntil(world, HOUR);
    world.post(6);
    await world.run(HOUR);
    const before = world.arrivals.length;
    world.post();
    await world.run(MINUTE);
    expect(world.arrivals.length).toBeGreaterThan(before);
    expect((await world.log())[0]).toMatchObject({ state: 'delivered' });
  }, 300_000);

  test('is probed at once after replays, and only once', async () => {
    const world = await simulation();
    downUntil(world, HOUR);
    world.post(8);
    await world.run(HOUR);
    const before = world.arrivals.length;
    downUntil(world, 2 * HOUR);
    await replay((await world.log()).slice(0, 3));
    await world.run(SECOND);
    expect(world.arrivals.length - before).toBe(1);

    downUntil(world, 0);
    await replay((await world.log()).slice(0, 1));
    await world.run(10 * SECOND);
    expect((await world.log()).map(({ state }) => state)).toEqual(Array(8).fill('delivered'));

    async function replay(deliveries: Awaited<ReturnType<typeof world.log>>): Promise<void> {
      for (const delivery of deliveries) {
        world.queue.push({ at: 0, message: retryMessage(await world.replay(delivery)) });
      }
    }
  }, 300_000);

  test('disabling the webhook fails its backlog, and recovery sends it after enabling', async () => {
    const world = await simulation();
    downUntil(world, MINUTE);
    await postFor(world, 20, 40);
    const key = { networkId: world.networkId, webhookId: world.webhookId };
    await world.changes.update(key, { enabled: false }, admin);
    await world.run(20 * MINUTE);
    expect((await world.log()).every(({ state }) => state === 'failed')).toBe(true);
    await world.changes.update(key, { enabled: true }, admin);
    const range = {
      since: '2026-01-01T00:00:00.000Z',
      until: '2026-01-02T00:00:00.000Z',
      askedAt: '2030-01-01T00:00:00.000Z',
      state: 'failed',
    } as const;
    const before = world.arrivals.length;
    world.send(recoverMessage(key, range).message);
    await world.run(5 * MINUTE);
    expect(Math.max(...world.arrivals.slice(before).map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(2 * 64);
    expect((await world.log()).map(({ state }) => state)).toEqual(Array(800).fill('delivered'));
  }, 300_000);

  test('a delivery whose item is damaged delays no other, neither in the backlog nor in the sweep nor in the log', async () => {
    const world = await simulation();
    downUntil(world, 30 * MINUTE);
    const ids = await postFor(world, 5, 3);
    await world.run(MINUTE);
    const held = (await world.log()).filter(({ class: ended }) => ended === 'receiver_down');
    const [oldest] = held.map(({ deliveryId }) => deliveryId).sort();
    if (oldest === undefined) throw new Error('Nothing is held.');
    await world.damage(oldest);
    await world.run(2 * HOUR);
    const log = await world.log();
    expect(log.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids.filter((id) => id !== oldest).sort());
    expect(log.every(({ state }) => state === 'delivered')).toBe(true);
  }, 300_000);

  test('a lost probe is replaced by the next delivery', async () => {
    const world = await simulation();
    downUntil(world, 10 * SECOND);
    world.post(6);
    await world.run(2 * SECOND);
    world.queue.splice(0, world.queue.length, ...world.queue.filter(({ message }) => message.kind !== 'backlog'));
    await world.run(2 * MINUTE);
    world.post();
    await world.run(MINUTE);
    expect((await world.log()).every(({ state }) => state === 'delivered')).toBe(true);
  }, 300_000);
});
