/** The network by hand (lambdas/auth/show-network.ts). */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { plain } from './attribute-values.ts';
import { answer, callerOf, type Reference } from './reference.ts';

const client = new DynamoDBClient({});
const { NETWORKS_TABLE: TableName } = process.env;

export const showNetwork: Reference = async (event) => {
  const { networkId } = callerOf(event);
  const { Item } = await client.send(
    new GetItemCommand({
      TableName,
      Key: { networkId: { S: networkId } },
      ProjectionExpression: 'features, hideMode, activityRetentionDays, signingKeyNames',
    }),
  );
  const { features, hideMode, activityRetentionDays, signingKeyNames: signingKeys } = plain(Item);
  return answer(200, { networkId, features, hideMode, activityRetentionDays, signingKeys });
};
