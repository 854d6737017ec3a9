/** The delivery log by hand, and what an admin does with it (lambdas/delivery). */
import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { attributesOf, plain } from './attribute-values.ts';
import { answer, callerOf, type Reference, type ReferenceEvent } from './reference.ts';

const client = new DynamoDBClient({});
const { DELIVERIES_TABLE: TableName, EVENTS_TABLE, SLOW_LANE_QUEUE_URL: QueueUrl, WEBHOOKS_TABLE } = process.env;
const FIRST_ID = '0000000000';
const LAST_ID = '~';

export const listDeliveries: Reference = async (event) => {
  await readWebhook(event);
  const limit = Number(new URLSearchParams(event.rawQueryString).get('limit') ?? 20);
  const found = (await queryShards(event, { ScanIndexForward: false, Limit: limit + 2 })).flat();
  const newest = found.map(plain).sort((a, b) => (`${a['deliveryId']}` > `${b['deliveryId']}` ? -1 : 1));
  const results = newest.slice(0, limit).map(summaryOf);
  return answer(200, newest.length > limit ? { results, start: results.at(-1)?.deliveryId } : { results });
};

export const showDelivery: Reference = async (event) => {
  await readWebhook(event);
  const delivery = await readDelivery(event);
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: EVENTS_TABLE,
      Key: { networkId_eventId: { S: `${callerOf(event).networkId}_${delivery['eventId']}` } },
      ProjectionExpression: 'body',
    }),
  );
  return answer(200, { ...summaryOf(delivery), payload: Item?.['body']?.S, attempts: delivery['attempts'] });
};

export const replayDelivery: Reference = async (event) => {
  await readWebhook(event);
  const { deliveryId, webhookId } = await readDelivery(event);
  const at = new Date().toISOString();
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName,
      Key: deliveryKeyOf(event),
      UpdateExpression:
        'SET #state = :retrying, #next = :next, waitingWebhookId = :webhookId, waitingOrder = :order, dueBucket = :bucket, dueAt = :dueAt, attemptsOnSchedule = :none ADD generation :one',
      ConditionExpression: 'attribute_exists(deliveryId)',
      ExpressionAttributeNames: { '#state': 'state', '#next': 'next' },
      ExpressionAttributeValues: attributesOf({
        ':retrying': 'retrying',
        ':next': { kind: 'at', at },
        ':webhookId': webhookId,
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
  await queue({ kind: 'deliver', ...delivery, attempts: undefined }, `${webhookId}`);
  return answer(202, summaryOf(delivery));
};

export const recoverDeliveries: Reference = async (event) => {
  const { webhookId } = await readWebhook(event);
  const { since, until } = JSON.parse(event.body ?? '');
  const failed = await queryShards(event, {
    FilterExpression: '#state = :failed',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':failed': { S: 'failed' } },
    Limit: 100,
  });
  await queue({ kind: 'recover', webhookId, since, until }, `${webhookId}`);
  return answer(202, { recovering: failed.flat().length });
};

const sqs = new SQSClient({});

async function queue(message: object, MessageGroupId: string): Promise<void> {
  const entry = { Id: '0', MessageBody: JSON.stringify(message), MessageGroupId };
  await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: [entry] }));
}

async function readWebhook(event: ReferenceEvent): Promise<Record<string, unknown>> {
  const Key = attributesOf({ networkId: callerOf(event).networkId, webhookId: event.pathParameters?.['webhookId'] });
  const { Item } = await client.send(new GetItemCommand({ TableName: WEBHOOKS_TABLE, Key, ConsistentRead: true }));
  return plain(Item);
}

async function readDelivery(event: ReferenceEvent): Promise<Record<string, unknown>> {
  const Key = deliveryKeyOf(event);
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  return plain(Item);
}

function deliveryKeyOf({ pathParameters }: ReferenceEvent) {
  const { webhookId, deliveryId = '' } = pathParameters ?? {};
  const shard = deliveryId.charCodeAt(deliveryId.length - 2) % 4;
  return attributesOf({ webhookId_shard: `${webhookId}_${shard}`, deliveryId });
}

/** The items of the webhook's four shards that a query finds. */
const queryShards = (
  { pathParameters }: ReferenceEvent,
  { ExpressionAttributeValues, ...query }: Partial<QueryCommandInput>,
): Promise<Record<string, AttributeValue>[][]> =>
  Promise.all(
    [0, 1, 2, 3].map(async (shard) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'webhookId_shard = :shard AND deliveryId BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':shard': { S: `${pathParameters?.['webhookId']}_${shard}` },
            ':first': { S: FIRST_ID },
            ':last': { S: LAST_ID },
            ...ExpressionAttributeValues,
          },
          ...query,
        }),
      );
      return Items;
    }),
  );

function summaryOf(delivery: Record<string, unknown>) {
  const { deliveryId, eventId, event, state, attemptCount, createdAt, lastAttemptAt, statusCode } = delivery;
  return {
    ...{ deliveryId, eventId, event, state, attemptCount, createdAt, lastAttemptAt },
    ...{ class: delivery['class'], statusCode },
  };
}
