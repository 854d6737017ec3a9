/** The deliveries table as admins see it: a webhook's deliveries, the latest event first. */
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId, type DeliveryState } from '../../../contract/deliveries.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { Delivery } from '../model/delivery.ts';
import { timePrefix } from '../model/delivery-id.ts';
import { shardKeys, wellFormed } from './delivery-item.ts';

/** Which deliveries to list. Times are ISO 8601 and inclusive; `start` is the last delivery of the previous page. */
export interface LogFilter {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly start?: DeliveryId | undefined;
}

/** A page of the log; `start` is present when there may be another page. */
export interface LogPage {
  readonly deliveries: readonly Delivery[];
  readonly start?: DeliveryId;
}

/** Reads of a shard for one page. A filter that few deliveries match gives short pages rather than a slow response. */
const MAX_READS = 5;
/** Items of one read with a filter, which may discard most of them. */
const FILTERED_READ_ITEMS = 500;
/** Sorts after every delivery id. */
const BEYOND_EVERY_ID = '~';

/** The table of the given name; by default the one that the function's environment names. */
export function deliveryLogTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
) {
  return { page };

  /** A page of a webhook's deliveries. With a filter it may have fewer than `limit`, even none, and still a `start`. */
  async function page(webhookId: string, filter: LogFilter): Promise<LogPage> {
    const shards = await Promise.all(shardKeys(webhookId).map((shard) => readShard(shard, filter)));
    // A shard whose read stopped early may have more deliveries below that id, so the page ends there.
    const cutOff = shards.flatMap(({ cutOffAt }) => cutOffAt ?? []).sort(newestFirst)[0];
    const found = shards
      .flatMap(({ deliveries }) => deliveries)
      .filter(({ deliveryId }) => cutOff === undefined || deliveryId >= cutOff)
      .sort((a, b) => newestFirst(a.deliveryId, b.deliveryId));
    const deliveries = found.slice(0, filter.limit);
    const start = found.length > deliveries.length ? deliveries.at(-1)?.deliveryId : cutOff;
    return start === undefined ? { deliveries } : { deliveries, start };
  }

  async function readShard(shard: string, filter: LogFilter): Promise<ShardRead> {
    const deliveries: Delivery[] = [];
    let next: QueryCommandInput['ExclusiveStartKey'];
    for (let reads = 0; reads < MAX_READS && deliveries.length <= filter.limit; reads++) {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          ...conditionsOf(shard, filter),
          ExclusiveStartKey: next,
          ScanIndexForward: false,
        }),
      );
      deliveries.push(
        ...Items.flatMap((item) => wellFormed(Delivery, item)).filter(({ deliveryId }) => deliveryId !== filter.start),
      );
      if (LastEvaluatedKey === undefined) return { deliveries };
      next = LastEvaluatedKey;
    }
    return { deliveries, cutOffAt: v.parse(DeliveryId, next?.['deliveryId']) };
  }
}

/** The deliveries of one shard, and the id at which the read stopped early, if it did. */
interface ShardRead {
  readonly deliveries: readonly Delivery[];
  readonly cutOffAt?: DeliveryId;
}

function conditionsOf(shard: string, { state, event, since, until, limit, start }: LogFilter) {
  const newest = until === undefined ? BEYOND_EVERY_ID : `${timePrefix(Date.parse(until))}${BEYOND_EVERY_ID}`;
  const last = oldestOf(start ?? newest, newest);
  const first = timePrefix(since === undefined ? 0 : Date.parse(since));
  const filters = [...(state ? ['#state = :state'] : []), ...(event ? ['#event = :event'] : [])];
  return {
    // BETWEEN needs its bounds in order, also after a page that ended at the very first delivery.
    KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId BETWEEN :first AND :last',
    ...(filters.length > 0 && {
      FilterExpression: filters.join(' AND '),
      ExpressionAttributeNames: { ...(state && { '#state': 'state' }), ...(event && { '#event': 'event' }) },
    }),
    ExpressionAttributeValues: {
      ':shard': shard,
      ':first': oldestOf(first, last),
      ':last': last,
      ...(state && { ':state': state }),
      ...(event && { ':event': event }),
    },
    // One for the last delivery of the previous page, and one that shows whether another page follows.
    Limit: filters.length > 0 ? FILTERED_READ_ITEMS : limit + 2,
  };
}

const oldestOf = (a: string, b: string): string => [a, b].sort()[0] ?? a;
const newestFirst = (a: string, b: string): number => (a > b ? -1 : 1);
