import { describe, expect, test } from '@jest/globals';
import { retryMessage } from '../../lambdas/delivery/queue/messages.ts';
import { admin, HOUR, MINUTE, SECOND, simulation } from './simulation.ts';

describe('retries', () => {
  test('a delivery that never succeeds is attempted 8 times on schedule, and then failed', async () => {
    const world = await simulation();
    world.behave(() => ({ class: 'http_5xx', statusCode: 503 }));
    world.post();
    await world.run(40 * HOUR);
    const waits = world.arrivals.map(({ at }, i) => at - (world.arrivals[i - 1]?.at ?? 0));
    const planned = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    expect(waits).toHaveLength(planned.length);
    // A retry after more than 15 minutes is requeued by the sweeper, within a minute after it is due.
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(planned[i] ?? 0);
      expect(wait).toBeLessThanOrEqual((planned[i] ?? 0) + MINUTE);
    }
    const [delivery] = await world.log();
    expect(delivery).toMatchObject({ state: 'failed', attemptCount: 8, class: 'http_5xx', statusCode: 503 });
    expect(delivery?.next).toBeUndefined();
  });

  test('a delivery that succeeds at its third attempt is attempted no more', async () => {
    const world = await simulation();
    world.behave(() => (world.arrivals.length < 3 ? { class: 'timeout' } : { class: 'delivered', statusCode: 204 }));
    world.post();
    await world.run(10 * HOUR);
    expect(world.arrivals).toHaveLength(3);
    const [delivery] = await world.log();
    expect(delivery).toMatchObject({ state: 'delivered', attemptCount: 3, class: 'delivered' });
    expect(delivery?.attempts.map((attempt) => attempt.class)).toEqual(['timeout', 'timeout', 'delivered']);
    expect((await world.webhook()).failingSince).toBeUndefined();
  });

  test('Retry-After is honoured up to twice the planned delay', async () => {
    const world = await simulation();
    world.behave(({ at }) => ({
      class: 'http_4xx',
      statusCode: 429,
      milliseconds: 0,
      retryAfterSeconds: at === 0 ? 8 : 10_000,
    }));
    world.post();
    await world.run(20 * MINUTE);
    expect(world.arrivals.map(({ at }) => at)).toEqual([0, 8 * SECOND, 8 * SECOND + 10 * MINUTE]);
  });

  test('410 disables the webhook with the reason gone, and nothing is sent any more', async () => {
    const world = await simulation();
    world.behave(() => ({ class: 'http_4xx', statusCode: 410 }));
    world.post();
    await world.run(MINUTE);
    expect(await world.webhook()).toMatchObject({ enabled: false, disabledReason: 'gone' });
    world.post();
    await world.run(HOUR);
    expect(world.arrivals).toHaveLength(1);
    expect((await world.log()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  test('a webhook is disabled after 5 days of failures without a success', async () => {
    const world = await simulation();
    let answers = false;
    world.behave(() => (answers ? { class: 'delivered' } : { class: 'http_4xx', statusCode: 404 }));
    const hourly = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 6) {
        world.post();
        await world.run(6 * HOUR);
      }
    };
    await hourly(4 * 24);
    answers = true;
    await hourly(6);
    answers = false;
    await hourly(4 * 24);
    expect(await world.webhook()).toMatchObject({ enabled: true, failingSince: expect.any(String) });
    await hourly(2 * 24);
    expect(await world.webhook()).toMatchObject({ enabled: false, disabledReason: 'failing' });
    const before = world.arrivals.length;
    await hourly(24);
    expect(world.arrivals).toHaveLength(before);
  }, 300_000);

  test('a message that is received twice is one delivery, and a retry that is received twice is one attempt', async () => {
    const world = await simulation();
    world.behave(() => ({ class: 'http_5xx', statusCode: 500 }));
    world.post();
    const [first] = world.queue;
    if (first === undefined) throw new Error('Nothing was posted.');
    await world.run(SECOND);
    const [retry] = world.queue;
    if (retry === undefined) throw new Error('There is no retry.');
    world.queue.push({ ...retry, at: retry.at + SECOND });
    await world.run(MINUTE);
    expect(world.arrivals).toHaveLength(2);
    world.send(first.message);
    await world.run(SECOND);
    expect(await world.log()).toHaveLength(1);
  });

  test('a stream that is read again delivers nothing again, and loses nothing', async () => {
    const world = await simulation();
    world.post(3);
    await world.run(2 * MINUTE);
    world.fanOutAgain();
    world.post();
    await world.run(MINUTE);
    expect(world.arrivals).toHaveLength(4);
    expect((await world.log()).map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  });

  test('a replay takes the place of a pending retry and begins a new schedule', async () => {
    const world = await simulation();
    world.behave(() => ({ class: 'http_5xx', statusCode: 500 }));
    world.post();
    await world.run(MINUTE);
    expect(world.arrivals).toHaveLength(2);
    const [delivery] = await world.log();
    if (delivery === undefined) throw new Error('There is no delivery.');
    const replayed = await world.replay(delivery);
    world.send(retryMessage(replayed));
    await world.run(40 * HOUR);
    // Two attempts before the replay and eight after it; the pending retry never ran.
    expect(world.arrivals).toHaveLength(10);
    expect((await world.log())[0]).toMatchObject({ state: 'failed', attemptCount: 10, generation: 1 });
  });

  test.each([1, 2, 3])('a retry whose message was lost after attempt %i is found by the sweeper', async (lostAfter) => {
    const world = await simulation();
    world.behave(() =>
      world.arrivals.length <= lostAfter ? { class: 'http_5xx', statusCode: 500 } : { class: 'delivered' },
    );
    world.post();
    while (world.arrivals.length < lostAfter) await world.run(MINUTE);
    world.queue.length = 0;
    await world.run(HOUR);
    expect((await world.log())[0]).toMatchObject({ state: 'delivered', attemptCount: lostAfter + 1 });
  });

  test('a replay whose message was never sent is found by the sweeper', async () => {
    const world = await simulation();
    world.post();
    await world.run(SECOND);
    const [delivery] = await world.log();
    if (delivery === undefined) throw new Error('There is no delivery.');
    await world.replay(delivery);
    await world.run(HOUR);
    expect(world.arrivals).toHaveLength(2);
    expect((await world.log())[0]).toMatchObject({ state: 'delivered', attemptCount: 2, generation: 1 });
  });

  test('a webhook that was just created or enabled gets its events, whatever the process has cached', async () => {
    const world = await simulation();
    world.post();
    await world.run(0);
    const created = await world.addWebhook();
    const [first] = world.post(1, created);
    await world.run(0);
    expect(world.arrivals.map(({ deliveryId }) => deliveryId)).toContain(first);

    const key = { networkId: world.networkId, webhookId: world.webhookId };
    await world.changes.update(key, { enabled: false }, admin);
    await world.run(3 * SECOND);
    const [missed] = world.post();
    await world.run(0);
    await world.changes.update(key, { enabled: true }, admin);
    const [second] = world.post();
    await world.run(0);
    const arrived = world.arrivals.map(({ deliveryId }) => deliveryId);
    expect(arrived).not.toContain(missed);
    expect(arrived).toContain(second);
  });

  test('a deleted webhook gets no further request, and its deliveries are not written again', async () => {
    const world = await simulation();
    world.behave(() => ({ class: 'http_4xx', statusCode: 404 }));
    world.post();
    await world.run(SECOND);
    world.post();
    await world.run(SECOND);
    await world.changes.remove({ networkId: world.networkId, webhookId: world.webhookId }, admin);
    world.post(3);
    await world.run(10 * HOUR);
    expect(world.arrivals).toHaveLength(2);
    expect(await world.log()).toHaveLength(2);
  });
});
