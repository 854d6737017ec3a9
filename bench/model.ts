/**
 * The capacity model (bench/model) compared with the local cloud: the latency from an event's 202 to its arrival at three loads, and how
 * fast a backlog grows at a load that is too high. The model gets the service times of this machine, measured in the same run.
 */
import { stages } from '../lib/config.ts';
import { createWebhook } from './harness/admin-calls.ts';
import { type Pipeline, sendAll } from './harness/measured-load.ts';
import { startReceivers } from './harness/receivers/receivers.ts';
import type { Measure, Progress, Row } from './harness/row.ts';
import { timesHere } from './harness/service-times/times-here.ts';
import { quantile, rounded } from './harness/statistics.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';
import { limits } from './model/limits.ts';
import { type Capacity, capacityOf, type Load, usualLoad } from './model/load.ts';
import type { Times } from './model/measured.ts';
import { predict } from './model/prediction.ts';

/** Loads that the local cloud can handle, in events a second. */
const RATES = [5, 20, 40] as const;
const [SECONDS, WARM_UP_SECONDS, OVERLOAD_SECONDS] = [10, 15, 5];
/** Two rates that are too high for a laptop. What it completes at the first is its capacity; the second shows whether the rest waits. */
const OVERLOADS = [500, 800] as const;
const EVENTS_PER_REQUEST = 10;
const AIM = 'within 0.75 and 1.33';

export const measure: Measure = async (progress) => {
  const receivers = await startReceivers([0]);
  try {
    return await inTemporaryCloud(async (cloud) => {
      const networkId = await cloud.addNetwork('model');
      const [admin, server] = [await cloud.clientOf(networkId, 'admin'), await cloud.clientOf(networkId, 'server')];
      for (const url of receivers.urls) await createWebhook(admin, { url });
      const times = await timesHere(cloud);
      progress(
        `calls here take ${rounded(times.dynamoDb)}, ${rounded(times.sendBatch)} and ${rounded(times.queue)} ms`,
      );
      const pipeline = { server, receivers };
      await sendAll(pipeline, { perSecond: 20, seconds: WARM_UP_SECONDS });
      return [...(await latencyRows(pipeline, times, progress)), await backlogRow(pipeline, progress)];
    });
  } finally {
    await receivers.stop();
  }
};

async function latencyRows(pipeline: Pipeline, times: Times, progress: Progress): Promise<Row[]> {
  const rows: Row[] = [];
  for (const perSecond of RATES) {
    const { latencies } = await sendAll(pipeline, { perSecond, seconds: SECONDS });
    const measured = quantile(latencies, 0.5);
    const predicted = predict(localLoad(perSecond), localCapacity(times)).toAttempt(0.5) * 1_000;
    progress(`${perSecond} events/s: ${rounded(measured)} ms, predicted ${rounded(predicted)} ms`);
    const name = `p50 from 202 to the receiver at ${perSecond} events/s`;
    rows.push(rowOf(name, predicted, measured, 'ms, predicted'));
  }
  return rows;
}

/** The model's backlog is fluid: it grows by what comes beyond the capacity, whatever the rate. */
async function backlogRow(pipeline: Pipeline, progress: Progress): Promise<Row> {
  const [first, second] = OVERLOADS;
  const growthAt = async (perSecond: number): Promise<number> => {
    const load = { perSecond, seconds: OVERLOAD_SECONDS, perRequest: EVENTS_PER_REQUEST };
    const { backlog } = await sendAll(pipeline, load);
    progress(`${perSecond} events/s: the backlog grows by ${rounded(backlog / OVERLOAD_SECONDS)} a second`);
    return backlog / OVERLOAD_SECONDS;
  };
  const capacity = first - (await growthAt(first));
  return rowOf(
    `growth of the backlog at ${second} events/s`,
    second - capacity,
    await growthAt(second),
    'events/s, predicted',
  );
}

const rowOf = (name: string, predicted: number, measured: number, unit: string): Row => ({
  name,
  figure: rounded(predicted),
  unit,
  ratio: rounded(predicted / measured),
  reference: `measured, ${rounded(measured)}`,
  aim: AIM,
});

const localLoad = (eventsPerSecond: number): Load => ({
  ...usualLoad(eventsPerSecond),
  eventsPerRequest: 1,
  bodyBytes: 64,
  activityShare: 0,
  networks: 1,
  busiestShare: 1,
  webhooksPerNetwork: 1,
  receiverMilliseconds: 1,
  deadShare: 0,
  slowShare: 0,
});

/** The local cloud: one shard, and a whole processor for each function, since loads are far below two. */
function localCapacity(times: Times): Capacity {
  const memory = limits.memoryOfProcessor.value;
  const local = capacityOf(stages.local);
  return { ...local, times, leastShards: 1, memory: { http: memory, stream: memory, delivery: memory, sweep: memory } };
}
