/** Two reads and a transaction with an entry of the audit trail, `createWebhook`, by hand. */
import { randomBytes } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { attributesOf } from './attribute-values.ts';
import { auditEntry } from './audit-entry.ts';
import { callerOf, type Reference, respond } from './reference.ts';

const client = new DynamoDBClient({});
const { WEBHOOKS_TABLE: TableName } = process.env;

export const handler: Reference = async (event) => {
  const { networkId, userId } = callerOf(event);
  const counterKey = attributesOf({ networkId: `${networkId}#creations`, webhookId: 'creations' });
  const { Item: counter } = await client.send(
    new GetItemCommand({ TableName, Key: counterKey, ConsistentRead: true, ProjectionExpression: 'creations' }),
  );
  const creations = Number(counter?.['creations']?.N ?? 0);
  await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'networkId = :network',
      ExpressionAttributeValues: { ':network': { S: networkId } },
      ConsistentRead: true,
    }),
  );
  const { url, events } = JSON.parse(event.body ?? '');
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const createdAt = new Date().toISOString();
  const webhook = {
    webhookId: `wh_${randomBytes(16).toString('hex')}`,
    ...{ url, events, description: '', headers: {}, legacySignature: false, enabled: true },
    ...{ createdAt, updatedAt: createdAt, updatedBy: { kind: 'admin', name: userId } },
  };
  const Update = {
    TableName,
    Key: counterKey,
    UpdateExpression: 'SET creations = :next',
    ConditionExpression: 'creations = :before OR (:before = :none AND attribute_not_exists(creations))',
    ExpressionAttributeValues: attributesOf({ ':before': creations, ':next': creations + 1, ':none': 0 }),
  };
  const Put = {
    TableName,
    Item: attributesOf({ ...webhook, networkId, secrets: [{ secret, activeFrom: createdAt }] }),
    ConditionExpression: 'attribute_not_exists(webhookId)',
  };
  const changes = [
    { field: 'url', to: url },
    { field: 'events', to: events.join(', ') },
    { field: 'legacySignature', to: 'false' },
    { field: 'enabled', to: 'true' },
  ];
  const { webhookId } = webhook;
  const about = { webhookId, networkId_webhookId: `${networkId}_${webhookId}`, changes };
  const entry = auditEntry(event, 'webhookCreated', about);
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }, { Put }, { Put: entry }] }));
  return respond(201, { ...webhook, state: 'active', secret });
};
