/** Deliveries of a webhook between two times, the oldest first: those that a recovery sends again, and what is recorded. */
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import { timePrefix } from '../../../contract/time-ids.ts';
import { queryShards, type ShardedPage } from '../../shared/shards.ts';
import { Delivery } from '../model/delivery.ts';
import { type IdRange, type Recorded, RecordedDelivery } from '../model/ledger.ts';
import { type DeliveryConditions, filterExpression, NO_TEST, shardKeys, wellFormed } from './delivery-item.ts';

/** Deliveries in ascending order of their ids; `next` is the id up to which they are complete, absent at the end of the range. */
export interface RangePage<T> {
  readonly deliveries: readonly T[];
  readonly next?: DeliveryId;
}

/** Which deliveries to recover: accepted between two times (ISO 8601, inclusive), and not attempted since `askedAt`. */
export interface RecoveryRange extends DeliveryConditions {
  readonly since: string;
  readonly until: string;
  readonly askedAt: string;
}

/** Deliveries of a shard that one read for a recovery evaluates. */
const EVALUATED_PER_SHARD = 100;
const NOT_SINCE = '(attribute_not_exists(lastAttemptAt) OR lastAttemptAt < :askedAt)';

/** `state` is a reserved word of expressions. */
const attributeNames = Object.fromEntries(Object.keys(RecordedDelivery.entries).map((name) => [`#${name}`, name]));

/** Reads ranges of the table. */
export function rangeReader(client: DynamoDBDocumentClient, TableName: string) {
  return { recoverable, recorded };

  /**
   * Deliveries to recover, after `after`. One call evaluates a bounded number of deliveries, whether they match or not. Read
   * consistently: what was sent again no longer matches.
   */
  async function recoverable(
    webhookId: string,
    range: RecoveryRange,
    after?: DeliveryId,
  ): Promise<RangePage<Delivery>> {
    // Ids are 26 characters: a longer one sorts after `after` and before every other.
    const first = after === undefined ? timePrefix(Date.parse(range.since)) : `${after}0`;
    const last = `${timePrefix(Date.parse(range.until))}~`;
    const filter = filterExpression(range);
    return await readRange(webhookId, { first, last }, Delivery, {
      ...filter,
      // A message that comes again finds nothing that was attempted because of it.
      FilterExpression: [...(filter ? [filter.FilterExpression] : []), NO_TEST, NOT_SINCE].join(' AND '),
      ExpressionAttributeValues: { ...filter?.ExpressionAttributeValues, ':askedAt': range.askedAt },
      Limit: EVALUATED_PER_SHARD,
      ConsistentRead: true,
    });
  }

  /**
   * What is recorded in a range of ids, test events excepted, the oldest first; at most `perShard` of each shard. `next` is the id up to
   * which it is complete, absent at the end of the range. Half a read unit for each 4 KB.
   */
  async function recorded(
    webhookId: string,
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
        FilterExpression: NO_TEST,
        ProjectionExpression: Object.keys(attributeNames).join(', '),
        ExpressionAttributeNames: attributeNames,
        Limit: perShard,
        ConsistentRead: isConsistent,
      },
      recordedOf,
      ({ deliveryId }) => deliveryId,
    );
  }

  async function readRange<T extends { readonly deliveryId: DeliveryId }>(
    webhookId: string,
    { first, last }: { readonly first: string; readonly last: string },
    schema: v.GenericSchema<unknown, T>,
    query: Partial<QueryCommandInput>,
  ): Promise<RangePage<T>> {
    // BETWEEN needs its bounds in order.
    if (first > last) return { deliveries: [] };
    const shards = await Promise.all(
      shardKeys(webhookId).map(async (shard) => {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            ...query,
            TableName,
            KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId BETWEEN :first AND :last',
            ExpressionAttributeValues: {
              ...query.ExpressionAttributeValues,
              ':shard': shard,
              ':first': first,
              ':last': last,
            },
          }),
        );
        const readTo = LastEvaluatedKey && v.parse(DeliveryId, LastEvaluatedKey['deliveryId']);
        return { found: Items.flatMap((item) => wellFormed(schema, item)), readTo };
      }),
    );
    const [next] = shards.flatMap(({ readTo }) => readTo ?? []).sort();
    const deliveries = shards
      .flatMap(({ found }) => found)
      .filter(({ deliveryId }) => next === undefined || deliveryId <= next)
      .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
    return { deliveries, ...(next !== undefined && { next }) };
  }
}

/** What an item says; only its id where it is malformed, which is logged. */
function recordedOf(item: Readonly<Record<string, unknown>>): readonly Recorded[] {
  const [record] = wellFormed(RecordedDelivery, item);
  if (record !== undefined) return [{ deliveryId: record.deliveryId, record }];
  const id = v.safeParse(DeliveryId, item['deliveryId']);
  return id.success ? [{ deliveryId: id.output }] : [];
}
