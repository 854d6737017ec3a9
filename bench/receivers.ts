/**
 * What receivers get that are neither healthy nor dead, and how well the service uses what they can handle
 * (docs/spec/delivery.md#flow-control).
 *
 * In virtual time: the service's own code for both lanes, with tables and queues in memory (test/support/delivery-world).
 * Each figure is compared with what the receiver's own behaviour allows.
 */
import { sendAtOnce } from '../test/support/delivery-world/at-once.ts';
import { type Kind, kinds } from '../test/support/delivery-world/kinds.ts';
import { seededRandom } from '../test/support/delivery-world/seeded-random.ts';
import {
  deliveryWorld,
  HOUR,
  MINUTE,
  type Receiver,
  SECOND,
  unfinished,
  type World,
} from '../test/support/delivery-world/world.ts';
import { type Measure, quantile, type Row } from './harness/benchmark.ts';

const SEED = 1;
const FULL = { events: 2_000, waiting: 10_000, newWebhooks: 120 };
const QUICK = { events: 200, waiting: 500, newWebhooks: 5 };

export const measure: Measure = async ({ quick }) => {
  const plan = quick ? QUICK : FULL;
  const rows: Row[] = [];
  for (const [name, kind] of Object.entries(kinds)) rows.push(...(await atOnce(name, kind, plan.events)));
  rows.push(...(await revived(plan.waiting)));
  rows.push(...(await newWebhooks(plan.newWebhooks)));
  return rows;
};

const quick: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });

/** Many events at once to a new receiver. */
async function atOnce(name: string, kind: Kind, events: number): Promise<Row[]> {
  const { milliseconds, time, requestsEach, requests } = await sendAtOnce(kind, { events, seed: SEED });
  const reference = 'an ideal sender';
  return [
    {
      name: `${name}: until 90 % are delivered`,
      figure: milliseconds / SECOND,
      unit: 's',
      ratio: time,
      reference,
      aim: `<= ${kind.time}`,
    },
    {
      name: `${name}: requests for each success`,
      figure: requestsEach,
      unit: 'requests',
      ratio: requests,
      reference,
      aim: `<= ${kind.requests}`,
    },
  ];
}

/** It is down for 10 minutes, in which events come. Then it handles 50 at once, each in 50 ms; further ones wait. */
async function revived(waiting: number): Promise<Row[]> {
  const [atOnce, each, outage] = [50, 50, 10 * MINUTE];
  const world = deliveryWorld({ random: seededRandom(SEED) });
  let back = Number.POSITIVE_INFINITY;
  const { begin, webhookId } = await opened(world, ({ at, inFlight }) =>
    at < back
      ? { class: 'timeout', milliseconds: 1500 }
      : { class: 'delivered', statusCode: 200, milliseconds: each * Math.ceil(inFlight / atOnce) },
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
      figure: Math.max(...after.map(({ inFlight }) => inFlight)),
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

/** Milliseconds from the first event's acceptance to its arrival, for webhooks created one after the other. */
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

/** Lets a quick receiver prove itself healthy before it begins to behave otherwise, and the measurement with it. */
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
