/** The log that admins see: deliveries of one webhook or of several, the latest event first. */
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import type { listDeliveries } from '../../contract/delivery-log.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { timePrefix } from '../../contract/time-ids.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { filterExpression, shardKeys, shown } from '../deliveries/delivery-item.ts';
import { documentClient } from '../shared/clients.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { required, stageRetention } from '../shared/env.ts';

/** Which deliveries to list. `start` is the last delivery of the previous page. */
export type LogFilter = Readonly<v.InferOutput<typeof listDeliveries.query>>;

/** A page of the log; `start` is present when there may be another page. */
export interface LogPage {
  readonly deliveries: readonly Delivery[];
  readonly start?: DeliveryId;
}

/** Reads of a shard for one page. A filter that few deliveries match gives short pages rather than a slow response. */
const MAX_FILTERED_READS = 5;
/** Enough for the largest page to come from one shard of many: each read is twice as large as the one before. */
const MAX_READS = 8;
/** Items that are read at once with a filter, which may discard most: of all shards together, and of each at least. */
const FILTERED_ITEMS = 2_000;
const LEAST_FILTERED_ITEMS = 10;
/** Reads in flight at once. */
const READS_AT_ONCE = 50;
/** Sorts after every delivery id. */
const BEYOND_EVERY_ID = '~';

/** A shard, read down to the id `readTo`; without one it has no more deliveries. */
interface Shard {
  readonly key: string;
  readonly deliveries: readonly Delivery[];
  readonly readTo?: string;
}

export type DeliveryLog = ReturnType<typeof deliveryLog>;

/** The log in the table of this name, by default that of the function's environment. `now` returns milliseconds. */
export function deliveryLog(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
  now: () => number = Date.now,
  { deliveryDays } = stageRetention(),
) {
  return { page };

  /**
   * A page of the deliveries of webhooks of a network. With a filter it may have fewer than `limit`, even none, and
   * still a `start`.
   *
   * Each shard is read for its share of the page, and further only where the page needs more of it. A page of 20 takes
   * half a read unit a shard, and half a unit for each further read.
   */
  async function page(networkId: NetworkId, webhookIds: readonly string[], filter: LogFilter): Promise<LogPage> {
    let shards: readonly Shard[] = webhookIds
      .flatMap(shardKeys)
      .map((key) => ({ key, deliveries: [], readTo: BEYOND_EVERY_ID }));
    const maxReads = filterExpression(filter) === undefined ? MAX_READS : MAX_FILTERED_READS;
    for (let reads = 0; reads < maxReads; reads++) {
      // One more than the page has shows whether another page follows.
      const last = sortedDeliveries(shards)[filter.limit]?.deliveryId ?? '';
      if (!shards.some((shard) => mayHaveMore(shard, last))) break;
      const readItems = itemsPerRead(filter, shards.length, reads);
      shards = await mapConcurrently(shards, READS_AT_ONCE, async (shard) =>
        mayHaveMore(shard, last) ? await readOn(networkId, shard, filter, readItems) : shard,
      );
    }
    // Below that id a shard that was not read to its end may have more deliveries, so the page ends there.
    const readTo =
      shards
        .flatMap(({ readTo }) => readTo ?? [])
        .sort()
        .at(-1) ?? '';
    const found = sortedDeliveries(shards).filter(({ deliveryId }) => deliveryId >= readTo);
    const deliveries = found.slice(0, filter.limit);
    const start = found.length > deliveries.length ? deliveries.at(-1)?.deliveryId : readTo;
    return start === undefined || start === '' ? { deliveries } : { deliveries, start: v.parse(DeliveryId, start) };
  }

  async function readOn(networkId: NetworkId, shard: Shard, filter: LogFilter, Limit: number): Promise<Shard> {
    const { key, deliveries, readTo = '' } = shard;
    const time = now();
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        ...queryConditions(key, filter, time - deliveryDays * DAY_MS),
        ...(readTo !== BEYOND_EVERY_ID && { ExclusiveStartKey: { webhookId_shard: key, deliveryId: readTo } }),
        ScanIndexForward: false,
        Limit,
      }),
    );
    const read = Items.flatMap((item) => shown(item, networkId, time));
    const more = read.filter(({ deliveryId }) => deliveryId !== filter.start);
    return {
      key,
      deliveries: [...deliveries, ...more],
      ...(LastEvaluatedKey && { readTo: v.parse(DeliveryId, LastEvaluatedKey['deliveryId']) }),
    };
  }
}

/** Whether a shard may have deliveries that are newer than the id `last` and have not been read. */
const mayHaveMore = ({ readTo }: Shard, last: string): boolean => readTo !== undefined && readTo > last;

const sortedDeliveries = (shards: readonly Shard[]): readonly Delivery[] =>
  shards.flatMap(({ deliveries }) => deliveries).sort((a, b) => (a.deliveryId > b.deliveryId ? -1 : 1));

/**
 * Items of a shard's next read, after so many. Of a filter's matches nothing is known. Without one, each shard has
 * about its share of the page; where one has much more, later reads are larger.
 */
function itemsPerRead(filter: LogFilter, shards: number, reads: number): number {
  if (filterExpression(filter) !== undefined) {
    return Math.max(LEAST_FILTERED_ITEMS, Math.floor(FILTERED_ITEMS / Math.max(1, shards)));
  }
  // The last delivery of the previous page is read again.
  const needed = filter.limit + (filter.start === undefined ? 1 : 2);
  return Math.max(2, Math.ceil(needed / Math.max(1, shards))) * 2 ** Math.max(0, reads - 1);
}

/** `oldest` is the time (milliseconds) before which all has expired: that is not read. */
function queryConditions(shard: string, conditions: LogFilter, oldest: number) {
  const { since, until, start } = conditions;
  const filter = filterExpression(conditions);
  const newest = until === undefined ? BEYOND_EVERY_ID : `${timePrefix(Date.parse(until))}${BEYOND_EVERY_ID}`;
  const last = oldestOf(start ?? newest, newest);
  const first = timePrefix(Math.max(0, oldest, since === undefined ? 0 : Date.parse(since)));
  return {
    ...filter,
    // BETWEEN needs its bounds in order, also after a page that ended at the very first delivery.
    KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ...filter?.ExpressionAttributeValues,
      ':shard': shard,
      ':first': oldestOf(first, last),
      ':last': last,
    },
  };
}

const oldestOf = (a: string, b: string): string => (a < b ? a : b);
