/** The two lanes: deliveries to open receivers, and everything that may take long. */
import type { Capacity, Load } from './load.ts';
import { assumptions } from './measured.ts';
import { busyServers, waitQuantile } from './queueing.ts';
import { attemptsSeconds, heldSeconds, requeueSeconds } from './service-time.ts';

const MESSAGES_PER_BATCH = 10;
/** A receiver that is down is tried every five minutes. An attempt takes the whole time-out. */
const [PROBE_EVERY_SECONDS, ATTEMPT_SECONDS] = [300, 1.5];
/** A sweep works for 45 s of each minute. */
const SWEEPING_SHARE = 45 / 60;

/** A lane at a load. */
export interface Lane {
  readonly callsPerSecond: number;
  readonly secondsPerCall: number;
  /** Calls at once, on average. */
  readonly concurrency: number;
  /** The same, if every batch were full: messages that wait for a call fill the batches. */
  readonly leastConcurrency: number;
  /** Messages a second that come to its queue. */
  readonly messages: number;
  /** Seconds that a share of the messages waits for a free call; Infinity if they are too many. */
  wait(share: number): number;
}

/** Deliveries a second, by the receivers that they are for. */
export function deliveriesAt({ eventsPerSecond, webhooksPerNetwork, deadShare, slowShare }: Load) {
  const all = eventsPerSecond * webhooksPerNetwork;
  return { all, dead: all * deadShare, slow: all * slowShare, open: all * (1 - deadShare - slowShare) };
}

/** First attempts to open receivers. `together` is how many messages fan-out sends at a time. */
export function fastLane(load: Load, { memory, delivery, times }: Capacity, together: number): Lane {
  return laneOf(
    deliveriesAt(load).open,
    Math.min(MESSAGES_PER_BATCH, Math.max(1, together)),
    delivery.concurrency.firstAttempts,
    (batch) => attemptsSeconds(batch, load, { memory: memory.delivery, times }),
  );
}

/** Messages that the sweeper requeues a second while receivers stay dead. */
export const requeuesAt = (load: Load): number => deliveriesAt(load).dead * assumptions.checksOfHeldDelivery;

/** Share of what the sweeper, which is one call a minute, can requeue: a message and a write for each. */
export const sweeperUtilisation = (load: Load, { memory, times }: Capacity): number =>
  (requeuesAt(load) * requeueSeconds({ memory: memory.sweep, times })) / SWEEPING_SHARE;

/** Turns of slow receivers, probes of dead ones, and what is held for either. */
export function slowLane(load: Load, { memory, delivery, times }: Capacity): Lane {
  const receivers = load.networks * load.webhooksPerNetwork;
  const { dead, slow } = deliveriesAt(load);
  const turns = Math.min(receivers * load.slowShare, slow * ATTEMPT_SECONDS);
  const probes = ((receivers * load.deadShare) / PROBE_EVERY_SECONDS) * ATTEMPT_SECONDS;
  const busy = turns + probes;
  const free = Math.max(0, Math.floor(delivery.concurrency.slowLane - busy));
  const held = dead + slow + requeuesAt(load);
  const lane = laneOf(held, MESSAGES_PER_BATCH, free, (batch) =>
    heldSeconds(batch, { memory: memory.delivery, times }),
  );
  return { ...lane, concurrency: lane.concurrency + busy, leastConcurrency: lane.leastConcurrency + busy };
}

function laneOf(messages: number, fill: number, servers: number, secondsOf: (batch: number) => number): Lane {
  const busyWith = (batch: number): number => busyServers({ arrivals: messages / batch, service: secondsOf(batch) });
  const batch = busyWith(fill) <= servers ? fill : MESSAGES_PER_BATCH;
  const [arrivals, service] = [messages / batch, secondsOf(batch)];
  return {
    callsPerSecond: arrivals,
    secondsPerCall: service,
    concurrency: busyWith(batch),
    leastConcurrency: busyWith(MESSAGES_PER_BATCH),
    messages,
    wait: (share) => waitQuantile({ servers, arrivals, service, variation: 1 }, share),
  };
}
