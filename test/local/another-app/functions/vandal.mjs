import { dynamodb } from './aws.mjs';

export async function handler({ pathParameters }) {
  await dynamodb('DeleteItem', { TableName: process.env.TABLE, Key: { id: { S: pathParameters.id } } });
  return { statusCode: 200, headers: {}, body: '' };
}
