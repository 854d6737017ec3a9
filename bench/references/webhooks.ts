/** Webhook configuration by hand (lambdas/webhooks). */
import { randomBytes } from 'node:crypto';
import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { attributesOf, plain } from './attribute-values.ts';
import { answer, callerOf, type Reference, type ReferenceEvent } from './reference.ts';

const client = new DynamoDBClient({});
const { WEBHOOKS_TABLE: TableName } = process.env;

const DAY_MS = 24 * 60 * 60 * 1000;

export const createWebhook: Reference = async (event) => {
  const { networkId } = callerOf(event);
  const turnKey = attributesOf({ networkId: `${networkId}#creations`, webhookId: 'creations' });
  const { Item: turn } = await client.send(
    new GetItemCommand({ TableName, Key: turnKey, ConsistentRead: true, ProjectionExpression: 'creations' }),
  );
  const creations = Number(turn?.['creations']?.N ?? 0);
  await listOf(networkId);
  const now = new Date().toISOString();
  const secret = newSecret();
  const webhook = {
    networkId,
    webhookId: `wh_${randomBytes(16).toString('hex')}`,
    events: ['*'],
    description: '',
    headers: {},
    legacySignature: false,
    enabled: true,
    ...JSON.parse(event.body ?? ''),
    secrets: [{ secret, activeFrom: now }],
    createdAt: now,
    updatedAt: now,
  };
  const Update = {
    TableName,
    Key: turnKey,
    UpdateExpression: 'SET creations = :next',
    ConditionExpression: 'creations = :turn OR (:turn = :none AND attribute_not_exists(creations))',
    ExpressionAttributeValues: attributesOf({ ':turn': creations, ':next': creations + 1, ':none': 0 }),
  };
  const ConditionExpression = 'attribute_not_exists(webhookId)';
  const Put = { TableName, Item: attributesOf(webhook), ConditionExpression };
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }, { Put }] }));
  return answer(201, { ...shown(webhook), secret });
};

export const listWebhooks: Reference = async (event) => {
  const all = await listOf(callerOf(event).networkId);
  return answer(200, { results: all.map(shown) });
};

export const showWebhook: Reference = async (event) => answer(200, shown(await read(event)));

export const updateWebhook: Reference = async (event) => {
  const changes = { ...JSON.parse(event.body ?? ''), updatedAt: new Date().toISOString() };
  const names = Object.keys(changes);
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName,
      Key: keyOf(event),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(webhookId)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: attributesOf(Object.fromEntries(names.map((name) => [`:${name}`, changes[name]]))),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return answer(200, shown(plain(Attributes)));
};

export const deleteWebhook: Reference = async (event) => {
  const ConditionExpression = 'attribute_exists(webhookId)';
  await client.send(new DeleteItemCommand({ TableName, Key: keyOf(event), ConditionExpression }));
  return answer(200, { status: 'success' });
};

export const revealSecret: Reference = async (event) => {
  const { secrets } = await read(event);
  return answer(200, { secrets });
};

export const rotateSecret: Reference = async (event) => {
  const webhook = await read(event);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + DAY_MS).toISOString();
  const older = Array.isArray(webhook['secrets']) ? webhook['secrets'] : [];
  const fresh = { secret: newSecret(), activeFrom: now.toISOString() };
  const secrets = [fresh, ...older.map((secret) => ({ ...secret, expiresAt }))];
  await client.send(
    new UpdateItemCommand({
      TableName,
      Key: keyOf(event),
      UpdateExpression: 'SET #secrets = :secrets, #updatedAt = :updatedAt',
      ConditionExpression: 'secrets = :before',
      ExpressionAttributeNames: { '#secrets': 'secrets', '#updatedAt': 'updatedAt' },
      ExpressionAttributeValues: attributesOf({
        ':secrets': secrets,
        ':updatedAt': fresh.activeFrom,
        ':before': older,
      }),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return answer(200, { secrets });
};

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const keyOf = (event: ReferenceEvent) => ({
  networkId: { S: callerOf(event).networkId },
  webhookId: { S: event.pathParameters?.['webhookId'] ?? '' },
});

async function read(event: ReferenceEvent): Promise<Record<string, unknown>> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: keyOf(event), ConsistentRead: true }));
  return plain(Item);
}

async function listOf(networkId: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'networkId = :network',
      ExpressionAttributeValues: { ':network': { S: networkId } },
      ConsistentRead: true,
    }),
  );
  return Items.map(plain);
}

/** A webhook without its secrets and health. */
const shown = (webhook: Record<string, unknown>): object => {
  const { webhookId, url, events, description, headers, legacySignature, enabled, createdAt, updatedAt } = webhook;
  return {
    ...{ webhookId, url, events, description, headers, legacySignature, enabled },
    ...{ state: enabled === true ? 'active' : 'disabled', createdAt, updatedAt },
  };
};
