/**
 * How a delivery is stored in the deliveries table: its keys, the attributes of its indexes, and the conditions by
 * which it is found.
 *
 * Keys: `webhookId_shard` and `deliveryId`. A partition takes about 1,000 writes a second, and DynamoDB can't split one
 * whose sort key only grows, so each webhook has a few of them. Items expire after 30 days, or as the stage sets
 * (docs/spec/delivery.md#retention).
 *
 * Index attributes are derived from the state, so that they can't contradict it. `waiting` is the backlog of a webhook,
 * held deliveries first and oldest first. `due` has the waiting deliveries of all webhooks; the sweeper queries it each
 * minute and queues what is due. What is sent in time is never due: a retry that waits in the queue becomes due some
 * time after its message, and a held delivery long after its webhook's backlog should have been sent. So nothing waits
 * without a time at which somebody looks at it again, whatever was lost.
 */
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { expiryAfter, hasExpired, UNEXPIRED } from '../../contract/expiry.ts';
import type { NetworkId } from '../../contract/ids.ts';
import {
  dueBucketOf,
  type dueIndex,
  EXPIRY_ATTRIBUTE,
  type TableKey,
  type waitingIndex,
} from '../../contract/tables.ts';
import { problemOf } from '../shared/logged-error.ts';
import { processMetrics } from '../shared/metrics.ts';
import { Delivery } from './delivery.ts';
import { MAX_QUEUE_DELAY_SECONDS, secondsUntil } from './messages.ts';

/** Partitions of one webhook. */
export const SHARDS = 4;

/** The key of a webhook's delivery; the shard is derived from the id. */
export const deliveryKey = (webhookId: string, deliveryId: DeliveryId): TableKey<'deliveries'> => ({
  webhookId_shard: `${webhookId}_${deliveryId.charCodeAt(deliveryId.length - 2) % SHARDS}`,
  deliveryId,
});

/** The partition keys of a webhook's deliveries. */
export const shardKeys = (webhookId: string): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${webhookId}_${shard}`);

/** A message that has not arrived so long after its time is assumed to be lost. */
const LOST_MESSAGE_MS = 120_000;

/** A held delivery is checked again after its age, but not before this time: some twelve times in 30 days. */
const RECHECK_MS = 15 * MINUTE_MS;

type WaitingAttributes = Readonly<Record<typeof waitingIndex.sortKey, string>>;
type DueAttributes = Readonly<Record<typeof dueIndex.partitionKey, number> & Record<typeof dueIndex.sortKey, string>>;

/** Attributes of both indexes; without them an item is not in the index. */
export type IndexAttributes = Partial<WaitingAttributes & DueAttributes>;

/** How `waitingOrder` begins: held deliveries come before scheduled ones. */
const waitingOrders = { held: '0#', scheduled: '1#' } as const;

/** The beginning of `waitingOrder` of a webhook's held, or scheduled, deliveries. */
export const waitingOrderOf = (kind: keyof typeof waitingOrders): string => waitingOrders[kind];

/** The attributes of a delivery that is held, and has waited since `since`. Times are milliseconds since 1970. */
export function heldAttributes(deliveryId: DeliveryId, since: number, now: number) {
  const wait = Math.max(now - since, RECHECK_MS);
  return { waitingOrder: `${waitingOrders.held}${deliveryId}`, ...dueAttributes(deliveryId, now + wait) };
}

/** The attributes of a delivery that is retried at a time (ISO 8601). `now` is in milliseconds. */
export function scheduledAttributes({ deliveryId }: Pick<Delivery, 'deliveryId'>, at: string, now: number) {
  const isInQueue = secondsUntil(at, now) <= MAX_QUEUE_DELAY_SECONDS;
  const dueAt = Date.parse(at) + (isInQueue ? LOST_MESSAGE_MS : 0);
  return { waitingOrder: `${waitingOrders.scheduled}${at}#${deliveryId}`, ...dueAttributes(deliveryId, dueAt) };
}

const dueAttributes = (deliveryId: DeliveryId, at: number): Required<DueAttributes> => ({
  dueBucket: dueBucketOf(deliveryId),
  dueAt: new Date(at).toISOString(),
});

/** The index attributes of a delivery in its present state. `now` is in milliseconds. */
export function indexAttributes(delivery: Delivery, now: number): IndexAttributes {
  const { next } = delivery;
  if (next === undefined) return {};
  return next.kind === 'held'
    ? heldAttributes(delivery.deliveryId, Date.parse(delivery.createdAt), now)
    : scheduledAttributes(delivery, next.at, now);
}

/** The item of a delivery, which expires so many days after its event was accepted. `now` is in milliseconds. */
export const deliveryItem = (delivery: Delivery, now: number, retentionDays: number): Record<string, unknown> => ({
  ...deliveryKey(delivery.webhookId, delivery.deliveryId),
  ...delivery,
  ...indexAttributes(delivery, now),
  [EXPIRY_ATTRIBUTE]: expiryAfter(delivery.createdAt, retentionDays),
});

/**
 * The value of an item, or nothing where it is malformed: it is logged, and counted for an alarm where a signer or the
 * sweeper has read it, and it keeps no other item from being read.
 */
export function parsedItem<const Schema extends v.GenericSchema>(
  schema: Schema,
  item: Readonly<Record<string, unknown>>,
): readonly v.InferOutput<Schema>[] {
  const parsed = v.safeParse(schema, item);
  if (parsed.success) return [parsed.output];
  const { webhookId_shard, deliveryId } = item;
  const key = { webhookId_shard, deliveryId };
  processMetrics.add('DeliveriesMalformed', 1);
  console.error({ name: 'malformed-item', table: 'deliveries', key, problem: problemOf(parsed.issues) });
  return [];
}

/**
 * What a network is shown of an item: nothing where it has expired, or is that of another network. The key has a
 * webhook's id alone, which no two networks have. `now` is in milliseconds.
 */
export const shown = (
  item: Readonly<Record<string, unknown>>,
  networkId: NetworkId,
  now: number,
): readonly Delivery[] =>
  hasExpired(item, now) ? [] : parsedItem(Delivery, item).filter((delivery) => delivery.networkId === networkId);

/** The attributes that a condition can name, which are those of a stored delivery. */
const names = ['state', 'event', 'class', 'statusCode'] as const;

/** All that are given must hold; `class` and `statusCode` are those of the last attempt. */
type DeliveryConditions = { readonly [name in (typeof names)[number]]?: Delivery[name] | undefined };

/** Whether a delivery meets the conditions. */
export const meetsConditions = (delivery: Delivery, conditions: DeliveryConditions): boolean =>
  names.every((name) => conditions[name] === undefined || delivery[name] === conditions[name]);

/** Leaves out test events, what has expired, and what is another network's; what says nothing of it is malformed. */
export const OF_LEDGER = `attribute_not_exists(isTest) AND ${UNEXPIRED} AND (attribute_not_exists(networkId) OR networkId = :network)`;

/** The conditions as an expression with its names and values, or undefined where there are none. */
export function filterExpression(conditions: DeliveryConditions) {
  const given = names.filter((name) => conditions[name] !== undefined);
  if (given.length === 0) return undefined;
  return {
    FilterExpression: given.map((name) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(given.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(given.map((name) => [`:${name}`, conditions[name]])),
  };
}
