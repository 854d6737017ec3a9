/** The retry schedule, outages and what is sent again, in virtual time (test/support/delivery-world). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { WebhookId } from '../../contract/webhooks.ts';
import type { ReadDelivery } from '../../lambdas/deliveries/deliveries-table.ts';
import {
  backlogMessage,
  firstAttempt,
  type QueuedMessage,
  recoverMessage,
  retryMessage,
} from '../../lambdas/deliveries/messages.ts';
import { sendAllAgain, sendOneAgain } from '../../lambdas/recovery/send-again.ts';
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
const failing: Receiver = () => ({ class: 'http_5xx', statusCode: 503, milliseconds: 20 });
const refused: Receiver = () => ({ class: 'connection_refused', milliseconds: 5 });
const unwanted: Receiver = () => ({ class: 'http_4xx', statusCode: 404, milliseconds: 20 });

const worldWith = (receiver: Receiver, options: WorldOptions = {}) => {
  const world = deliveryWorld({ random: () => 0.5, concurrency: { fast: 2, slow: 2 }, ...options });
  return { world, webhookId: world.addWebhook(receiver) };
};
const runFor = (world: World, milliseconds: number) => world.run(world.clock.elapsed() + milliseconds);
/** Lets something happen, and time pass then. */
async function during<T>(world: World, milliseconds: number, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await runFor(world, 1);
  await runFor(world, milliseconds);
  return await done;
}
const onlyOf = (world: World) => {
  const [delivery, ...others] = world.deliveries();
  if (delivery === undefined || others.length > 0) throw new Error('There is not one delivery.');
  return delivery;
};
const sendAgain = (world: World, delivery = onlyOf(world)) =>
  sendOneAgain({ deliveries: world.table, sendSlow: world.sendSlow }, delivery, randomUUID());

describe('a delivery', () => {
  test('that never succeeds is attempted 8 times on schedule, and then failed', async () => {
    const { world, webhookId } = worldWith(failing);
    await during(world, 40 * HOUR, world.post(webhookId));
    const waits = world.requests.map(({ at }, i) => at - (world.requests[i - 1]?.at ?? 0));
    const planned = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    expect(waits).toHaveLength(planned.length);
    // A retry after more than 15 minutes is queued by the sweeper, within a minute after it is due.
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(planned[i] ?? 0);
      expect(wait).toBeLessThanOrEqual((planned[i] ?? 0) + MINUTE);
    }
    expect(onlyOf(world)).toMatchObject({ state: 'failed', attemptCount: 8, class: 'http_5xx', statusCode: 503 });
    expect(onlyOf(world).next).toBeUndefined();
  });

  test('that failed is written before the message of its retry is sent, which must find it', async () => {
    const attempts: number[] = [];
    const { world, webhookId } = worldWith(failing, {
      isLost: ({ kind }) => kind === 'deliver' && attempts.push(onlyOf(world).attemptCount) === 0,
    });
    await during(world, SECOND, world.post(webhookId));
    expect(attempts).toEqual([1]);
  });

  test('that is attempted while its webhook is disabled is as its attempt has ended', async () => {
    for (let milliseconds = 200; milliseconds < 800; milliseconds += 30) {
      const { world, webhookId } = worldWith(failing, { faults: { callMilliseconds: 50 } });
      await during(world, 3 * SECOND, world.post(webhookId));
      world.behave(webhookId, (request) => ({ ...well(request), milliseconds }));
      await world.run(10 * SECOND, () => world.requests.length > 1);
      world.switch(webhookId, false);
      await during(world, MINUTE, world.sendSlow([backlogMessage({ networkId: world.networkId, webhookId })]));
      expect({ milliseconds, state: onlyOf(world).state }).toEqual({ milliseconds, state: 'delivered' });
    }
  });

  test('whose messages all come twice has one attempt at each time', async () => {
    const { world, webhookId } = worldWith(failing, { comesTwice: () => true });
    await during(world, SECOND, world.post(webhookId));
    const first = world.requests.length;
    await runFor(world, 20 * MINUTE);
    expect(world.requests).toHaveLength(first + 2);
    expect(world.deliveries()).toHaveLength(1);
  });

  test('whose event is read from the stream again is not sent again', async () => {
    const { world, webhookId } = worldWith(well);
    const event = await during(world, 2 * MINUTE, world.post(webhookId));
    const again = firstAttempt(event, webhookId);
    await during(world, 15 * MINUTE, world.sendSlow([{ message: again }]));
    expect({ requests: world.requests.length, dead: world.dead }).toEqual({ requests: 1, dead: [] });
    expect(onlyOf(world)).toMatchObject({ state: 'delivered' });
  });

  test('that was sent again in its turn is not sent by the message of its retry as well', async () => {
    const { world, webhookId } = worldWith(unwanted);
    await during(world, SECOND, world.post(webhookId));
    const before = onlyOf(world);
    world.behave(webhookId, well);
    await during(world, SECOND, world.table.sendAgain(before, 'held'));
    await during(world, SECOND, world.sendSlow([{ message: retryMessage(before) }]));
    expect(onlyOf(world)).toMatchObject({ attemptCount: 1, generation: 1, next: { kind: 'held' } });
  });

  test('that somebody sends before its first message is handled is sent once', async () => {
    let late = 0;
    const { world, webhookId } = worldWith(well, { isLost: ({ kind }) => kind === 'deliver' && late++ === 0 });
    const key = { networkId: world.networkId, webhookId };
    const event = await during(world, 2 * MINUTE, world.post(webhookId));
    const first = firstAttempt(event, webhookId);
    const unrecorded = { ...first, kind: 'unrecorded', isMalformed: false } as const;
    const ports = { deliveries: world.table, sendSlow: world.sendSlow };
    await during(world, SECOND, Promise.all([1, 2].map(() => sendAllAgain(ports, key, [unrecorded]))));
    await during(world, MINUTE, world.sendSlow([{ message: first }]));
    expect(world.requests).toHaveLength(1);
    expect(onlyOf(world)).toMatchObject({ state: 'delivered', attemptCount: 1 });
  });

  test.each([1, 2])('whose retry is lost after attempt %i is found by the sweeper', async (lostAfter) => {
    const receiver: Receiver = (request) => (world.requests.length < lostAfter ? failing(request) : well(request));
    let lost = 0;
    const { world, webhookId } = worldWith(receiver, {
      isLost: (message) => message.kind === 'deliver' && message.attempt === lostAfter + 1 && lost++ === 0,
    });
    await during(world, 2 * HOUR, world.post(webhookId));
    expect(onlyOf(world)).toMatchObject({ state: 'delivered', attemptCount: lostAfter + 1 });
  });

  test('that was attempted before the latest of the requests to try now is tried again at once', async () => {
    const { world, webhookId } = worldWith(unwanted, { concurrency: { fast: 2, slow: 1 } });
    const { networkId } = world;
    await during(world, 10 * SECOND, world.post(webhookId));
    // While the first is handled, the others become one batch.
    const asked = [8, 8, 0].map((seconds) => new Date(world.clock.now() - seconds * SECOND).toISOString());
    const looks = asked.map((askedAt) => backlogMessage({ networkId, webhookId }, 0, askedAt));
    await during(world, 10 * SECOND, world.sendSlow(looks));
    expect(world.requests).toHaveLength(3);
  });

  test('whose outcome is written at the second attempt only was attempted, and is counted, once', async () => {
    let fails = false;
    const beforeWrite = () => {
      if (!fails) return;
      fails = false;
      throw new Error('throttled');
    };
    const { world, webhookId } = worldWith(well, { faults: { beforeWrite } });
    for (let n = 0; n < 10; n++) await during(world, SECOND, world.post(webhookId));
    await runFor(world, MINUTE);
    expect(world.webhook(webhookId)?.flow?.phase).toBe('open');
    fails = true;
    await during(world, MINUTE, world.post(webhookId));
    expect({ fails, requests: world.requests.length, counted: world.counted() }).toEqual({
      fails: false,
      requests: 11,
      counted: 11,
    });
  });

  test('whose message comes again for another webhook of the event is not sent again', async () => {
    const { world, webhookId } = worldWith(well);
    const other = world.addWebhook(well);
    // Until both are open, and have no backlog that it could wait in.
    for (let n = 0; n < 6; n++) await during(world, 10 * SECOND, world.post(webhookId, other));
    const before = world.requests.length;
    let faults = 0;
    world.behave(other, (request) => (faults++ < 2 ? { class: 'not_sent', milliseconds: 1 } : well(request)));
    await during(world, 5 * MINUTE, world.post(webhookId, other));
    expect(world.deliveries().map(({ state }) => state)).toEqual(Array(14).fill('delivered'));
    const after = world.requests.slice(before).map((request) => request.webhookId);
    expect(after.toSorted()).toEqual([webhookId, other, other, other].toSorted());
  });

  test('of a deleted webhook is not attempted, nor written again', async () => {
    const { world, webhookId } = worldWith(unwanted);
    await during(world, SECOND, world.post(webhookId));
    world.removeWebhook(webhookId);
    await during(world, 10 * HOUR, world.post(webhookId));
    expect(world.requests).toHaveLength(1);
    expect(onlyOf(world)).toMatchObject({ attemptCount: 1 });
  });
});

test('a webhook that is deleted while its backlog is sent gets no further request, once its process knows', async () => {
  const { world, webhookId } = worldWith(() => ({ class: 'delivered', statusCode: 200, milliseconds: 1_000 }));
  for (let n = 0; n < 300; n++) void world.post(webhookId);
  await runFor(world, 3 * SECOND);
  world.removeWebhook(webhookId);
  await runFor(world, 2.1 * SECOND);
  const before = world.requests.length;
  await runFor(world, MINUTE);
  expect(before).toBeLessThan(300);
  expect(world.requests).toHaveLength(before);
});

test('a webhook whose secret changes while its backlog is sent gets no request with the old one after 5 seconds', async () => {
  const late: string[] = [];
  let changedAt = Number.POSITIVE_INFINITY;
  const { world, webhookId } = worldWith(({ at, secrets }) => {
    if (at > changedAt + 5 * SECOND) late.push(...secrets);
    return { class: 'delivered', statusCode: 200, milliseconds: 1_000 };
  });
  for (let n = 0; n < 1_000; n++) void world.post(webhookId);
  const leasedUntil = () => world.webhook(webhookId)?.flow?.leasedUntil;
  await runFor(world, 3 * SECOND);
  const before = leasedUntil();
  // The next turn begins.
  await world.run(MINUTE, () => (leasedUntil() ?? before) !== before);
  changedAt = world.clock.elapsed();
  world.edit(webhookId, { secrets: [{ secret: 'whsec_BBBB', activeFrom: new Date(world.clock.now()).toISOString() }] });
  await runFor(world, MINUTE);
  expect({ requests: world.requests.length, lateSecrets: new Set(late) }).toEqual({
    requests: 1_000,
    lateSecrets: new Set(['whsec_BBBB']),
  });
});

describe('a delivery that is sent again', () => {
  test('takes the place of its pending retry and begins a new schedule', async () => {
    const { world, webhookId } = worldWith(failing);
    await during(world, MINUTE, world.post(webhookId));
    expect(world.requests).toHaveLength(2);
    await during(world, 40 * HOUR, sendAgain(world));
    // Two attempts before and eight after it; the pending retry never ran.
    expect(world.requests).toHaveLength(10);
    expect(onlyOf(world)).toMatchObject({ state: 'failed', attemptCount: 10, generation: 1 });
    // A legacy request goes with the first attempt only.
    expect(world.requests.filter(({ isFirstAttempt }) => isFirstAttempt)).toHaveLength(1);
  });

  test('with others, to an idle receiver, arrives soon although the index lags', async () => {
    const { world, webhookId } = worldWith(well, { faults: { indexLag: 1500 } });
    for (let n = 0; n < 10; n++) await during(world, SECOND, world.post(webhookId));
    await runFor(world, 2 * MINUTE);
    expect(world.webhook(webhookId)?.flow?.phase).toBe('open');
    const ports = { deliveries: world.table, sendSlow: world.sendSlow };
    const key = { networkId: world.networkId, webhookId };
    const recorded = world.deliveries().map((delivery) => ({ kind: 'recorded', ...delivery }) as const);
    await during(world, 10 * SECOND, sendAllAgain(ports, key, recorded));
    expect(world.requests).toHaveLength(20);
  });

  test.each([
    ['fails', failing],
    ['is gone', () => ({ class: 'http_4xx', statusCode: 410, milliseconds: 20 }) as const],
  ])('counts for nothing if its event is a test, also where the receiver %s', async (_, receiver) => {
    const { world, webhookId } = worldWith(well);
    await during(world, SECOND, world.post(webhookId));
    await during(world, SECOND, world.table.putAll([{ ...onlyOf(world), isTest: true }]));
    const before = world.counted();
    world.behave(webhookId, receiver);
    await during(world, 40 * HOUR, sendAgain(world));
    expect(onlyOf(world)).toMatchObject({ state: 'failed', isTest: true });
    expect(world.counted()).toBe(before);
    expect(world.webhook(webhookId)).toMatchObject({ enabled: true });
    expect(world.notices().map(({ event }) => event)).not.toContain('webhook.didFailDeliveries');
  });

  test('although it was delivered, and although its message is lost, arrives', async () => {
    const { world, webhookId } = worldWith(well);
    await during(world, SECOND, world.post(webhookId));
    await during(world, HOUR, world.table.sendAgain(onlyOf(world), 'at_once'));
    expect(world.requests).toHaveLength(2);
    expect(onlyOf(world)).toMatchObject({ state: 'delivered', attemptCount: 2, generation: 1 });
  });

  test('while it changes is sent as it is then, once', async () => {
    const { world, webhookId } = worldWith(well);
    await during(world, SECOND, world.post(webhookId));
    const latest = onlyOf(world);
    const sent: QueuedMessage[] = [];
    const deliveries = {
      read: async () => latest,
      sendAgain: async (read: ReadDelivery) =>
        read.state === latest.state
          ? { ...latest, state: 'retrying' as const, attemptsOnSchedule: 0, generation: latest.generation + 1 }
          : undefined,
    };
    const sendSlow = async (messages: readonly QueuedMessage[]) => {
      sent.push(...messages);
      return new Set<QueuedMessage>();
    };
    await sendOneAgain({ deliveries, sendSlow }, { ...latest, state: 'retrying' }, randomUUID());
    expect(sent).toMatchObject([{ message: { kind: 'deliver', generation: 1, attempt: 2 } }]);
  });

  test('during a retry begins a new schedule all the same', async () => {
    const { world, webhookId } = worldWith(() => ({ class: 'http_4xx', statusCode: 404, milliseconds: 1_000 }));
    await during(world, 6.5 * SECOND, world.post(webhookId));
    expect(world.requests).toHaveLength(2);
    await during(world, MINUTE, sendAgain(world));
    expect(onlyOf(world)).toMatchObject({ generation: 1, attemptsOnSchedule: 2 });
  });

  test('of a time is none that was accepted before, also when the last minute is looked at again', async () => {
    const { world, webhookId } = worldWith(unwanted, { settings: { retryDelaysSeconds: [1] } });
    await during(world, 10 * SECOND, world.post(webhookId));
    expect(onlyOf(world)).toMatchObject({ state: 'failed', attemptCount: 2 });
    const [since, until] = [5, 0].map((seconds) => new Date(world.clock.now() - seconds * SECOND).toISOString());
    const range = { since: `${since}`, until: `${until}`, askedAt: `${until}`, state: 'failed' } as const;
    await during(world, 3 * MINUTE, world.sendSlow([recoverMessage({ networkId: world.networkId, webhookId }, range)]));
    expect(world.requests).toHaveLength(2);
  });

  test('although its event can’t be read waits in the backlog', async () => {
    const { world, webhookId } = worldWith(well);
    const { eventId } = await during(world, SECOND, world.post(webhookId));
    world.setEventMalformed(eventId);
    await during(world, SECOND, sendAgain(world));
    expect(onlyOf(world)).toMatchObject({ state: 'retrying', next: { kind: 'held' }, attemptCount: 1 });
  });

  test('during the attempt that a recovery has led to is attempted once more', async () => {
    const { world, webhookId } = worldWith(() => ({ class: 'delivered', statusCode: 200, milliseconds: 1_000 }));
    world.switch(webhookId, false);
    await during(world, SECOND, world.post(webhookId));
    world.switch(webhookId, true);
    await during(world, 500, world.recover(webhookId));
    expect(world.requests).toHaveLength(1);
    await during(world, 10 * SECOND, sendAgain(world));
    expect(world.requests).toHaveLength(2);
  });
});

describe('a receiver that is down', () => {
  /** An event each second, some at a time. */
  async function postFor(world: World, seconds: number, count: number, to: WebhookId) {
    for (let second = 0; second < seconds; second++) {
      for (let n = 0; n < count; n++) void world.post(to);
      await runFor(world, SECOND);
    }
  }

  test('gets one probe at a time, at growing intervals, and one at once after events are sent again', async () => {
    const { world, webhookId } = worldWith(refused);
    await postFor(world, 20, 10, webhookId);
    await runFor(world, 10 * MINUTE);
    const probes = world.requests.filter(({ at }) => at > SECOND);
    expect(Math.max(...probes.map(({ inFlight }) => inFlight))).toBe(1);
    const gaps = probes.slice(1).map(({ at }, i) => at - (probes[i]?.at ?? 0));
    expect(gaps.length).toBeGreaterThan(3);
    // From one to the next it is a part of the outage, which lasts for all gaps before.
    const outages = gaps.map((_, i) => gaps.slice(0, i).reduce((sum, gap) => sum + gap, 0));
    for (const [i, gap] of gaps.entries())
      expect(gap).toBeGreaterThanOrEqual(Math.max(0.15 * (outages[i] ?? 0), SECOND));

    const before = world.requests.length;
    for (const delivery of world.deliveries().slice(0, 3)) void sendAgain(world, delivery);
    // Nor do their retries go out before the next probe.
    await runFor(world, 30 * SECOND);
    expect(world.requests.length - before).toBe(1);
    expect(world.measured.filter((name) => name === 'ReceiversDown')).toHaveLength(1);
  });

  // Lambda ends a chain of messages between a queue and a function after about 16 hops, unless it is allowed:
  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
  test('gets its backlog oldest first, with few messages that each send many', async () => {
    const { world, webhookId } = worldWith((request) => (request.at < 20 * SECOND ? refused(request) : well(request)));
    await postFor(world, 20, 40, webhookId);
    await runFor(world, 5 * MINUTE);
    expect(world.deliveries().every(({ state }) => state === 'delivered')).toBe(true);
    const delivered = world.requests.filter(({ at }) => at >= 20 * SECOND);
    const most = Math.max(...delivered.map(({ inFlight }) => inFlight));
    expect(most).toBeGreaterThan(16);
    expect(most).toBeLessThanOrEqual(64);
    const times = delivered.slice(3).map(({ deliveryId }) => deliveryId.slice(0, 10));
    // Retries that were scheduled before the receiver was known to be down come last.
    expect(times.filter((time, i) => time < (times[i - 1] ?? '')).length).toBeLessThan(times.length / 10);
    expect(world.sent.filter(({ kind }) => kind === 'backlog').length).toBeLessThan(30);
  });

  test('and refuses some events afterwards gets those on their schedule', async () => {
    const isRefused = (deliveryId: string) => deliveryId.charCodeAt(20) % 2 === 0;
    const { world, webhookId } = worldWith((request) => {
      if (request.at < 20 * SECOND) return refused(request);
      return isRefused(request.deliveryId) ? unwanted(request) : well(request);
    });
    await postFor(world, 20, 3, webhookId);
    await runFor(world, 3 * MINUTE);
    for (const { deliveryId, state, attemptCount } of world.deliveries()) {
      expect(state).toBe(isRefused(deliveryId) ? 'retrying' : 'delivered');
      expect(attemptCount).toBeLessThanOrEqual(4);
    }
  });
});

test('the messages of a turn come again where their outcomes can’t be written for a while', async () => {
  const beforeWrite = (table?: string) => {
    if (table === undefined && world.clock.elapsed() < 10 * SECOND) throw new Error('A write fails, says the test.');
  };
  const { world, webhookId } = worldWith(well, { faults: { beforeWrite } });
  await during(world, 2 * MINUTE, world.post(webhookId));
  expect(onlyOf(world)).toMatchObject({ state: 'delivered' });
});

test('a turn that fails is begun again by the message that began it, not by more of them each time', async () => {
  let isAway = false;
  const beforeRead = (table: string) => {
    const { leasedUntil } = world.webhook(webhookId)?.flow ?? {};
    if (isAway && table === 'deliveries' && leasedUntil !== undefined) throw new Error('A read fails, says the test.');
  };
  const { world, webhookId } = worldWith(refused, { faults: { beforeRead } });
  for (let n = 0; n < 20; n++) void world.post(webhookId);
  await runFor(world, MINUTE);
  isAway = true;
  world.behave(webhookId, well);
  const before = world.sent.length;
  await runFor(world, 10 * MINUTE);
  // One a minute is the sweeper's.
  expect(world.sent.length - before).toBeLessThan(20);
});

test('an open receiver that suddenly refuses gets four requests of a process, and is paced then', async () => {
  const { world, webhookId } = worldWith(well, { concurrency: { fast: 1, slow: 1 } });
  for (let n = 0; n < 10; n++) await during(world, SECOND, world.post(webhookId));
  expect(world.webhook(webhookId)?.flow?.phase).toBe('open');
  const begin = world.clock.elapsed();
  world.behave(webhookId, (request) =>
    request.at < begin + 100 ? { class: 'http_4xx', statusCode: 429, milliseconds: 20 } : well(request),
  );
  for (let n = 0; n < 10; n++) void world.post(webhookId);
  await runFor(world, 3 * SECOND);
  const sent = world.requests.slice(10);
  expect(Math.max(...sent.map(({ inFlight }) => inFlight))).toBe(4);
  expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(10);
});

test('a check that comes half a second early, since clocks differ, still sends what waits', async () => {
  let isLosing = true;
  const { world, webhookId } = worldWith(refused, { isLost: ({ kind }) => isLosing && kind === 'backlog' });
  void world.post(webhookId);
  await during(world, 100, world.post(webhookId));
  const { notBefore = '' } = world.webhook(webhookId)?.flow ?? {};
  await runFor(world, Date.parse(notBefore) - world.clock.now() - 500);
  isLosing = false;
  await during(world, SECOND, world.sendSlow([backlogMessage({ networkId: world.networkId, webhookId })]));
  expect(world.requests).toHaveLength(2);
});

test('an open receiver that is gone gets no further request of the process that was told so', async () => {
  const { world, webhookId } = worldWith(well, { concurrency: { fast: 1, slow: 1 } });
  for (let n = 0; n < 10; n++) await during(world, SECOND, world.post(webhookId));
  expect(world.webhook(webhookId)?.flow?.phase).toBe('open');
  world.behave(webhookId, () => ({ class: 'http_4xx', statusCode: 410, milliseconds: 20 }));
  for (let n = 0; n < 10; n++) void world.post(webhookId);
  await runFor(world, 3 * SECOND);
  expect(world.requests).toHaveLength(11);
});

describe('the first events of a new webhook', () => {
  test.each([2, 3, 4, 5, 6])('do not wait for a lease to end where write %i fails', async (failing) => {
    let writes = 0;
    const beforeWrite = () => {
      writes += 1;
      if (writes === failing) throw new Error('A write fails, says the test.');
    };
    const { world, webhookId } = worldWith(well, { faults: { beforeWrite } });
    void world.post(webhookId);
    await runFor(world, 100);
    const others = [world.post(webhookId), world.post(webhookId)];
    await runFor(world, 10 * SECOND);
    expect(await Promise.all(others)).toHaveLength(2);
    expect(new Set(world.requests.map(({ deliveryId }) => deliveryId)).size).toBe(3);
    await runFor(world, 2 * MINUTE);
    expect(world.deliveries().map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('make no deliveries while it is disabled, and arrive in the order of their acceptance', async () => {
    const { world, webhookId } = worldWith(well, { concurrency: { fast: 1, slow: 1 } });
    world.switch(webhookId, false);
    const messages: QueuedMessage[] = [];
    for (let n = 0; n < 4; n++) {
      const event = await during(world, SECOND, world.post(webhookId));
      messages.unshift({ message: firstAttempt(event, webhookId) });
    }
    await during(world, 5 * SECOND, world.sendSlow(messages));
    expect(world.deliveries()).toEqual([]);
    world.switch(webhookId, true);
    await during(world, 5 * SECOND, world.sendSlow(messages));
    // The first message is taken from the queue before the others are in it.
    const [, ...ids] = world.requests.map(({ deliveryId }) => deliveryId);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(ids.toSorted());
  });

  test('arrive although the first request could not be sent through a fault of ours', async () => {
    const { world, webhookId } = worldWith(() => ({ class: 'not_sent', milliseconds: 1 }));
    await during(world, SECOND, world.post(webhookId));
    expect(world.requests).toHaveLength(1);
    world.behave(webhookId, well);
    await runFor(world, 10 * SECOND);
    expect(onlyOf(world)).toMatchObject({ state: 'delivered', attemptCount: 1 });
    expect({ measured: world.measured, failed: world.failed }).toEqual({
      measured: expect.arrayContaining(['Attempts_not_sent']),
      failed: [webhookId],
    });
  });
});

describe('a webhook', () => {
  test('is disabled after 5 days of failures without a success', async () => {
    const { world, webhookId } = worldWith(unwanted);
    const postFor = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 6) await during(world, 6 * HOUR, world.post(webhookId));
    };
    await postFor(2 * 24);
    world.behave(webhookId, well);
    await postFor(6);
    world.behave(webhookId, unwanted);
    await postFor(4 * 24);
    expect(world.webhook(webhookId)).toMatchObject({ enabled: true, failingSince: expect.any(String) });
    await postFor(2 * 24);
    expect(world.webhook(webhookId)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    const before = world.requests.length;
    await postFor(6);
    expect(world.requests).toHaveLength(before);
    expect(unfinished(world.deliveries())).toEqual([]);
  });

  test('that was just created or enabled gets its events, whatever the process has cached', async () => {
    const { world, webhookId } = worldWith(well, { concurrency: { fast: 1, slow: 1 } });
    await during(world, SECOND, world.post(webhookId));
    const created = world.addWebhook(well);
    await during(world, SECOND, world.post(created));
    expect(world.requests.map((request) => request.webhookId)).toEqual([webhookId, created]);

    world.switch(webhookId, false);
    await runFor(world, 3 * SECOND);
    await during(world, SECOND, world.post(webhookId));
    expect(world.requests).toHaveLength(2);
    world.switch(webhookId, true);
    await during(world, SECOND, world.post(webhookId));
    expect(world.requests).toHaveLength(3);
  });

  test('whose malformed item was repaired gets what waits for it, whatever the process has cached', async () => {
    const { world, webhookId } = worldWith(failing, { concurrency: { fast: 1, slow: 1 } });
    await during(world, SECOND, world.post(webhookId));
    world.setMalformed(webhookId, true);
    // The process reads the webhook for a retry.
    await runFor(world, 4.5 * SECOND);
    expect(world.requests).toHaveLength(1);
    world.behave(webhookId, well);
    world.setMalformed(webhookId, false);
    await during(world, SECOND, sendAgain(world));
    expect(world.deliveries()).toMatchObject([{ state: 'delivered' }]);
  });
});
