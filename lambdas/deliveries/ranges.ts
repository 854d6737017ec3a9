/** Deliveries of a webhook between two ids. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { expiryValues } from '../../contract/expiry.ts';
import { queryShards, type ShardedPage } from '../shared/shards.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import { Delivery } from './delivery.ts';
import { OF_LEDGER, parsedItem, shardKeys } from './delivery-item.ts';

/** The first and the last sort key of a range; texts that need not be ids. */
export interface IdRange {
  readonly first: string;
  readonly last: string;
}

/** A delivery as far as the ledger needs it. */
export const RecordedDelivery = v.pick(Delivery, [
  ...([
    'deliveryId',
    'networkId',
    'webhookId',
    'eventId',
    'event',
    'state',
    'generation',
    'attemptsOnSchedule',
    'lastAttemptAt',
    'class',
    'statusCode',
    'recovery',
    'isErased',
  ] as const),
]);
export type RecordedDelivery = v.InferOutput<typeof RecordedDelivery>;

/** What the table has under an id; `record` is absent where it can't be read. */
export interface Recorded {
  readonly deliveryId: DeliveryId;
  readonly record?: RecordedDelivery;
}

/** `state` is a reserved word of expressions. */
const attributeNames = Object.fromEntries(Object.keys(RecordedDelivery.entries).map((name) => [`#${name}`, name]));

/** Reads ranges of the table. `now` returns milliseconds. */
export function rangeReader(client: DynamoDBDocumentClient, TableName: string, now: () => number) {
  return { recorded };

  /**
   * What is recorded in a range of ids, test events excepted, the oldest first; at most `perShard` of each shard.
   * `next` is the id up to which it is complete, absent at the end of the range. Half a read unit for each 4 KB.
   */
  async function recorded(
    { networkId, webhookId }: WebhookKey,
    { first, last }: IdRange,
    perShard: number,
    isConsistent: boolean,
  ): Promise<ShardedPage<Recorded>> {
    return await queryShards(
      client,
      {
        TableName,
        partitions: { name: 'webhookId_shard', keys: shardKeys(webhookId) },
        sortKey: 'deliveryId',
        first,
        last,
        FilterExpression: OF_LEDGER,
        ExpressionAttributeValues: { ...expiryValues(now()), ':network': networkId },
        ProjectionExpression: Object.keys(attributeNames).join(', '),
        ExpressionAttributeNames: attributeNames,
        Limit: perShard,
        ConsistentRead: isConsistent,
      },
      recordedOf,
      ({ deliveryId }) => deliveryId,
    );
  }
}

/** What an item says; only its id where it is malformed, which is logged. */
function recordedOf(item: Readonly<Record<string, unknown>>): readonly Recorded[] {
  const [record] = parsedItem(RecordedDelivery, item);
  if (record !== undefined) return [{ deliveryId: record.deliveryId, record }];
  const id = v.safeParse(DeliveryId, item['deliveryId']);
  return id.success ? [{ deliveryId: id.output }] : [];
}
