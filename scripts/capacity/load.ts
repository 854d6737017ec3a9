/** The load that docs/scale.md and docs/cost.md assume, and what it uses. */
import { ACCEPTED_SHARDS } from '../../contract/tables.ts';
import { MESSAGES_PER_BATCH } from '../../lib/capabilities/delivery.ts';

/** Every event is for two webhooks. `itemBytes` are those of an event's body and of the rest of its item. */
export const load = { eventsPerRequest: 10, bodyBytes: 1_024, itemBytes: 1_024 + 300, webhooks: 2 } as const;

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
  /** With the counts of attempts: one for each webhook and batch. */
  delivered: 1 + 1 / MESSAGES_PER_BATCH,
  failedAttempt: 3 + 1 / MESSAGES_PER_BATCH,
  deliveryPage: 3,
  /** Of a network with more than four webhooks, however many. */
  networkLogPage: 19,
  /** Of an hour with 1,000 events and deliveries, with a look at the changes of the webhook. */
  ledger: 78,
  /** Writes of a request's quota, at most, at load (docs/adr/0036-limits-of-a-network.md). */
  quota: 0.02,
} as const;

/**
 * Milliseconds of a call in prod, and how many events or deliveries it handles. Estimates: processor time, stretched to
 * the share of a processor that the memory gives; 5 ms for a call of DynamoDB and 15 for one of SQS; receivers that
 * take 50 on average.
 */
export const calls = {
  authorizer: { milliseconds: 7, handles: 1 },
  route: { milliseconds: 8, handles: 1 },
  ingest: { milliseconds: 19, handles: load.eventsPerRequest },
  fanOut: { milliseconds: 44, handles: 60 },
  recordActivity: { milliseconds: 30, handles: 25 },
  delivery: { milliseconds: 160, handles: MESSAGES_PER_BATCH },
  timeOut: { milliseconds: 1_510, handles: MESSAGES_PER_BATCH },
  sweep: { milliseconds: 100, handles: 1 },
} as const;
