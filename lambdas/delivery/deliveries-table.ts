/** The deliveries table, as the signer uses it: outcomes in, state out. */
import { setTimeout } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import type { Delivery } from './delivery.ts';
import { deliveryItem, deliveryKey, deliveryOfItem } from './delivery-item.ts';

/** DynamoDB kept answering unprocessed items: it is throttling. */
export class DeliveriesUnavailableError extends Error {}

const WRITES_PER_BATCH = 25;
const READS_PER_BATCH = 100;
const MAX_ROUNDS = 6;

export type DeliveriesTable = ReturnType<typeof deliveriesTable>;

/** The table of the given name; by default the one that the function's environment names. `now` answers milliseconds. */
export function deliveriesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('DELIVERIES_TABLE'),
  now: () => number = Date.now,
) {
  return { putAll, putUnlessReplayed, read, readAll };

  /** Writes deliveries whatever was there, in batches. Of one that is named twice the last counts. One write unit a KB. */
  async function putAll(deliveries: readonly Delivery[]): Promise<void> {
    const byId = new Map(deliveries.map((delivery) => [`${delivery.webhookId}/${delivery.deliveryId}`, delivery]));
    const requests = [...byId.values()].map((delivery) => ({ PutRequest: { Item: deliveryItem(delivery, now()) } }));
    for (let start = 0; start < requests.length; start += WRITES_PER_BATCH) {
      await writeBatch(requests.slice(start, start + WRITES_PER_BATCH));
    }
  }

  async function writeBatch(requests: NonNullable<BatchRequests>): Promise<void> {
    let rest: BatchRequests = requests;
    for (let round = 0; rest !== undefined && rest.length > 0; round++) {
      await pauseBefore(round, rest.length);
      const answer: BatchWriteCommandOutput = await client.send(
        new BatchWriteCommand({ RequestItems: { [TableName]: rest } }),
      );
      rest = answer.UnprocessedItems?.[TableName];
    }
  }

  /** Writes a delivery unless a replay began meanwhile; says whether it did. */
  async function putUnlessReplayed(delivery: Delivery): Promise<boolean> {
    try {
      await client.send(
        new PutCommand({
          TableName,
          Item: deliveryItem(delivery, now()),
          ConditionExpression: 'attribute_not_exists(deliveryId) OR generation <= :generation',
          ExpressionAttributeValues: { ':generation': delivery.generation },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  /** One delivery, read consistently, or undefined. */
  async function read(webhookId: string, deliveryId: DeliveryId): Promise<Delivery | undefined> {
    const Key = deliveryKey(webhookId, deliveryId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : deliveryOfItem(Item);
  }

  /** The deliveries that exist, read consistently, in ascending order of their ids. At most 100 ids. */
  async function readAll(webhookId: string, deliveryIds: readonly DeliveryId[]): Promise<readonly Delivery[]> {
    if (deliveryIds.length > READS_PER_BATCH) throw new RangeError(`At most ${READS_PER_BATCH} deliveries at once.`);
    const found: Delivery[] = [];
    let keys: Record<string, unknown>[] = deliveryIds.map((deliveryId) => ({ ...deliveryKey(webhookId, deliveryId) }));
    for (let round = 0; keys.length > 0; round++) {
      await pauseBefore(round, keys.length);
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys, ConsistentRead: true } } }),
      );
      found.push(...(Responses?.[TableName] ?? []).map(deliveryOfItem));
      keys = UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return found.sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  }
}

type BatchRequests =
  | NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>[string]
  | undefined;

async function pauseBefore(round: number, left: number): Promise<void> {
  if (round === MAX_ROUNDS) throw new DeliveriesUnavailableError(`${left} items stayed unprocessed.`);
  if (round > 0) await setTimeout(2 ** round * 20 * (0.5 + Math.random()));
}
