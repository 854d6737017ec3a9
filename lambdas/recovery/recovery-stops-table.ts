/** Up to when the recoveries of a webhook are stopped, which is stored with it in the webhooks table. */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { isApplied } from '../shared/table-requests.ts';
import { keyOf, type WebhookKey } from '../shared/webhook-key.ts';

/**
 * Stops the recoveries that were asked for at `askedAt` (ISO 8601, UTC) or before. An earlier time changes nothing, so a
 * write that is repeated, or overtaken by a later one, is harmless. A write unit a KB.
 */
export async function noteStop(
  webhook: WebhookKey,
  askedAt: string,
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
): Promise<void> {
  await isApplied(
    client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(webhook),
        UpdateExpression: 'SET recoveriesStopped = :at',
        ConditionExpression:
          'attribute_exists(webhookId) AND (attribute_not_exists(recoveriesStopped) OR recoveriesStopped < :at)',
        ExpressionAttributeValues: { ':at': askedAt },
      }),
    ),
  );
}
