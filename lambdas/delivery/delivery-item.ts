/**
 * How a delivery is kept in the deliveries table.
 *
 * Keys: `webhookId_shard` and `deliveryId`. One partition takes about 1,000 writes a second and a time-ordered sort key
 * can't be split, so each webhook has a few of them. Items expire after 30 days (decision 30).
 */
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { Delivery } from './delivery.ts';
import { indexAttributes } from './waiting-index.ts';

/** Partitions of one webhook. */
export const SHARDS = 4;
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** The key of a delivery. */
export interface DeliveryKey {
  readonly webhookId_shard: string;
  readonly deliveryId: DeliveryId;
}

/** The key of a webhook's delivery; the shard is derived from the id. */
export const deliveryKey = (webhookId: string, deliveryId: DeliveryId): DeliveryKey => ({
  webhookId_shard: `${webhookId}_${deliveryId.charCodeAt(deliveryId.length - 2) % SHARDS}`,
  deliveryId,
});

/** The partition keys of a webhook's deliveries. */
export const shardKeys = (webhookId: string): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${webhookId}_${shard}`);

/** What is written. `now` is in milliseconds. */
export const deliveryItem = (delivery: Delivery, now: number): Record<string, unknown> => ({
  ...deliveryKey(delivery.webhookId, delivery.deliveryId),
  ...delivery,
  ...indexAttributes(delivery, now),
  expiresAt: Math.floor(Date.parse(delivery.createdAt) / 1000) + RETENTION_SECONDS,
});

/** What was read. Throws a ValiError for anything else. */
export const deliveryOfItem = (item: unknown): Delivery => v.parse(Delivery, item);
