import { dynamodb } from './aws.mjs';

export async function handler({ pathParameters, body, isBase64Encoded, requestContext }) {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const { writer } = requestContext.authorizer.lambda;
  const Item = { id: { S: pathParameters.id }, text: { S: text }, writer: { S: writer } };
  await dynamodb('PutItem', { TableName: process.env.TABLE, Item });
  return { statusCode: 201, headers: {}, body: '' };
}
