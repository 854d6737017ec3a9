/** Capacity units a second, by table, and those of the busiest partitions. */
import { deliveriesAt, type Lane, requeuesAt } from './lanes.ts';
import type { Load } from './load.ts';
import { assumptions, units } from './measured.ts';
import { type Reader, unitsOfEvent } from './stream.ts';

/** Seconds for which a process caches the webhooks of a network. */
const CACHED_SECONDS = 2;
const BYTES_OF_READ_UNIT = 4_096;
/** Shards of the deliveries of a webhook. */
const SHARDS_OF_WEBHOOK = 4;
/** A check of a held delivery: out of the due index and into it again, two units each. */
export const UNITS_OF_CHECK = 4;

export interface TableUnits {
  readonly writes: { readonly events: number; readonly deliveries: number; readonly activities: number };
  readonly reads: { readonly webhooks: number; readonly networks: number };
  /** Writes to one shard of the deliveries of the busiest webhook. */
  readonly hottestDeliveryShard: number;
  /** Reads of the webhooks of the busiest network. */
  readonly hottestWebhooks: number;
  /** Writes to the index `due` of the deliveries, all partitions together. */
  readonly dueIndex: number;
}

export function tableUnits(load: Load, fanOut: Reader, fast: Lane): TableUnits {
  const { all, dead, slow } = deliveriesAt(load);
  const waiting = dead + slow;
  const deliveries =
    (all - waiting) * units.delivered + waiting * units.failedAttempt + slow + requeuesAt(load) * UNITS_OF_CHECK;
  // Fan-out reads a network anew for each batch, since its events are newer than what is cached; signers every two seconds.
  const processes = Math.ceil(fast.concurrency);
  const deliveriesOfProcess = (fast.messages * CACHED_SECONDS) / Math.max(1, processes);
  const lookups =
    fanOut.callsPerSecond * distinct(fanOut.recordsPerCall, load.networks) +
    (processes * distinct(deliveriesOfProcess, load.networks)) / CACHED_SECONDS;
  const unitsOfLookup = Math.ceil((load.webhooksPerNetwork * assumptions.webhookItemBytes) / BYTES_OF_READ_UNIT);
  return {
    writes: {
      events: load.eventsPerSecond * unitsOfEvent(load),
      deliveries,
      activities: load.eventsPerSecond * load.activityShare * units.recordedActivity,
    },
    reads: { webhooks: lookups * unitsOfLookup, networks: lookups },
    hottestDeliveryShard: (load.eventsPerSecond * load.busiestShare * units.delivered) / SHARDS_OF_WEBHOOK,
    hottestWebhooks: (fanOut.callsPerSecond + processes / CACHED_SECONDS) * unitsOfLookup,
    dueIndex: waiting + requeuesAt(load) * 2,
  };
}

/** The expected number of different ones among `drawn`, of `all` that are equally likely. */
export const distinct = (drawn: number, all: number): number => all * (1 - (1 - 1 / all) ** drawn);
