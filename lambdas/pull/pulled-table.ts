/** When a receiver last read its events, which is stored with its webhook in the webhooks table. */
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE_MS } from '../../contract/durations.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { loggedError } from '../shared/logged-error.ts';
import { isApplied } from '../shared/table-requests.ts';
import { keyOf } from '../shared/webhook-key.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/**
 * Notes a read up to the time `until`; times are milliseconds since 1970. A write unit a KB, once in a minute: the
 * webhook as it was read says whether it is time for it. A read must not fail because its note does.
 */
export async function noteRead(
  webhook: Pick<Webhook, 'networkId' | 'webhookId' | 'pulled'>,
  until: number,
  now: number,
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
): Promise<void> {
  const { pulled } = webhook;
  if (pulled !== undefined && now - Date.parse(pulled.at) < MINUTE_MS) return;
  const at = new Date(now).toISOString();
  try {
    await isApplied(
      client.send(
        new UpdateCommand({
          TableName,
          Key: keyOf(webhook),
          UpdateExpression: 'SET pulled = :pulled',
          ConditionExpression: `attribute_exists(webhookId) AND ${pulled === undefined ? 'attribute_not_exists(pulled)' : 'pulled = :before'}`,
          ExpressionAttributeValues: {
            ':pulled': { at, until: new Date(until).toISOString() },
            ...(pulled && { ':before': pulled }),
          },
        }),
      ),
    );
  } catch (error) {
    console.error({
      message: 'The read of a webhook could not be noted.',
      webhookId: webhook.webhookId,
      error: loggedError(error),
    });
  }
}
