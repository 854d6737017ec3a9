/** What the model is asked: a load, and the configuration that has to handle it. */
import type { StageConfig } from '../../lib/config.ts';
import { limits } from './limits.ts';
import { type Times, timesInAws } from './measured.ts';

/** A steady load. */
export interface Load {
  readonly eventsPerSecond: number;
  readonly eventsPerRequest: number;
  /** Bytes of an event's body. */
  readonly bodyBytes: number;
  /** Share of the events that become activity records. */
  readonly activityShare: number;
  readonly networks: number;
  /** Share of the events that the busiest network posts. */
  readonly busiestShare: number;
  /** Webhooks of a network. Each asks for every event. */
  readonly webhooksPerNetwork: number;
  /** Mean response time of a healthy receiver; exponential. */
  readonly receiverMilliseconds: number;
  /** Share of receivers that never respond. */
  readonly deadShare: number;
  /** Share of receivers that take more than 250 ms. Each has a call of the slow lane to itself while it is sent to. */
  readonly slowShare: number;
}

/** The load that the tables of docs/scale.md assume, at a rate of events. */
export const usualLoad = (eventsPerSecond: number): Load => ({
  eventsPerSecond,
  eventsPerRequest: 10,
  bodyBytes: 1_024,
  activityShare: 0.4,
  networks: 100,
  busiestShare: 0.1,
  webhooksPerNetwork: 2,
  receiverMilliseconds: 50,
  deadShare: 0.01,
  slowShare: 0.01,
});

/** Everything of a stage and its account that bounds the pipeline. */
export interface Capacity extends Pick<StageConfig, 'memory' | 'delivery' | 'api'> {
  readonly stream: StreamSettings;
  readonly accountConcurrency: number;
  readonly times: Times;
  /** Open shards of the events stream at little load. */
  readonly leastShards: number;
  /** Write units a second that the tables have taken before: a new table takes 4,000. */
  readonly provenWrites: number;
}

/** Settings of both stream readers (lib/constructs/stream-consumer.ts). */
export interface StreamSettings {
  readonly batchSize: number;
  readonly parallelizationFactor: number;
}

/** A stage as it is configured, in its account; with new tables, unless they have taken more before. */
export const capacityOf = (
  { memory, delivery, api, concurrency }: StageConfig,
  provenWrites: number = limits.newTableWrites.value,
): Capacity => ({
  memory,
  delivery,
  api,
  stream: { batchSize: 100, parallelizationFactor: concurrency.batchesPerShard },
  accountConcurrency: concurrency.account,
  // A new table takes four times as much as a partition.
  leastShards: limits.newTableWrites.value / limits.partitionWrites.value,
  provenWrites,
  times: timesInAws,
});
