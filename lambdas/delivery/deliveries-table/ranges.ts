/** Deliveries of a webhook between two times, the oldest first: those that a recovery sends again, and those of a ledger. */
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import type { LedgerRange } from '../../../contract/ledger.ts';
import { timePrefix } from '../../../contract/time-ids.ts';
import { Delivery } from '../model/delivery.ts';
import { keysOf, type LedgerEntry } from '../model/ledger.ts';
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

const Entry = v.pick(Delivery, ['deliveryId', 'webhookId', 'event', 'state', 'generation', 'lastAttemptAt']);
/** `state` is a reserved word of expressions. */
const attributeNames = Object.fromEntries(Object.keys(Entry.entries).map((name) => [`#${name}`, name]));

/** Reads ranges of the table. */
export function rangeReader(client: DynamoDBDocumentClient, TableName: string) {
  return { recoverable, ledger };

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
   * A range of a webhook's ledger; at most `limit` deliveries. One call reads four shards with a query each, of at most 1 MB and
   * `limit` deliveries: at most 500 read units. Lags, as reads that are not consistent do: an hour that has settled is read as it is.
   */
  async function ledger(webhookId: string, range: LedgerRange, limit: number): Promise<RangePage<LedgerEntry>> {
    const { deliveries, ...rest } = await readRange(webhookId, keysOf(range), Entry, {
      FilterExpression: NO_TEST,
      ProjectionExpression: Object.keys(attributeNames).join(', '),
      ExpressionAttributeNames: attributeNames,
      Limit: limit,
    });
    const page = deliveries.slice(0, limit);
    const last = deliveries.length > limit ? page.at(-1)?.deliveryId : undefined;
    return { deliveries: page, ...rest, ...(last !== undefined && { next: last }) };
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
