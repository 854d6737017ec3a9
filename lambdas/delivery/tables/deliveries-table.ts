/** The deliveries table as signers use it: outcomes are written, state is read. */
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryId } from '../../../contract/deliveries.ts';
import { documentClient } from '../../shared/clients.ts';
import { required } from '../../shared/env.ts';
import { stageRetention } from '../../shared/retention.ts';
import { batchGet, batchWrite, isApplied } from '../../shared/table-requests.ts';
import { Delivery } from '../model/delivery.ts';
import { deliveryItem, deliveryKey, deliveryOfItem, wellFormed } from './delivery-item.ts';

export type DeliveriesTable = ReturnType<typeof deliveriesTable>;

/** The table of the given name; by default the one that the function's environment names. `now` returns milliseconds. */
export function deliveriesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
  now: () => number = Date.now,
  { deliveryDays } = stageRetention(),
) {
  return { putAll, putUnlessOvertaken, read, readAll };

  /**
   * Writes deliveries in batches and overwrites what is there; of repeated ones the last counts. One write unit a KB. Throws
   * UnprocessedItemsError.
   */
  async function putAll(deliveries: readonly Delivery[]): Promise<void> {
    const byId = new Map(deliveries.map((delivery) => [`${delivery.webhookId}/${delivery.deliveryId}`, delivery]));
    const requests = [...byId.values()].map((delivery) => ({
      PutRequest: { Item: deliveryItem(delivery, now(), deliveryDays) },
    }));
    await batchWrite(client, TableName, requests);
  }

  /** Writes a delivery unless it was replayed, or attempted again, since it was read. Returns whether it did. */
  async function putUnlessOvertaken(delivery: Delivery): Promise<boolean> {
    const put = new PutCommand({
      TableName,
      Item: deliveryItem(delivery, now(), deliveryDays),
      ConditionExpression:
        'attribute_not_exists(deliveryId) OR generation < :generation OR (generation = :generation AND attemptCount <= :attempts)',
      ExpressionAttributeValues: { ':generation': delivery.generation, ':attempts': delivery.attemptCount },
    });
    return await isApplied(client.send(put));
  }

  /** One delivery, read consistently, or undefined. */
  async function read(webhookId: string, deliveryId: DeliveryId): Promise<Delivery | undefined> {
    const Key = deliveryKey(webhookId, deliveryId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : deliveryOfItem(Item);
  }

  /** Those of the given deliveries that exist and are well-formed, read consistently, in ascending order of their ids. Throws UnprocessedItemsError. */
  async function readAll(
    ids: readonly { readonly webhookId: string; readonly deliveryId: DeliveryId }[],
  ): Promise<readonly Delivery[]> {
    const keys = ids.map(({ webhookId, deliveryId }) => deliveryKey(webhookId, deliveryId));
    const items = keys.length === 0 ? [] : await batchGet(client, TableName, keys);
    return items.flatMap((item) => wellFormed(Delivery, item)).sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  }
}
