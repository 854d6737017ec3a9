/** The deliveries table: what signers write and read, the backlog of a webhook, and what the sweeper finds due. */
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hasExpired } from '../../contract/expiry.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { dueIndex, waitingIndex } from '../../contract/tables.ts';
import { documentClient } from '../shared/clients.ts';
import { required, stageRetention } from '../shared/env.ts';
import { queryShards, type ShardedPage } from '../shared/shards.ts';
import { batchGet, batchWrite, conditionally, isApplied } from '../shared/table-requests.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import { Delivery, finalState } from './delivery.ts';
import {
  deliveryItem,
  deliveryKey,
  heldAttributes,
  parsedItem,
  SHARDS,
  scheduledAttributes,
  shardKeys,
  shown,
  waitingOrderOf,
} from './delivery-item.ts';
import { rangeReader } from './ranges.ts';

/** A waiting delivery whose time has come, as the `due` index has it. */
export const DueDelivery = v.object({
  ...v.pick(Delivery, ['deliveryId', ...dueIndex.projected]).entries,
  [dueIndex.sortKey]: v.string(),
});
export type DueDelivery = v.InferOutput<typeof DueDelivery>;

/** An entry of the `waiting` index. */
const Waiting = v.object({ deliveryId: DeliveryId, [waitingIndex.sortKey]: v.string() });
export type Waiting = v.InferOutput<typeof Waiting>;

/** A delivery that was read, as far as a new schedule depends on it. */
export type ReadDelivery = Pick<Delivery, 'networkId' | 'webhookId' | 'deliveryId' | 'state' | 'generation'>;

/** When a delivery that is sent again has its turn: before all that waits, or among the held ones of its webhook. */
export type SendOrder = 'at_once' | 'held';

/** What identifies a delivery. */
type DeliveryKey = Pick<Delivery, 'webhookId' | 'deliveryId'>;
const byId = (a: DeliveryKey, b: DeliveryKey): number => (a.deliveryId < b.deliveryId ? -1 : 1);

/** Due deliveries of one read. */
const DUE_PER_READ = 100;

export type DeliveriesTable = ReturnType<typeof deliveriesTable>;

/** The table of this name, by default that of the function's environment. `now` returns milliseconds. */
export function deliveriesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
  now: () => number = Date.now,
  { deliveryDays } = stageRetention(),
) {
  return {
    putAll,
    putUnlessOvertaken,
    read,
    readAll,
    waiting,
    due,
    removeFromDue,
    addHeld,
    sendAgain,
    find,
    findAll,
    ...rangeReader(client, TableName, now),
  };

  /**
   * Writes deliveries in batches and overwrites what is there; of repeated ones the last counts. One write unit a KB.
   * Throws UnprocessedItemsError.
   */
  async function putAll(deliveries: readonly Delivery[]): Promise<void> {
    const byId = new Map(deliveries.map((delivery) => [`${delivery.webhookId}/${delivery.deliveryId}`, delivery]));
    const requests = [...byId.values()].map((delivery) => ({
      PutRequest: { Item: deliveryItem(delivery, now(), deliveryDays) },
    }));
    await batchWrite(client, TableName, requests);
  }

  /** Writes a delivery unless it was sent or attempted again since it was read. Returns whether it did. */
  async function putUnlessOvertaken(delivery: Delivery): Promise<boolean> {
    const put = new PutCommand({
      TableName,
      Item: deliveryItem(delivery, now(), deliveryDays),
      ConditionExpression:
        'attribute_not_exists(deliveryId) OR (networkId = :network AND (generation < :generation OR (generation = :generation AND attemptCount <= :attempts)))',
      ExpressionAttributeValues: {
        ':network': delivery.networkId,
        ':generation': delivery.generation,
        ':attempts': delivery.attemptCount,
      },
    });
    return await isApplied(client.send(put));
  }

  /** One delivery for a signer, read consistently, or undefined. It may have expired: the signer ends it then. */
  async function read(webhookId: string, deliveryId: DeliveryId): Promise<Delivery | undefined> {
    return v.parse(v.optional(Delivery), await readItem(webhookId, deliveryId));
  }

  /** One delivery of a network, read consistently; undefined where there is none, or it has expired. */
  async function find({ networkId, webhookId }: WebhookKey, deliveryId: DeliveryId): Promise<Delivery | undefined> {
    const item = await readItem(webhookId, deliveryId);
    const delivery = hasExpired(item, now()) ? undefined : v.parse(v.optional(Delivery), item);
    return delivery?.networkId === networkId ? delivery : undefined;
  }

  async function readItem(webhookId: string, deliveryId: DeliveryId) {
    const Key = deliveryKey(webhookId, deliveryId);
    return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  }

  /**
   * Those of the given deliveries that exist and are well-formed, for a signer, in ascending order of their ids, read
   * consistently. A read unit for each. Throws UnprocessedItemsError.
   */
  async function readAll(ids: readonly DeliveryKey[]): Promise<readonly Delivery[]> {
    return (await itemsOf(ids, true)).flatMap((item) => parsedItem(Delivery, item)).sort(byId);
  }

  /**
   * Those of the given deliveries that the network is shown, in ascending order of their ids, read consistently by
   * default. A read unit for each, half of one otherwise. Throws UnprocessedItemsError.
   */
  async function findAll(
    networkId: NetworkId,
    ids: readonly DeliveryKey[],
    isConsistent = true,
  ): Promise<readonly Delivery[]> {
    const time = now();
    return (await itemsOf(ids, isConsistent)).flatMap((item) => shown(item, networkId, time)).sort(byId);
  }

  async function itemsOf(ids: readonly DeliveryKey[], isConsistent: boolean) {
    const keys = ids.map(({ webhookId, deliveryId }) => deliveryKey(webhookId, deliveryId));
    return keys.length === 0 ? [] : await batchGet(client, TableName, keys, isConsistent);
  }

  /**
   * A webhook's held deliveries, the oldest first, or its scheduled ones, the next first; at most `limit`, behind the
   * `waitingOrder` `after`. `next` is where to read on. The index lags: it may have what waits no more, and lack what
   * began to wait just now.
   */
  async function waiting(
    webhookId: string,
    kind: 'held' | 'scheduled',
    limit: number,
    after: string = waitingOrderOf(kind),
  ): Promise<ShardedPage<Waiting>> {
    const query = {
      TableName,
      IndexName: waitingIndex.indexName,
      partitions: { name: waitingIndex.partitionKey, keys: shardKeys(webhookId) },
      sortKey: waitingIndex.sortKey,
      // A space sorts before, and a tilde after, every character of an order.
      first: `${after} `,
      last: `${waitingOrderOf(kind)}~`,
      Limit: Math.ceil(limit / SHARDS),
    };
    const parse = (item: Readonly<Record<string, unknown>>) => [v.parse(Waiting, item)];
    return await queryShards(client, query, parse, ({ waitingOrder }) => waitingOrder);
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
      yield Items.flatMap((item) => parsedItem(DueDelivery, item));
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
   * Adds a delivery that waits for its turn, unless there is one by now; `replaces` says that there is one which can't
   * be read. Returns whether it did. Three write units.
   */
  async function addHeld(delivery: Delivery, replaces: boolean): Promise<boolean> {
    const time = now();
    const put = new PutCommand({
      TableName,
      Item: { ...deliveryItem(delivery, time, deliveryDays), ...heldAttributes(delivery.deliveryId, time, time) },
      ...(!replaces && { ConditionExpression: 'attribute_not_exists(deliveryId)' }),
    });
    return await isApplied(client.send(put));
  }

  /**
   * Starts a new schedule of a delivery, and returns the delivery; undefined if it has changed since it was read, or if
   * its payload was erased, which a read may not show yet. From then on, messages of its earlier schedule are dropped. It
   * is in the indexes, in case no message follows. `by` says what sends it: a recovery or a replay.
   */
  async function sendAgain(
    delivery: ReadDelivery,
    order: SendOrder,
    by: Pick<Delivery, 'recovery' | 'replay'> = {},
  ): Promise<Delivery | undefined> {
    const { networkId, webhookId, deliveryId, state, generation } = delivery;
    const time = now();
    const at = new Date(time).toISOString();
    const beforeRecovery = by.recovery === undefined ? undefined : finalState(state);
    const attributes =
      order === 'held'
        ? { next: { kind: 'held' }, ...heldAttributes(deliveryId, time, time) }
        : { next: { kind: 'at', at }, ...scheduledAttributes(delivery, at, time) };
    const set = Object.entries({
      ...attributes,
      state: 'retrying',
      attemptsOnSchedule: 0,
      ...by,
      ...(beforeRecovery !== undefined && { beforeRecovery }),
    });
    // What somebody sends again for another reason is not a recovery's to take back.
    const removal = beforeRecovery === undefined ? ' REMOVE beforeRecovery' : '';
    const update = new UpdateCommand({
      TableName,
      Key: deliveryKey(webhookId, deliveryId),
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}${removal} ADD generation :one`,
      ConditionExpression:
        '#state = :before AND generation = :generation AND networkId = :network AND attribute_not_exists(isErased)',
      ExpressionAttributeNames: Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ':before': state,
        ':generation': generation,
        ':network': networkId,
        ':one': 1,
      },
      ReturnValues: 'ALL_NEW',
    });
    return await conditionally<Delivery | undefined>(
      client.send(update).then(({ Attributes }) => v.parse(Delivery, Attributes)),
      () => undefined,
    );
  }
}
