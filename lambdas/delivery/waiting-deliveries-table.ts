/** The deliveries table, as the breaker, the sweeper and a recovery use it: what waits, what is due, what failed. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { Delivery } from './delivery.ts';
import { timePrefix } from './delivery-id.ts';
import { deliveryKey, deliveryOfItem, shardKeys } from './delivery-item.ts';
import { indexAttributes, waitingOrders } from './waiting-index.ts';

/** The names of the sparse indexes (lib/stacks/data.ts makes them). */
export const WAITING_INDEX = 'waiting';
export const DUE_INDEX = 'due';

/** A retry whose time has come: what the index of due retries projects. */
export const DueDelivery = v.object({
  ...v.pick(Delivery, [
    'networkId',
    'webhookId',
    'deliveryId',
    'eventId',
    'event',
    'createdAt',
    'attemptCount',
    'generation',
  ]).entries,
  dueAt: v.string(),
});
export type DueDelivery = v.InferOutput<typeof DueDelivery>;

/** What one look for failed deliveries found, and after which id the next one begins. */
export interface FailedPage {
  readonly deliveries: readonly Delivery[];
  readonly after?: DeliveryId;
}

/** Deliveries of a shard that one look for failed ones reads. */
const LOOKED_AT_PER_SHARD = 100;

const WaitingId = v.object({ deliveryId: DeliveryId });

export type WaitingDeliveriesTable = ReturnType<typeof waitingDeliveriesTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function waitingDeliveriesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
) {
  return { waiting, due, takeOutOfDue, failedBetween, replay, putBackInLine };

  /** Ids of a webhook's held deliveries, the oldest first, or of its scheduled ones, the next first. */
  async function waiting(webhookId: string, kind: 'held' | 'scheduled', limit: number): Promise<readonly DeliveryId[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: WAITING_INDEX,
        KeyConditionExpression: 'waitingWebhookId = :webhookId AND begins_with(waitingOrder, :kind)',
        ExpressionAttributeValues: { ':webhookId': webhookId, ':kind': waitingOrders[kind] },
        Limit: limit,
      }),
    );
    return Items.map((item) => v.parse(WaitingId, item).deliveryId);
  }

  /** Retries of a bucket whose time has come by `at` (ISO 8601), the most overdue first. */
  async function due(bucket: number, at: string, limit: number): Promise<readonly DueDelivery[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'dueBucket = :bucket AND dueAt <= :at',
        ExpressionAttributeValues: { ':bucket': bucket, ':at': at },
        Limit: limit,
      }),
    );
    return Items.map((item) => v.parse(DueDelivery, item));
  }

  /** Takes a retry out of the index of due ones, unless it has been timed anew meanwhile. */
  async function takeOutOfDue({ webhookId, deliveryId, dueAt }: DueDelivery): Promise<void> {
    await ifUnchanged(
      new UpdateCommand({
        TableName,
        Key: deliveryKey(webhookId, deliveryId),
        UpdateExpression: 'REMOVE dueBucket, dueAt',
        ConditionExpression: 'dueAt = :dueAt',
        ExpressionAttributeValues: { ':dueAt': dueAt },
      }),
    );
  }

  /**
   * Failed deliveries accepted between two times (ISO 8601, inclusive), oldest first, beyond `after`. One look reads a bounded
   * number of deliveries, failed or not; `after` in the answer is where the next look begins, absent when all were read.
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
        Limit: LOOKED_AT_PER_SHARD,
      }),
    );
    const after = LastEvaluatedKey && { after: v.parse(DeliveryId, LastEvaluatedKey['deliveryId']) };
    return { deliveries: Items.map(deliveryOfItem), ...after };
  }

  /**
   * Begins a new life of a delivery, due at once (`now`, in milliseconds); messages of its earlier life are dropped from then on.
   * It is listed as due a little later, in case that its message is never sent.
   */
  async function replay(delivery: Delivery, now: number): Promise<Delivery> {
    const next = { kind: 'at', at: new Date(now).toISOString() } as const;
    const index = indexAttributes({ ...delivery, next }, now);
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName,
        Key: deliveryKey(delivery.webhookId, delivery.deliveryId),
        UpdateExpression:
          'SET #state = :retrying, #next = :next, waitingWebhookId = :webhookId, waitingOrder = :order, dueBucket = :bucket, dueAt = :dueAt, attemptsOnSchedule = :none ADD generation :one',
        ConditionExpression: 'attribute_exists(deliveryId)',
        ExpressionAttributeNames: { '#state': 'state', '#next': 'next' },
        ExpressionAttributeValues: {
          ':retrying': 'retrying',
          ':next': next,
          ':webhookId': index.waitingWebhookId,
          ':order': index.waitingOrder,
          ':bucket': index.dueBucket,
          ':dueAt': index.dueAt,
          ':none': 0,
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return deliveryOfItem(Attributes);
  }

  /** Puts a failed delivery back into the webhook's line; says whether it was still failed. */
  async function putBackInLine({ webhookId, deliveryId }: Delivery): Promise<boolean> {
    return await ifUnchanged(
      new UpdateCommand({
        TableName,
        Key: deliveryKey(webhookId, deliveryId),
        UpdateExpression:
          'SET #state = :retrying, #next = :held, waitingWebhookId = :webhookId, waitingOrder = :order, attemptsOnSchedule = :none ADD generation :one',
        ConditionExpression: '#state = :failed',
        ExpressionAttributeNames: { '#state': 'state', '#next': 'next' },
        ExpressionAttributeValues: {
          ':retrying': 'retrying',
          ':failed': 'failed',
          ':held': { kind: 'held' },
          ':webhookId': webhookId,
          ':order': `${waitingOrders.held}${deliveryId}`,
          ':none': 0,
          ':one': 1,
        },
      }),
    );
  }

  async function ifUnchanged(command: UpdateCommand): Promise<boolean> {
    try {
      await client.send(command);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
