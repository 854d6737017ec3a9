/** A read by key, `showNetwork`, by hand. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { plain } from './attribute-values.ts';
import { callerOf, type Reference, respond } from './reference.ts';

const client = new DynamoDBClient({});
const { NETWORKS_TABLE: TableName, QUOTAS = '{}' } = process.env;

export const handler: Reference = async (event) => {
  const { networkId } = callerOf(event);
  const { Item } = await client.send(
    new GetItemCommand({
      TableName,
      Key: { networkId: { S: networkId } },
      ProjectionExpression: 'features, hideMode, activityRetentionDays, quotas, signingKeyNames',
    }),
  );
  const { features, hideMode, activityRetentionDays, signingKeyNames: signingKeys } = plain(Item);
  return respond(200, {
    networkId,
    features,
    hideMode,
    activityRetentionDays,
    quotas: JSON.parse(QUOTAS),
    signingKeys,
  });
};
