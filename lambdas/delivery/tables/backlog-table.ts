/** The deliveries table as the breaker, the sweeper and a recovery use it: what waits, what is due, what failed. */
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import { dueIndex, waitingIndex } from '../../../contract/tables.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { isApplied } from '../../shared/table-requests.ts';
import { Delivery } from '../model/delivery.ts';
import { timePrefix } from '../model/delivery-id.ts';
import { heldAttributes, scheduledAttributes, waitingOrderOf } from './delivery-indexes.ts';
import { deliveryKey, deliveryOfItem, shardKeys } from './delivery-item.ts';

/** A retry whose time has come, as the `due` index has it. */
export const DueDelivery = v.object({
  ...v.pick(Delivery, ['deliveryId', ...dueIndex.projected]).entries,
  [dueIndex.sortKey]: v.string(),
});
export type DueDelivery = v.InferOutput<typeof DueDelivery>;

/** The failed deliveries that one read found, and the id after which the next read starts; absent after the last one. */
export interface FailedPage {
  readonly deliveries: readonly Delivery[];
  readonly after?: DeliveryId;
}

/** Deliveries of a shard that one read for failed ones evaluates. */
const EVALUATED_PER_SHARD = 100;

const Waiting = v.object({ deliveryId: DeliveryId, [waitingIndex.sortKey]: v.string() });
type Waiting = v.InferOutput<typeof Waiting>;

export type BacklogTable = ReturnType<typeof backlogTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function backlogTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
) {
  return { waitingIds, due, removeFromDue, failedBetween, replay, requeue };

  /** Ids of a webhook's held deliveries, the oldest first, or of its scheduled ones, the next first. The index lags. */
  async function waitingIds(
    webhookId: string,
    kind: 'held' | 'scheduled',
    limit: number,
  ): Promise<readonly DeliveryId[]> {
    const shards = await Promise.all(shardKeys(webhookId).map((shard) => waitingInShard(shard, kind, limit)));
    return shards
      .flat()
      .sort((a, b) => (a.waitingOrder < b.waitingOrder ? -1 : 1))
      .slice(0, limit)
      .map(({ deliveryId }) => deliveryId);
  }

  async function waitingInShard(shard: string, kind: 'held' | 'scheduled', limit: number): Promise<Waiting[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: waitingIndex.indexName,
        KeyConditionExpression: 'webhookId_shard = :shard AND begins_with(waitingOrder, :kind)',
        ExpressionAttributeValues: { ':shard': shard, ':kind': waitingOrderOf(kind) },
        Limit: limit,
      }),
    );
    return Items.map((item) => v.parse(Waiting, item));
  }

  /** Retries of a bucket that are due at `at` (ISO 8601), the most overdue first. The index lags. */
  async function due(bucket: number, at: string, limit: number): Promise<readonly DueDelivery[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: dueIndex.indexName,
        KeyConditionExpression: 'dueBucket = :bucket AND dueAt <= :at',
        ExpressionAttributeValues: { ':bucket': bucket, ':at': at },
        Limit: limit,
      }),
    );
    return Items.map((item) => v.parse(DueDelivery, item));
  }

  /** Removes a retry from the `due` index, unless its time has changed since it was read. */
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
   * Failed deliveries accepted between two times (ISO 8601, inclusive) and after `after`, oldest first. One call evaluates a
   * bounded number of deliveries, failed or not.
   */
  async function failedBetween(
    webhookId: string,
    times: { readonly since: string; readonly until: string },
    after?: DeliveryId,
  ): Promise<FailedPage> {
    const last = `${timePrefix(Date.parse(times.until))}~`;
    // Ids are 26 characters: a longer one sorts after `after` and before every other.
    const first = after === undefined ? timePrefix(Date.parse(times.since)) : `${after}0`;
    if (first > last) return { deliveries: [] };
    const shards = await Promise.all(shardKeys(webhookId).map((shard) => failedInShard(shard, first, last)));
    const [cutOff] = shards.flatMap((shard) => shard.after ?? []).sort();
    const deliveries = shards
      .flatMap((shard) => shard.deliveries)
      .filter(({ deliveryId }) => cutOff === undefined || deliveryId <= cutOff)
      .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
    return { deliveries, ...(cutOff !== undefined && { after: cutOff }) };
  }

  async function failedInShard(shard: string, first: string, last: string): Promise<FailedPage> {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId BETWEEN :first AND :last',
        FilterExpression: '#state = :failed',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':shard': shard, ':first': first, ':last': last, ':failed': 'failed' },
        Limit: EVALUATED_PER_SHARD,
        ConsistentRead: true,
      }),
    );
    const after = LastEvaluatedKey && { after: v.parse(DeliveryId, LastEvaluatedKey['deliveryId']) };
    return { deliveries: Items.map(deliveryOfItem), ...after };
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

  /** Puts a failed delivery back into the webhook's backlog. Returns whether it was still failed. */
  async function requeue(delivery: Delivery): Promise<boolean> {
    const attributes = { next: { kind: 'held' }, ...heldAttributes(delivery) };
    return await isApplied(client.send(newSchedule(delivery, attributes, '#state = :failed', { ':failed': 'failed' })));
  }

  function newSchedule(
    { webhookId, deliveryId }: Delivery,
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
