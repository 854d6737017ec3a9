/** Statistics of webhooks by hand (lambdas/delivery). What the counts amount to is computed by the same functions. */
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { BAND_BOUNDS, summaryOf, sumOf } from '../../lambdas/delivery/statistics/attempt-counts.ts';
import { attributesOf, plain } from './attribute-values.ts';
import { answer, callerOf, type Reference } from './reference.ts';

const client = new DynamoDBClient({});
const { DELIVERIES_TABLE, WEBHOOKS_TABLE } = process.env;
const bandNames = [...BAND_BOUNDS.map((bound) => `ms${bound}`), 'msBeyond'];

export const listWebhookStatistics: Reference = async (event) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: WEBHOOKS_TABLE,
      KeyConditionExpression: 'networkId = :network',
      ExpressionAttributeValues: { ':network': { S: callerOf(event).networkId } },
      ConsistentRead: true,
    }),
  );
  const results = Items.map(async (item) => {
    const webhookId = item['webhookId']?.S ?? '';
    const hours = await hoursOf(webhookId, 24);
    return { webhookId, ...summaryOf(sumOf(hours.map(({ counts }) => counts))) };
  });
  return answer(200, { results: await Promise.all(results) });
};

export const showWebhookStatistics: Reference = async (event) => {
  const webhookId = event.pathParameters?.['webhookId'] ?? '';
  const Key = attributesOf({ networkId: callerOf(event).networkId, webhookId });
  await client.send(new GetItemCommand({ TableName: WEBHOOKS_TABLE, Key, ConsistentRead: true }));
  const hours = await hoursOf(webhookId, 24);
  return answer(200, {
    hours: hours.map(({ hour, counts }) => ({ hour: new Date(`${hour}:00:00Z`), ...summaryOf(counts) })),
  });
};

async function hoursOf(webhookId: string, count: number) {
  const first = new Date(Date.now() - (count - 1) * 60 * 60 * 1000).toISOString().slice(0, 13);
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: DELIVERIES_TABLE,
      KeyConditionExpression: 'webhookId_shard = :partition AND deliveryId >= :first',
      ExpressionAttributeValues: { ':partition': { S: `${webhookId}_hours` }, ':first': { S: first } },
    }),
  );
  return Items.map(plain).map((item) => ({
    hour: item['deliveryId'],
    counts: {
      delivered: Number(item['deliveredCount'] ?? 0),
      failed: Number(item['failedCount'] ?? 0),
      bands: bandNames.map((name) => Number(item[name] ?? 0)),
    },
  }));
}
