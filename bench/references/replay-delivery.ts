/** Two reads, an entry of the audit trail, an update and a message to a queue, `replayDelivery`, by hand. */
import { DynamoDBClient, GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { attributesOf, plain } from './attribute-values.ts';
import { auditEntry } from './audit-entry.ts';
import { callerOf, type Reference, respond } from './reference.ts';

const client = new DynamoDBClient({});
const sqs = new SQSClient({});
const { DELIVERIES_TABLE, SLOW_LANE_QUEUE_URL: QueueUrl, WEBHOOKS_TABLE } = process.env;

export const handler: Reference = async (event) => {
  const { webhookId, deliveryId = '' } = event.pathParameters ?? {};
  const { networkId } = callerOf(event);
  const webhookKey = attributesOf({ networkId, webhookId });
  await client.send(new GetItemCommand({ TableName: WEBHOOKS_TABLE, Key: webhookKey, ConsistentRead: true }));
  const shard = deliveryId.charCodeAt(deliveryId.length - 2) % 4;
  const Key = attributesOf({ webhookId_shard: `${webhookId}_${shard}`, deliveryId });
  await client.send(new GetItemCommand({ TableName: DELIVERIES_TABLE, Key, ConsistentRead: true }));
  const about = { webhookId, deliveryId, networkId_webhookId: `${networkId}_${webhookId}` };
  await client.send(new PutItemCommand(auditEntry(event, 'deliveryReplayed', about)));
  const at = new Date().toISOString();
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName: DELIVERIES_TABLE,
      Key,
      UpdateExpression:
        'SET #state = :retrying, #next = :next, waitingOrder = :order, dueBucket = :bucket, dueAt = :dueAt, attemptsOnSchedule = :none ADD generation :one',
      ConditionExpression: 'attribute_exists(deliveryId)',
      ExpressionAttributeNames: { '#state': 'state', '#next': 'next' },
      ExpressionAttributeValues: attributesOf({
        ':retrying': 'retrying',
        ':next': { kind: 'at', at },
        ':order': `1#${at}#${deliveryId}`,
        ':bucket': 0,
        ':dueAt': new Date(Date.parse(at) + 120_000).toISOString(),
        ':none': 0,
        ':one': 1,
      }),
      ReturnValues: 'ALL_NEW',
    }),
  );
  const delivery = plain(Attributes);
  const MessageBody = JSON.stringify({ kind: 'deliver', ...delivery, attempts: undefined });
  await sqs.send(
    new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: '0', MessageBody, MessageGroupId: webhookId }] }),
  );
  return respond(202, summaryOf(delivery));
};

function summaryOf(delivery: Record<string, unknown>) {
  const { eventId, event, state, attemptCount, createdAt, lastAttemptAt, statusCode } = delivery;
  return {
    ...{ deliveryId: delivery['deliveryId'], eventId, event, state, attemptCount, createdAt, lastAttemptAt },
    ...{ class: delivery['class'], statusCode },
  };
}
