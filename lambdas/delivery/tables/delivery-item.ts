/**
 * How a delivery is stored in the deliveries table.
 *
 * Keys: `webhookId_shard` and `deliveryId`. A partition takes about 1,000 writes a second, and DynamoDB can't split one whose
 * sort key only grows, so each webhook has a few of them. Items expire after 30 days, or as the stage sets (docs/spec/delivery.md#retention).
 */
import * as v from 'valibot';
import type { DeliveryId } from '../../../contract/deliveries.ts';
import { EXPIRY_ATTRIBUTE, type TableKey } from '../../../contract/tables.ts';
import { processMetrics } from '../../shared/metrics.ts';
import { expiryAfter } from '../../shared/retention.ts';
import { Delivery } from '../model/delivery.ts';
import { indexAttributes } from './delivery-indexes.ts';

/** Partitions of one webhook. */
const SHARDS = 4;

/** The key of a webhook's delivery; the shard is derived from the id. */
export const deliveryKey = (webhookId: string, deliveryId: DeliveryId): TableKey<'deliveries'> => ({
  webhookId_shard: `${webhookId}_${deliveryId.charCodeAt(deliveryId.length - 2) % SHARDS}`,
  deliveryId,
});

/** The partition keys of a webhook's deliveries. */
export const shardKeys = (webhookId: string): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${webhookId}_${shard}`);

/** The item of a delivery, which expires so many days after its event was accepted. `now` is in milliseconds. */
export const deliveryItem = (delivery: Delivery, now: number, retentionDays: number): Record<string, unknown> => ({
  ...deliveryKey(delivery.webhookId, delivery.deliveryId),
  ...delivery,
  ...indexAttributes(delivery, now),
  [EXPIRY_ATTRIBUTE]: expiryAfter(delivery.createdAt, retentionDays),
});

/** The delivery of an item. Throws a ValiError for anything else. */
export const deliveryOfItem = (item: unknown): Delivery => v.parse(Delivery, item);

/**
 * The value of an item, or nothing where it is malformed: it is logged, and counted for an alarm where a signer or the sweeper
 * has read it, and it keeps no other item from being read.
 */
export function wellFormed<const Schema extends v.GenericSchema>(
  schema: Schema,
  item: Readonly<Record<string, unknown>>,
): readonly v.InferOutput<Schema>[] {
  const parsed = v.safeParse(schema, item);
  if (parsed.success) return [parsed.output];
  const { webhookId_shard, deliveryId } = item;
  const key = { webhookId_shard, deliveryId };
  processMetrics.add('DeliveriesMalformed', 1);
  console.error({ name: 'malformed-item', table: 'deliveries', key, problem: parsed.issues[0].message });
  return [];
}
