/** What a configuration does at a load: latency, concurrency, units, and how far each limit is used. */
import { deliveriesAt, fastLane, slowLane } from './lanes.ts';
import type { Capacity, Load } from './load.ts';
import { fanOutSeconds, ingestSeconds, processing, recordActivitySeconds } from './service-time.ts';
import { readerAt } from './stream.ts';
import { tableUnits } from './tables.ts';
import { type Parts, type Use, usesOf } from './uses.ts';

export interface Prediction extends Parts {
  readonly ingestSeconds: number;
  /** Every limit, the most used one first; it is also `tightest`. */
  readonly uses: readonly Use[];
  readonly tightest: Use;
  /** Deliveries a second that wait for dead receivers: how fast the backlog in the table grows. */
  readonly backlogGrowth: number;
  /** Seconds from an event's 202 to the first attempt of its delivery to an open receiver, for a share of the deliveries. */
  toAttempt(share: number): number;
  /** The same, to the receiver's 2xx. */
  toResponse(share: number): number;
}

export function predict(load: Load, capacity: Capacity): Prediction {
  const { memory, times } = capacity;
  const { eventsPerSecond, webhooksPerNetwork } = load;
  const requests = eventsPerSecond / load.eventsPerRequest;
  const ingest = ingestSeconds(load.eventsPerRequest, { memory: memory.http, times });
  const fanOut = readerAt(eventsPerSecond, load, capacity, (records) =>
    fanOutSeconds(records, webhooksPerNetwork, { memory: memory.stream, times }),
  );
  const recordActivity = readerAt(eventsPerSecond * load.activityShare, load, capacity, (records) =>
    recordActivitySeconds(records, { memory: memory.stream, times }),
  );
  const fast = fastLane(load, capacity, fanOut.recordsPerCall * webhooksPerNetwork);
  const slow = slowLane(load, capacity);
  const tables = tableUnits(load, fanOut, fast);
  const concurrency = {
    'ingest-events': requests * ingest,
    'record-activity': recordActivity.concurrency,
    'fan-out': fanOut.concurrency,
    'fast lane': fast.concurrency,
    'slow lane': slow.concurrency,
  };
  const ofSigners = { memory: memory.delivery, times };
  const toAttempt = (share: number): number =>
    fanOut.delay(share) + times.queue / 1_000 + fast.wait(share) + processing('signer', 1, ofSigners);
  const receiver = (share: number): number => Math.min(1.5, (-Math.log(1 - share) * load.receiverMilliseconds) / 1_000);
  const parts = { load, capacity, requests, fanOut, recordActivity, fast, slow, tables, concurrency };
  return {
    ...parts,
    ...usesOf(parts),
    ingestSeconds: ingest,
    backlogGrowth: deliveriesAt(load).dead,
    toAttempt,
    toResponse: (share) => toAttempt(share) + receiver(share),
  };
}

/** A lane that is busier makes deliveries wait, and leaves nothing for a burst. */
export const HIGHEST_UTILISATION = 0.8;

/** The highest rate of events at which no limit is used by more than 80 %, to two digits. The rest of the load stays as it is. */
export function mostEvents(load: Load, capacity: Capacity): number {
  let [enough, tooMany] = [0, 1_000_000];
  while (tooMany - enough > tooMany / 1_000) {
    const eventsPerSecond = (enough + tooMany) / 2;
    if (predict({ ...load, eventsPerSecond }, capacity).tightest.utilisation <= HIGHEST_UTILISATION)
      enough = eventsPerSecond;
    else tooMany = eventsPerSecond;
  }
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(enough)) - 1);
  return Math.floor(enough / digit) * digit;
}
