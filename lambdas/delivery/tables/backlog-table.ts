/** The deliveries table as the backlog, the sweeper and a recovery use it: what waits, what is due, what failed. */
import { type DynamoDBDocumentClient, paginateQuery, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import { dueIndex, waitingIndex } from '../../../contract/tables.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { isApplied } from '../../shared/table-requests.ts';
import { Delivery } from '../model/delivery.ts';
import { timePrefix } from '../model/delivery-id.ts';
import { type DeliveryConditions, filterExpression, NO_TEST } from './delivery-filter.ts';
import { heldAttributes, scheduledAttributes, waitingOrderOf } from './delivery-indexes.ts';
import { deliveryKey, deliveryOfItem, shardKeys, wellFormed } from './delivery-item.ts';

/** A waiting delivery whose time has come, as the `due` index has it. */
export const DueDelivery = v.object({
  ...v.pick(Delivery, ['deliveryId', ...dueIndex.projected]).entries,
  [dueIndex.sortKey]: v.string(),
});
export type DueDelivery = v.InferOutput<typeof DueDelivery>;

/** Which deliveries to recover: accepted between two times (ISO 8601, inclusive), and not attempted since `askedAt`. */
export interface RecoveryRange extends DeliveryConditions {
  readonly since: string;
  readonly until: string;
  readonly askedAt: string;
}

/** The deliveries that one read found, and the id after which the next read starts; absent after the last one. */
export interface RecoverablePage {
  readonly deliveries: readonly Delivery[];
  readonly after?: DeliveryId;
}

/** Due deliveries of one read. */
const DUE_PER_READ = 100;
/** Deliveries of a shard that one read for a recovery evaluates. */
const EVALUATED_PER_SHARD = 100;
const NOT_SINCE = '(attribute_not_exists(lastAttemptAt) OR lastAttemptAt < :askedAt)';

/** An entry of the `waiting` index; `waitingOrder` is where the next read continues. */
const Waiting = v.object({ deliveryId: DeliveryId, [waitingIndex.sortKey]: v.string() });
export type Waiting = v.InferOutput<typeof Waiting>;

/** A delivery that was read, as far as a new schedule depends on it. */
export type ReadDelivery = Pick<Delivery, 'webhookId' | 'deliveryId' | 'state' | 'generation'>;

export type BacklogTable = ReturnType<typeof backlogTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function backlogTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
) {
  return { waiting, due, removeFromDue, recoverable, replay, requeue };

  /**
   * A webhook's held deliveries, the oldest first, or its scheduled ones, the next first; at most `limit`, behind the entry with
   * the `waitingOrder` `after`. The index lags: it may have what waits no more, and lack what began to wait just now.
   */
  async function waiting(
    webhookId: string,
    kind: 'held' | 'scheduled',
    limit: number,
    after?: string,
  ): Promise<readonly Waiting[]> {
    const shards = await Promise.all(shardKeys(webhookId).map((shard) => waitingInShard(shard, kind, limit, after)));
    return shards
      .flat()
      .sort((a, b) => (a.waitingOrder < b.waitingOrder ? -1 : 1))
      .slice(0, limit);
  }

  async function waitingInShard(shard: string, kind: 'held' | 'scheduled', limit: number, after?: string) {
    const order = waitingOrderOf(kind);
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: waitingIndex.indexName,
        KeyConditionExpression: 'webhookId_shard = :shard AND waitingOrder BETWEEN :first AND :last',
        // A space sorts before, and a tilde after, every character of an order.
        ExpressionAttributeValues: { ':shard': shard, ':first': `${after ?? order} `, ':last': `${order}~` },
        Limit: limit,
      }),
    );
    return Items.map((item) => v.parse(Waiting, item));
  }

  /** Deliveries of a bucket that are due at `at` (ISO 8601), the most overdue first. The index lags. */
  async function* due(bucket: number, at: string): AsyncGenerator<readonly DueDelivery[]> {
    const pages = paginateQuery(
      { client, pageSize: DUE_PER_READ },
      {
        TableName,
        IndexName: dueIndex.indexName,
        KeyConditionExpression: 'dueBucket = :bucket AND dueAt <= :at',
        ExpressionAttributeValues: { ':bucket': bucket, ':at': at },
      },
    );
    for await (const { Items = [] } of pages) {
      yield Items.flatMap((item) => wellFormed(DueDelivery, item));
    }
  }

  /** Removes a delivery from the `due` index, unless its time has changed since it was read. */
  async function removeFromDue({ webhookId, deliveryId, dueAt }: DueDelivery): Promise<void> {
    const removal = new UpdateCommand({
      TableName,
      Key: deliveryKey(webhookId, deliveryId),
      UpdateExpression: 'REMOVE dueBucket, dueAt',
      ConditionExpression: 'dueAt = :dueAt',
      ExpressionAttributeValues: { ':dueAt': dueAt },
    });
    await isApplied(client.send(removal));
  }

  /**
   * Deliveries to recover, after `after`, oldest first. One call evaluates a bounded number of deliveries, whether they match or
   * not.
   */
  async function recoverable(webhookId: string, range: RecoveryRange, after?: DeliveryId): Promise<RecoverablePage> {
    const last = `${timePrefix(Date.parse(range.until))}~`;
    // Ids are 26 characters: a longer one sorts after `after` and before every other.
    const first = after === undefined ? timePrefix(Date.parse(range.since)) : `${after}0`;
    if (first > last) return { deliveries: [] };
    const shards = await Promise.all(
      shardKeys(webhookId).map((shard) => recoverableInShard(shard, first, last, range)),
    );
    const [cutOff] = shards.flatMap((shard) => shard.after ?? []).sort();
    const deliveries = shards
      .flatMap((shard) => shard.deliveries)
      .filter(({ deliveryId }) => cutOff === undefined || deliveryId <= cutOff)
      .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
    return { deliveries, ...(cutOff !== undefined && { after: cutOff }) };
  }

  async function recoverableInShard(
    shard: string,
    first: string,
    last: string,
    range: RecoveryRange,
  ): Promise<RecoverablePage> {
    const filter = filterExpression(range);
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId BETWEEN :first AND :last',
        ...filter,
        // A message that comes again finds nothing that was attempted because of it.
        FilterExpression: [...(filter ? [filter.FilterExpression] : []), NO_TEST, NOT_SINCE].join(' AND '),
        ExpressionAttributeValues: {
          ...filter?.ExpressionAttributeValues,
          ':shard': shard,
          ':first': first,
          ':last': last,
          ':askedAt': range.askedAt,
        },
        Limit: EVALUATED_PER_SHARD,
        ConsistentRead: true,
      }),
    );
    const after = LastEvaluatedKey && { after: v.parse(DeliveryId, LastEvaluatedKey['deliveryId']) };
    return { deliveries: Items.flatMap((item) => wellFormed(Delivery, item)), ...after };
  }

  /**
   * Starts a new schedule of a delivery, due at once (`now`, in milliseconds), and returns the delivery. Messages of its earlier
   * schedule are dropped from then on. It is in the `due` index, in case its message is never sent.
   */
  async function replay(delivery: Delivery, now: number): Promise<Delivery> {
    const at = new Date(now).toISOString();
    const attributes = { next: { kind: 'at', at }, ...scheduledAttributes(delivery, at, now) };
    const { Attributes } = await client.send(newSchedule(delivery, attributes, 'attribute_exists(deliveryId)'));
    return deliveryOfItem(Attributes);
  }

  /**
   * Puts a delivery back into the webhook's backlog, unless it has changed since it was read; `now` is in
   * milliseconds. Returns whether it did.
   */
  async function requeue(delivery: ReadDelivery, now: number): Promise<boolean> {
    const attributes = { next: { kind: 'held' }, ...heldAttributes(delivery.deliveryId, now, now) };
    const { state, generation } = delivery;
    const unchanged = '#state = :before AND generation = :generation';
    const values = { ':before': state, ':generation': generation };
    return await isApplied(client.send(newSchedule(delivery, attributes, unchanged, values)));
  }

  function newSchedule(
    { webhookId, deliveryId }: ReadDelivery,
    attributes: Readonly<Record<string, unknown>>,
    ConditionExpression: string,
    conditionValues: Readonly<Record<string, unknown>> = {},
  ): UpdateCommand {
    const set = Object.entries({ ...attributes, state: 'retrying', attemptsOnSchedule: 0 });
    return new UpdateCommand({
      TableName,
      Key: deliveryKey(webhookId, deliveryId),
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')} ADD generation :one`,
      ConditionExpression,
      ExpressionAttributeNames: Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ...conditionValues,
        ':one': 1,
      },
      ReturnValues: 'ALL_NEW',
    });
  }
}
