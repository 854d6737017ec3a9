/** The loads that docs/scale.md and docs/cost.md assume, and what they use. */
import { ACCEPTED_SHARDS } from '../../contract/tables.ts';
import { MESSAGES_PER_BATCH } from '../../lib/capabilities/delivery.ts';
import { BATCH_SIZE } from '../../lib/constructs/stream-consumer.ts';

/** Every event is for two webhooks. `itemBytes` are those of an event's body and of the rest of its item. */
export const load = { eventsPerRequest: 10, bodyBytes: 1_024, itemBytes: 1_024 + 300, webhooks: 2 } as const;

/** The part of the events that are actions of users, which become activity. */
const ACTIONS = 0.4;

/** How many things are handled at once: as many as are there. */
export interface Batches {
  readonly eventsPerRequest: number;
  /** Records of the events stream in a call of fan-out, and of the reader that records activity. */
  readonly records: number;
  readonly actions: number;
  /** Messages in a call of a signer. A first one is for all webhooks of an event. */
  readonly messages: number;
  /** The part of the requests of users, and of platforms, whose token the authorizer has not in its cache. */
  readonly missesOfUsers: number;
  readonly missesOfPlatforms: number;
}

/** So much that every batch is as large as it may be, and a user calls several times in a minute. */
export const fullLoad: Batches = {
  eventsPerRequest: load.eventsPerRequest,
  records: BATCH_SIZE,
  actions: BATCH_SIZE * ACTIONS,
  messages: MESSAGES_PER_BATCH,
  missesOfUsers: 1 / 3,
  missesOfPlatforms: 0.01,
};

/** So little that each request, record and message comes alone. */
export const quietLoad: Batches = {
  eventsPerRequest: 1,
  records: 1,
  actions: 1,
  messages: 1,
  missesOfUsers: 1,
  missesOfPlatforms: 1,
};

/**
 * Partitions of a table on demand that has not grown: it takes 4,000 write units per second, and a partition 1,000
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html). Each has a shard.
 */
const SHARDS = 4;
/** How often a second Lambda polls each shard (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html). */
const POLLS = 4;
/** Seconds for which a platform collects events before it posts them. */
const COLLECTING = 0.5;
/** Seconds for which the authorizer's results are cached. */
export const CACHE_SECONDS = 60;

/**
 * The batches of a stage with so many events per second, evenly over the month. Fewer than full load: a call of the stream's
 * readers gets what came to its shard since the last poll that found something; a long poll of a queue returns with the
 * first message; users call less often than once a minute.
 */
export function batchesAt(eventsPerSecond: number): Batches {
  const ofPoll = (perSecond: number): number => {
    const mean = perSecond / (SHARDS * POLLS);
    return Math.min(BATCH_SIZE, mean / (1 - Math.exp(-mean)));
  };
  const eventsPerRequest = Math.min(load.eventsPerRequest, Math.max(1, eventsPerSecond * COLLECTING));
  return {
    eventsPerRequest,
    records: ofPoll(eventsPerSecond),
    actions: ofPoll(eventsPerSecond * ACTIONS),
    messages: 1,
    missesOfUsers: 1,
    missesOfPlatforms: Math.min(1, eventsPerRequest / (eventsPerSecond * CACHE_SECONDS)),
  };
}

/** Units of DynamoDB, as `npm run bench -- units` measures them. */
export const units = {
  /** With its entry in the index of accepted events. */
  event: Math.ceil(load.itemBytes / 1_024) + 1,
  /** Half a unit for each partition of that index. */
  eventPage: ACCEPTED_SHARDS / 2,
  /** With its entry in the index of the blocked user. */
  block: 2,
  /** Of 20 users by a user with 40 blocks. One with more than some hundred pays 20. */
  hideCheck: 1,
  /** A reaction has one and a comment two: half of each. */
  recordedActivity: 1.5,
  /** A batch writes one more for each of its webhooks, to count their attempts. */
  delivered: 1,
  failedAttempt: 3,
  deliveryPage: 3,
  /** Of a network with more than four webhooks, however many. */
  networkLogPage: 19,
  /** Of an hour with 1,000 events and deliveries, with a look at the changes of the webhook. */
  ledger: 78,
  /** A receiver that reads events: the index for new ones, again for those of two minutes ago, its network and webhook. */
  pull: ACCEPTED_SHARDS + 2,
  pulledEvent: 0.5,
  /** Writes of a request's quota, at most, at load (docs/adr/0036-limits-of-a-network.md). */
  quota: 0.02,
} as const;

/** Write units of a delivery with its part of the counts, where so many messages come at once. */
export const countedUnits = (written: number, messages: number): number => written + 1 / messages;

/**
 * Milliseconds of a call in prod: those that it takes in any case, and for each thing that it handles. Estimates:
 * processor time, stretched to the share of a processor that the memory gives; 5 ms for a call of DynamoDB and 15 for one
 * of SQS; receivers that take 50 on average.
 */
const calls = {
  authorizer: { base: 7, each: 0 },
  route: { base: 8, each: 0 },
  ingest: { base: 10, each: 0.9 },
  fanOut: { base: 24, each: 0.33 },
  recordActivity: { base: 10, each: 0.8 },
  delivery: { base: 60, each: 13 },
  timeOut: { base: 1_500, each: 1 },
  sweep: { base: 100, each: 0 },
} as const;
export type Call = keyof typeof calls;

/** Milliseconds of a call that handles so many things. */
export const millisecondsOf = (call: Call, handled = 1): number => calls[call].base + calls[call].each * handled;
