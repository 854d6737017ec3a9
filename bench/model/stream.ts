/** A reader of the events stream: one function that gets batches of each shard's records. */
import { limits } from './limits.ts';
import type { Capacity, Load } from './load.ts';
import { units } from './measured.ts';
import { busyServers, waitQuantile } from './queueing.ts';

/** What a reader does at a load. Times are seconds. */
export interface Reader {
  readonly callsPerSecond: number;
  readonly recordsPerCall: number;
  readonly secondsPerCall: number;
  /** Calls at once, on average. */
  readonly concurrency: number;
  /** Share of what its shards can be read at, with full batches. 1 and more: the stream's backlog grows. */
  readonly utilisation: number;
  /** From a record's write to the end of its batch, for a share of the records. */
  delay(share: number): number;
}

/** Write units of an event. */
export const unitsOfEvent = ({ bodyBytes }: Pick<Load, 'bodyBytes'>): number =>
  Math.ceil((bodyBytes + units.eventOverheadBytes) / 1_024);

/**
 * Open shards of the stream: one for each partition of the events table, which DynamoDB splits for the units that are written. AWS
 * doesn't document their number.
 */
export const shardsAt = (load: Load, { leastShards }: Capacity): number =>
  Math.max(leastShards, Math.ceil((load.eventsPerSecond * unitsOfEvent(load)) / limits.partitionWrites.value));

/** A reader of `records` a second; `secondsOf` is how long a batch of that many takes. */
export function readerAt(
  records: number,
  load: Load,
  capacity: Capacity,
  secondsOf: (records: number) => number,
): Reader {
  const { batchSize, parallelizationFactor } = capacity.stream;
  const lanes = shardsAt(load, capacity) * parallelizationFactor;
  const inPayload = Math.floor(limits.lambdaPayload.value / (2 * load.bodyBytes + 1_024));
  const most = Math.max(1, Math.min(batchSize, inPayload));
  const perLane = records / lanes;
  // A shard that is busy is asked again at once, an idle one four times a second.
  const callsOfLane = Math.min(perLane, Math.max(capacity.times.pollsPerSecond, perLane / most));
  const recordsPerCall = callsOfLane === 0 ? 0 : Math.max(1, perLane / callsOfLane);
  const secondsPerCall = secondsOf(recordsPerCall);
  const utilisation = (perLane * secondsOf(most)) / most;
  const station = { servers: 1, arrivals: utilisation / secondsPerCall, service: secondsPerCall, variation: 0 };
  return {
    callsPerSecond: callsOfLane * lanes,
    recordsPerCall,
    secondsPerCall,
    concurrency: Math.min(lanes, busyServers({ arrivals: callsOfLane * lanes, service: secondsPerCall })),
    utilisation,
    delay: (share) =>
      share / capacity.times.pollsPerSecond +
      capacity.times.getRecords / 1_000 +
      waitQuantile(station, share) +
      secondsPerCall,
  };
}
