/** What deliveries have of receivers' responses, which may repeat an event's payload, for export and erasure. */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredEvent } from '../../events/events-table.ts';
import { isApplied } from '../../shared/table-requests.ts';
import type { Delivery } from '../model/delivery.ts';
import { deliveryIdOf } from '../model/delivery-id.ts';
import { deliveriesTable } from './deliveries-table.ts';
import { deliveryKey } from './delivery-item.ts';

export type { Delivery } from '../model/delivery.ts';

/** What is stored of a response: its first 1 KiB, and headers as lines. */
export interface StoredResponse {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly startedAt: string;
  readonly responseStart?: string | undefined;
  readonly responseHeaders?: string | undefined;
}

/** The deliveries table of the given name. */
export function deliveriesOfUsersTable(client: DynamoDBDocumentClient, TableName: string) {
  const deliveries = deliveriesTable(client, TableName);
  return { ofEvent, forgetResponses };

  /** The deliveries of an event to some webhooks, at most 50. Half a read unit a KB. Throws UnprocessedItemsError. */
  async function ofEvent(event: StoredEvent, webhookIds: readonly string[]): Promise<readonly Delivery[]> {
    const { networkId, eventId, acceptedAt } = event;
    return await deliveries.readAll(
      webhookIds.map((webhookId) => ({
        webhookId,
        deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt),
      })),
    );
  }

  /** Removes what is stored of responses, unless the delivery was attempted since it was read. A write unit a KB. Returns whether it did. */
  async function forgetResponses(delivery: Delivery): Promise<boolean> {
    const update = new UpdateCommand({
      TableName,
      Key: deliveryKey(delivery.webhookId, delivery.deliveryId),
      UpdateExpression: 'SET attempts = :attempts',
      ConditionExpression: 'attemptCount = :count',
      ExpressionAttributeValues: {
        ':attempts': delivery.attempts.map(({ responseStart: _, responseHeaders: __, ...attempt }) => attempt),
        ':count': delivery.attemptCount,
      },
    });
    return await isApplied(client.send(update), () => true);
  }
}

/** What a delivery has of responses, the oldest first. */
export const responsesOf = ({ webhookId, deliveryId, attempts }: Delivery): readonly StoredResponse[] =>
  attempts
    .filter(({ responseStart, responseHeaders }) => responseStart !== undefined || responseHeaders !== undefined)
    .map(({ startedAt, responseStart, responseHeaders }) => ({
      webhookId,
      deliveryId,
      startedAt,
      ...(responseStart !== undefined && { responseStart }),
      ...(responseHeaders !== undefined && { responseHeaders }),
    }));
