/** A write, `blockUser`, by hand. */
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type Reference, respond, userKeyOf } from './reference.ts';

const client = new DynamoDBClient({});
const { BLOCKS_TABLE: TableName } = process.env;

export const handler: Reference = async (event) => {
  const { blockUserId } = JSON.parse(event.body ?? '');
  const Item = { netid_uid: { S: userKeyOf(event) }, blocked_userId: { S: blockUserId } };
  await client.send(new PutItemCommand({ TableName, Item }));
  return respond(200, { status: 'success' });
};
