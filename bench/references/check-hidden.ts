/** A read of many ids at once, `checkHidden`, by hand. */
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Reference, respond, userKeyOf } from './reference.ts';

const client = new DynamoDBClient({});
const { BLOCKS_TABLE: TableName } = process.env;

export const handler: Reference = async (event) => {
  const authors = new URLSearchParams(event.rawQueryString).getAll('checkList');
  const sorted = authors.toSorted();
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'netid_uid = :user AND blocked_userId BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':user': { S: userKeyOf(event) },
        ':first': { S: sorted[0] ?? '' },
        ':last': { S: sorted.at(-1) ?? '' },
      },
      Limit: 41,
    }),
  );
  const hidden = new Set(Items.map(({ blocked_userId }) => blocked_userId?.S));
  return respond(200, Object.fromEntries(authors.map((author) => [author, hidden.has(author)])));
};
