/**
 * What receivers get that are neither well nor dead, and what the service makes of what they bear (docs/spec/delivery.md#flow-control).
 *
 * In virtual time: the service's own code for both lanes, with tables and queues in memory (testing/delivery-world). Each
 * figure is compared with what the receiver's own behaviour allows.
 */
import { retryDelay } from '../lambdas/delivery/model/delivery.ts';
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
import type { Measure, Row } from './harness/benchmark.ts';
import { quantile } from './harness/benchmark.ts';

const SEED = 1;
const FULL = { events: 2_000, waiting: 10_000, newWebhooks: 120 };
const QUICK = { events: 200, waiting: 500, newWebhooks: 5 };
/** A receiver is done with when that share of the events is delivered. */
const DONE = 0.95;

export const measure: Measure = async ({ quick, progress }) => {
  const plan = quick ? QUICK : FULL;
  const rows: Row[] = [];
  for (const share of [0.3, 0.6]) rows.push(await stumbling(share, plan.events));
  progress('receivers that fail at random are measured');
  rows.push(...(await limited(plan.events)));
  progress('one that bears 20 requests a second is measured');
  rows.push(...(await revived(plan.waiting)));
  progress('one that is dead for 10 minutes is measured');
  rows.push(...(await newWebhooks(plan.newWebhooks)));
  return rows;
};

const quick: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });

/** Milliseconds of virtual time until most of the events, which come at once, are delivered to an open receiver that begins to behave so. */
async function milliseconds(world: World, events: number, receiver: Receiver): Promise<number> {
  const { begin, webhookId } = await opened(world, receiver);
  for (let n = 0; n < events; n++) void world.post(webhookId);
  await world.run(begin + 40 * HOUR, () => deliveredSince(world, begin) >= DONE * events);
  return world.clock.elapsed() - begin;
}

async function stumbling(share: number, events: number): Promise<Row> {
  const random = seededRandom(SEED);
  const world = deliveryWorld({ random });
  const took = await milliseconds(world, events, (request) =>
    random() < share ? { class: 'http_5xx', statusCode: 503, milliseconds: 20 } : quick(request),
  );
  return {
    name: `${share * 100} % fail at random: until 95 % are delivered`,
    figure: took / SECOND,
    unit: 's',
    ratio: took / scheduleOnly(share, events, random),
    reference: 'the retry schedule alone',
    aim: share === 0.3 ? '<= 1.2' : '<= 1.5',
  };
}

/** The same by a sender that only follows the retry schedule. */
function scheduleOnly(share: number, events: number, random: () => number): number {
  const settings = { retryDelaysSeconds: [5, 300, 1800, 7200, 18_000, 36_000, 36_000] };
  const times = Array.from({ length: events }, () => {
    let at = 20;
    for (let attempts = 1; random() < share; attempts++) {
      const delay = retryDelay(settings, attempts, undefined, random());
      if (delay === undefined) return Number.POSITIVE_INFINITY;
      at += delay + 20;
    }
    return at;
  });
  return quantile(times, DONE);
}

/** A token bucket of 20 a second. */
async function limited(events: number): Promise<Row[]> {
  const perSecond = 20;
  const world = deliveryWorld({ random: seededRandom(SEED) });
  let [tokens, filledAt] = [perSecond, 0];
  const took = await milliseconds(world, events, ({ at }) => {
    tokens = Math.min(perSecond, tokens + ((at - filledAt) / SECOND) * perSecond);
    filledAt = at;
    if (tokens < 1) return { class: 'http_4xx', statusCode: 429, milliseconds: 10, retryAfterSeconds: 1 };
    tokens -= 1;
    return { class: 'delivered', statusCode: 200, milliseconds: 10 };
  });
  const sent = world.requests.filter(({ at }) => at >= world.clock.elapsed() - took);
  const refused = sent.filter(({ outcome }) => outcome.statusCode === 429).length;
  const goodput = (DONE * events) / (took / SECOND);
  return [
    {
      name: 'bears 20 a second: delivered a second',
      figure: goodput,
      unit: 'a second',
      ratio: goodput / perSecond,
      reference: 'what it bears',
      aim: '>= 0.8',
    },
    { name: 'bears 20 a second: refused', figure: (100 * refused) / sent.length, unit: '%', aim: '<= 5' },
  ];
}

/** It is down for 10 minutes, in which events come. Then it handles 50 at once, each in 50 ms; further ones wait. */
async function revived(waiting: number): Promise<Row[]> {
  const [atOnce, each, outage] = [50, 50, 10 * MINUTE];
  const world = deliveryWorld({ random: seededRandom(SEED) });
  let back = Number.POSITIVE_INFINITY;
  const { begin, webhookId } = await opened(world, ({ at, underWay }) =>
    at < back
      ? { class: 'timeout', milliseconds: 1500 }
      : { class: 'delivered', statusCode: 200, milliseconds: each * Math.ceil(underWay / atOnce) },
  );
  back = begin + outage;
  for (let n = 0; n < waiting; n++) {
    void world.post(webhookId);
    await world.run(begin + ((n + 1) * (outage - 20 * SECOND)) / waiting);
  }
  await world.run(back + HOUR, () => world.clock.elapsed() > back && unfinished(world.deliveries()).length === 0);
  const after = world.requests.filter(({ at }) => at >= back);
  const firstBack = after.find(({ outcome }) => outcome.class === 'delivered')?.at ?? back;
  const took = world.clock.elapsed() - firstBack;
  const name = (what: string) => `dead for 10 min: ${what}`;
  return [
    {
      name: name('not delivered'),
      figure: world.deliveries().filter(({ state }) => state !== 'delivered').length,
      unit: `of ${waiting}`,
      aim: '0',
    },
    {
      name: name('from the first success to the last'),
      figure: took / SECOND,
      unit: 's',
      ratio: took / ((waiting / atOnce) * each),
      reference: 'what it can handle',
      aim: '<= 2',
    },
    {
      name: name('most requests at once afterwards'),
      figure: Math.max(...after.map(({ underWay }) => underWay)),
      unit: 'requests',
      aim: '<= 64',
    },
    {
      name: name('requests while down'),
      figure: world.requests.filter(({ at }) => at >= begin && at < back).length,
      unit: 'requests',
    },
  ];
}

/** Milliseconds from the acceptance of the first event to its arrival, for webhooks that are created one after the other. */
async function newWebhooks(count: number): Promise<Row[]> {
  const latencies = async (silent: number): Promise<number[]> => {
    const world = deliveryWorld({ random: seededRandom(SEED), concurrency: { fast: 4, slow: 8 } });
    const never = Array.from({ length: silent }, () =>
      world.addWebhook(() => ({ class: 'timeout', milliseconds: 1500 })),
    );
    const found: number[] = [];
    for (let second = 0; second < count; second++) {
      for (let n = 0; n < 2; n++) void world.post(...never);
      const webhookId = world.addWebhook(quick);
      // Longer than the cache of webhooks, as an admin takes at least.
      await world.run(world.clock.elapsed() + 3 * SECOND);
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
    figure: quantile(beside, share),
    unit: 'ms',
    ratio: quantile(beside, share) / quantile(without, share),
    reference: 'without',
    aim: '<= 2',
  }));
}

/** Lets a quick receiver prove itself, so that it is open when it begins to behave otherwise, and the measurement with it. */
async function opened(world: World, receiver: Receiver) {
  const webhookId = world.addWebhook(quick);
  for (let n = 0; n < 10; n++) {
    void world.post(webhookId);
    await world.run(world.clock.elapsed() + 3 * SECOND);
  }
  if (world.webhook(webhookId)?.flow?.phase !== 'open') throw new Error('The receiver is not open.');
  world.behave(webhookId, receiver);
  return { webhookId, begin: world.clock.elapsed() };
}

const deliveredSince = (world: World, begin: number): number =>
  world.requests.filter(({ at, outcome }) => at >= begin && outcome.class === 'delivered').length;
