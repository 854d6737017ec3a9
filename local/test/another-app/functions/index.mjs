/** The functions of the app. They call AWS without its SDK, which they would have to bundle. */
const { AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN, AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SQS } = process.env;

const dynamodb = (operation, input) => call(AWS_ENDPOINT_URL_DYNAMODB, `DynamoDB_20120810.${operation}`, input);

const sqs = (operation, input) => call(AWS_ENDPOINT_URL_SQS, `AmazonSQS.${operation}`, input);

export const authorize = async ({ headers }) => ({
  isAuthorized: headers.authorization === 'open sesame',
  context: { writer: 'ali' },
});

export async function save({ pathParameters, body, isBase64Encoded, requestContext }) {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const { writer } = requestContext.authorizer.lambda;
  const Item = { id: { S: pathParameters.id }, text: { S: text }, writer: { S: writer } };
  await dynamodb('PutItem', { TableName: process.env.TABLE, Item });
  return { statusCode: 201, headers: {}, body: '' };
}

export async function read({ pathParameters }) {
  const { Item } = await dynamodb('GetItem', {
    TableName: process.env.TABLE,
    Key: { id: { S: pathParameters.id } },
    ConsistentRead: true,
  });
  if (Item === undefined) return { statusCode: 404, headers: {}, body: '' };
  return { statusCode: 200, headers: {}, body: `${Item.writer.S}: ${Item.text.S}` };
}

export async function vandal({ pathParameters }) {
  await dynamodb('DeleteItem', { TableName: process.env.TABLE, Key: { id: { S: pathParameters.id } } });
  return { statusCode: 200, headers: {}, body: '' };
}

/** Sends each note on, and not its copy. */
export async function send({ Records }) {
  for (const { dynamodb: change } of Records) {
    const { id, text } = change.NewImage;
    if (id.S.startsWith('copy-of-')) continue;
    await sqs('SendMessage', {
      QueueUrl: process.env.QUEUE,
      MessageBody: JSON.stringify({ id: id.S, text: text.S }),
    });
  }
  return { batchItemFailures: [] };
}

/** A note with the text `poison` is never copied. */
export async function copy({ Records }) {
  const batchItemFailures = [];
  for (const { messageId, body } of Records) {
    const { id, text } = JSON.parse(body);
    const Item = { id: { S: `copy-of-${id}` }, text: { S: text }, writer: { S: 'queue' } };
    if (text === 'poison') batchItemFailures.push({ itemIdentifier: messageId });
    else await dynamodb('PutItem', { TableName: process.env.TABLE, Item });
  }
  return { batchItemFailures };
}

async function call(url, target, input) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/20260101/us-east-1/x/aws4_request, SignedHeaders=host, Signature=x`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-security-token': AWS_SESSION_TOKEN,
      'x-amz-target': target,
    },
    body: JSON.stringify(input),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`${body.__type}: ${body.message}`);
  return body;
}
