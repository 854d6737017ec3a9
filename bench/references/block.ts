/** Blocking by hand (lambdas/block). */
import { DeleteItemCommand, DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { answer, type Reference, userKeyOf } from './reference.ts';

const client = new DynamoDBClient({});
const { BLOCKS_TABLE: TableName } = process.env;

export const blockUser: Reference = async (event) => {
  const { blockUserId } = JSON.parse(event.body ?? '');
  const Item = { netid_uid: { S: userKeyOf(event) }, blocked_userId: { S: blockUserId } };
  await client.send(new PutItemCommand({ TableName, Item }));
  return answer(200, { status: 'success' });
};

export const unblockUser: Reference = async (event) => {
  const { blockUserId } = JSON.parse(event.body ?? '');
  const Key = { netid_uid: { S: userKeyOf(event) }, blocked_userId: { S: blockUserId } };
  await client.send(new DeleteItemCommand({ TableName, Key }));
  return answer(200, { status: 'success' });
};

export const listBlockedUsers: Reference = async (event) => {
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
  return answer(200, Items.length > 20 ? { results, paginationToken: results.at(-1) } : { results });
};

export const checkHidden: Reference = async (event) => {
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
  return answer(200, Object.fromEntries(authors.map((author) => [author, hidden.has(author)])));
};
