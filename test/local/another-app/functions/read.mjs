import { dynamodb } from './aws.mjs';

export async function handler({ pathParameters }) {
  const { Item } = await dynamodb('GetItem', {
    TableName: process.env.TABLE,
    Key: { id: { S: pathParameters.id } },
    ConsistentRead: true,
  });
  if (Item === undefined) return { statusCode: 404, headers: {}, body: '' };
  return { statusCode: 200, headers: {}, body: `${Item.writer.S}: ${Item.text.S}` };
}
