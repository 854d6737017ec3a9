/** The user's record by hand (lambdas/activity). */
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { plain } from './attribute-values.ts';
import { answer, type Reference, userKeyOf } from './reference.ts';

const client = new DynamoDBClient({});
const { ACTIVITIES_TABLE: TableName } = process.env;

export const listActivities: Reference = async (event) => {
  const limit = Number(new URLSearchParams(event.rawQueryString).get('limit') ?? 10);
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'networkId_userId = :user',
      FilterExpression: 'attribute_not_exists(expiresAt) OR expiresAt > :now',
      ExpressionAttributeValues: {
        ':user': { S: userKeyOf(event) },
        ':now': { N: `${Math.floor(Date.now() / 1000)}` },
      },
      ScanIndexForward: false,
      Limit: limit + 1,
    }),
  );
  const data = Items.slice(0, limit).map((item) => {
    const { createdAt, networkId_userId, targetId, targetType, objectId, objectType, parentType, parentId } =
      plain(item);
    return { createdAt, networkId_userId, targetId, targetType, objectId, objectType, parentType, parentId };
  });
  const last = data.at(-1);
  if (Items.length <= limit || last === undefined) return answer(200, { data });
  return answer(200, { data, start: { createdAt: last.createdAt, networkId_userId: last.networkId_userId } });
};
