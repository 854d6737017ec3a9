/**
 * What receivers get that are neither well nor dead, and what the service makes of what they bear (docs/spec/delivery.md#flow-control).
 *
 * In virtual time: the service's own code for both lanes, with tables and queues in memory (testing/delivery-world). Each
 * figure is compared with what the receiver's own behaviour allows.
 */
import type { WebhookId } from '../contract/webhooks.ts';
import { retryDelay } from '../lambdas/delivery/model/retry-schedule.ts';
import { seededRandom } from '../testing/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  HOUR,
  MINUTE,
  type Receiver,
  SECOND,
  unfinished,
  type World,
} from '../testing/delivery-world/world.ts';
import type { Measure, Row } from './harness/row.ts';
import { quantile, rounded } from './harness/statistics.ts';

const SEED = 1;
const EVENTS = 2000;

export const measure: Measure = async (progress) => {
  const rows: Row[] = [];
  for (const share of [0.3, 0.6]) {
    progress(`a receiver that fails ${share * 100} % at random, ${EVENTS} events at once`);
    rows.push(...(await stumbling(share)));
  }
  progress(`a receiver that bears 20 requests a second, ${EVENTS} events`);
  rows.push(...(await limited()));
  progress('a receiver that is dead for 10 minutes, 10,000 events');
  rows.push(...(await revived()));
  progress('new webhooks beside 50 that never respond');
  rows.push(...(await newWebhooks()));
  return rows;
};

const quick: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });

async function stumbling(share: number): Promise<Row[]> {
  const random = seededRandom(SEED);
  const world = deliveryWorld({ random });
  const webhookId = world.addWebhook(quick);
  await opened(world, webhookId);
  world.behave(webhookId, () =>
    random() < share
      ? { class: 'http_5xx', statusCode: 503, milliseconds: 20 }
      : { class: 'delivered', statusCode: 200, milliseconds: 20 },
  );
  const begin = world.clock.elapsed();
  for (let n = 0; n < EVENTS; n++) void world.post(webhookId);
  await world.run(begin + 40 * HOUR, () => deliveredSince(world, begin).length >= 0.95 * EVENTS);
  const figure = world.clock.elapsed() - begin;
  const reference = scheduleOnly(share, random);
  return [
    {
      name: `${share * 100} % fail at random: until 95 % are delivered`,
      figure: rounded(figure / SECOND),
      unit: 's',
      ratio: rounded(figure / reference),
      reference: 'the retry schedule alone',
      aim: share === 0.3 ? '<= 1.2' : '<= 1.5',
    },
  ];
}

/** Milliseconds until 95 % are delivered by a sender that only follows the retry schedule. */
function scheduleOnly(share: number, random: () => number): number {
  const settings = { retryDelaysSeconds: [5, 300, 1800, 7200, 18_000, 36_000, 36_000] };
  const times = Array.from({ length: EVENTS }, () => {
    let at = 20;
    for (let attempts = 1; random() < share; attempts++) {
      const delay = retryDelay(settings, attempts, undefined, random());
      if (delay === undefined) return Number.POSITIVE_INFINITY;
      at += delay + 20;
    }
    return at;
  });
  return quantile(times, 0.95);
}

/** A token bucket of 20 a second. */
async function limited(): Promise<Row[]> {
  const perSecond = 20;
  const world = deliveryWorld({ random: seededRandom(SEED) });
  const webhookId = world.addWebhook(quick);
  await opened(world, webhookId);
  let [tokens, filledAt] = [perSecond, world.clock.elapsed()];
  world.behave(webhookId, ({ at }) => {
    tokens = Math.min(perSecond, tokens + ((at - filledAt) / SECOND) * perSecond);
    filledAt = at;
    if (tokens < 1) return { class: 'http_4xx', statusCode: 429, milliseconds: 10, retryAfterSeconds: 1 };
    tokens -= 1;
    return { class: 'delivered', statusCode: 200, milliseconds: 10 };
  });
  const begin = world.clock.elapsed();
  for (let n = 0; n < EVENTS; n++) void world.post(webhookId);
  await world.run(begin + HOUR, () => deliveredSince(world, begin).length >= 0.95 * EVENTS);
  const seconds = (world.clock.elapsed() - begin) / SECOND;
  const sent = world.requests.filter(({ at }) => at >= begin);
  const refused = sent.filter(({ outcome }) => outcome.statusCode === 429).length;
  const goodput = (0.95 * EVENTS) / seconds;
  return [
    {
      name: 'bears 20 a second: delivered a second',
      figure: rounded(goodput),
      unit: 'a second',
      ratio: rounded(goodput / perSecond),
      reference: 'what it bears',
      aim: '>= 0.8',
    },
    { name: 'bears 20 a second: refused', figure: rounded((100 * refused) / sent.length), unit: '%', aim: '<= 5' },
  ];
}

/** It handles 50 at once, each in 50 ms; further ones wait. */
async function revived(): Promise<Row[]> {
  const [waiting, atOnce, milliseconds] = [10_000, 50, 50];
  const outage = 10 * MINUTE;
  const world = deliveryWorld({ random: seededRandom(SEED) });
  const webhookId = world.addWebhook(quick);
  await opened(world, webhookId);
  const begin = world.clock.elapsed();
  const back = begin + outage;
  const capable: Receiver = ({ underWay }) => ({
    class: 'delivered',
    statusCode: 200,
    milliseconds: milliseconds * Math.ceil(underWay / atOnce),
  });
  world.behave(webhookId, (request) =>
    request.at < back ? { class: 'timeout', milliseconds: 1500 } : capable(request),
  );
  for (let n = 0; n < waiting; n++) {
    void world.post(webhookId);
    await world.run(begin + ((n + 1) * (outage - 20 * SECOND)) / waiting);
  }
  await world.run(back + HOUR, () => world.clock.elapsed() > back && unfinished(world.deliveries()).length === 0);
  const firstBack = world.requests.find(({ at, outcome }) => at >= back && outcome.class === 'delivered')?.at ?? back;
  const took = world.clock.elapsed() - firstBack;
  const allowed = (waiting / atOnce) * milliseconds;
  const after = world.requests.filter(({ at }) => at >= back);
  const inversions = after.filter(
    ({ deliveryId }, i) => deliveryId.slice(0, 10) < (after[i - 1]?.deliveryId ?? '').slice(0, 10),
  );
  return [
    {
      name: 'dead for 10 min: not delivered',
      figure: world.deliveries().filter(({ state }) => state !== 'delivered').length,
      unit: 'of 10,000',
      aim: '0',
    },
    {
      name: 'dead for 10 min: from the first success to the last',
      figure: rounded(took / SECOND),
      unit: 's',
      ratio: rounded(took / allowed),
      reference: 'what it can handle',
      aim: '<= 2',
    },
    {
      name: 'dead for 10 min: most requests at once afterwards',
      figure: Math.max(...after.map(({ underWay }) => underWay)),
      unit: 'requests',
      aim: '<= 64',
    },
    {
      name: 'dead for 10 min: sent before an older event',
      figure: rounded((100 * inversions.length) / after.length),
      unit: '%',
    },
    {
      name: 'dead for 10 min: requests while down',
      figure: world.requests.filter(({ at }) => at >= begin && at < back).length,
      unit: 'requests',
    },
  ];
}

/** Milliseconds from the acceptance of the first event to its arrival, for webhooks that are created one after the other. */
async function newWebhooks(): Promise<Row[]> {
  const latencies = async (silent: number): Promise<number[]> => {
    const world = deliveryWorld({ random: seededRandom(SEED), concurrency: { fast: 4, slow: 8 } });
    const never = Array.from({ length: silent }, () =>
      world.addWebhook(() => ({ class: 'timeout', milliseconds: 1500 })),
    );
    const found: number[] = [];
    for (let second = 0; second < 120; second++) {
      for (let n = 0; n < 2; n++) void world.post(...never);
      const webhookId = world.addWebhook(quick);
      const at = world.clock.elapsed();
      // Longer than the cache of webhooks, as an admin takes at least.
      await world.run(at + 3 * SECOND);
      const posted = world.clock.elapsed();
      void world.post(webhookId);
      await world.run(posted + 10 * SECOND, () => world.requests.some((request) => request.webhookId === webhookId));
      found.push(world.clock.elapsed() - posted);
    }
    return found;
  };
  const [without, beside] = [await latencies(0), await latencies(50)];
  return [0.5, 0.99].map((share) => ({
    name: `a new webhook's first delivery, p${share * 100}, beside 50 silent ones`,
    figure: rounded(quantile(beside, share)),
    unit: 'ms',
    ratio: rounded(quantile(beside, share) / quantile(without, share)),
    reference: 'without',
    aim: '<= 2',
  }));
}

/** Lets a receiver prove itself, so that it is open when the measurement begins. */
async function opened(world: World, webhookId: WebhookId): Promise<void> {
  for (let n = 0; n < 10; n++) {
    void world.post(webhookId);
    await world.run(world.clock.elapsed() + 3 * SECOND);
  }
  if (world.webhook(webhookId)?.flow?.phase !== 'open') throw new Error('The receiver is not open.');
}

const deliveredSince = (world: World, begin: number) =>
  world.requests.filter(({ at, outcome }) => at >= begin && outcome.class === 'delivered');
