/** A page of a query, `listBlockedUsers`, by hand. */
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Reference, respond, userKeyOf } from './reference.ts';

const client = new DynamoDBClient({});
const { BLOCKS_TABLE: TableName } = process.env;

export const handler: Reference = async (event) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'netid_uid = :user',
      ExpressionAttributeValues: { ':user': { S: userKeyOf(event) } },
      Limit: 21,
    }),
  );
  const results = Items.slice(0, 20).map(({ blocked_userId, netid_uid }) => ({
    blocked_userId: blocked_userId?.S,
    netid_uid: netid_uid?.S,
  }));
  return respond(200, Items.length > 20 ? { results, paginationToken: results.at(-1) } : { results });
};
