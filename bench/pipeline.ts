/**
 * The whole pipeline in the local cloud: the latency from an event's 202 to its arrival at a receiver, and the events a
 * second that it sustains before a backlog grows.
 */
import type { Client } from '../test/support/service.ts';
import { bareWrites } from './harness/bare-writes.ts';
import { type Measure, quantile, type Row, rounded } from './harness/benchmark.ts';
import { deliver, type Load } from './harness/load.ts';
import { type Receivers, startReceivers } from './harness/receivers.ts';
import { createWebhook, temporaryCloud } from './harness/temporary-cloud.ts';

const EVENTS_PER_SECOND = 20;
const EVENTS_PER_REQUEST = 10;
/** A backlog grows if it is more than the events of that many seconds at the end of a window. */
const TOLERATED_SECONDS = 1;
/** The rate is doubled from the first to at most the last, until it is too high; then that many steps of bisection. */
const FULL = { warmUp: 15, seconds: 20, window: 8, firstRate: 25, lastRate: 3_200, bisections: 3 };
const QUICK = { warmUp: 0.5, seconds: 1, window: 1, firstRate: 50, lastRate: 50, bisections: 0 };
type Plan = typeof FULL;

export const measure: Measure = async (run) => {
  const plan = run.quick ? QUICK : FULL;
  await using receivers = await startReceivers([0]);
  await using cloud = await temporaryCloud(run);
  const networkId = await cloud.addNetwork('pipeline');
  const admin = await cloud.clientOf(networkId, 'admin');
  const server = await cloud.clientOf(networkId, 'server');
  for (const url of receivers.urls) await createWebhook(admin, { url });
  const pipeline = { server, receivers };
  await sendAll(pipeline, { perSecond: EVENTS_PER_SECOND, seconds: plan.warmUp });
  const { latencies } = await sendAll(pipeline, { perSecond: EVENTS_PER_SECOND, seconds: plan.seconds });
  return rowsOf(latencies, await mostEvents(pipeline, plan), await bareWrites(cloud, networkId, plan.window));
};

/** Who posts, and who receives. */
interface Pipeline {
  readonly server: Client;
  readonly receivers: Receivers;
}

/** Sends a load and waits until all of it has arrived. Throws if it does not. */
async function sendAll({ server, receivers }: Pipeline, load: Load) {
  const arrived = await deliver(server, receivers, load, { within: 60_000 });
  if (arrived.missing > 0) throw new Error(`${arrived.missing} events have not arrived.`);
  return arrived;
}

/** The highest rate that was tried at which no backlog grows; 0 if none is low enough. */
async function mostEvents(pipeline: Pipeline, plan: Plan): Promise<number> {
  let [sustained, tooMany] = [0, plan.firstRate];
  while (tooMany <= plan.lastRate && (await isSustained(tooMany))) [sustained, tooMany] = [tooMany, tooMany * 2];
  for (let step = 0; step < plan.bisections; step++) {
    const middle = (sustained + tooMany) / 2;
    if (await isSustained(middle)) sustained = middle;
    else tooMany = middle;
  }
  return sustained;

  async function isSustained(perSecond: number): Promise<boolean> {
    const load = { perSecond, seconds: plan.window, perRequest: EVENTS_PER_REQUEST };
    const { late } = await sendAll(pipeline, load);
    return late <= perSecond * TOLERATED_SECONDS;
  }
}

function rowsOf(latencies: readonly number[], most: number, bare: number): Row[] {
  const latency = (name: string, share: number): Row => ({
    name: `${name} from 202 to the receiver`,
    figure: quantile(latencies, share),
    unit: 'ms',
    note: `at ${EVENTS_PER_SECOND} events/s`,
  });
  return [
    latency('p50', 0.5),
    latency('p99', 0.99),
    {
      name: 'before a backlog grows',
      figure: most,
      unit: 'events/s',
      ratio: most / bare,
      reference: 'the same writes alone',
      aim: '>= 0.8',
      unstable: true,
      note: `${EVENTS_PER_REQUEST} events a request, ${rounded(bare)}/s alone; load, gateway, database, queues and receiver share this machine`,
    },
  ];
}
