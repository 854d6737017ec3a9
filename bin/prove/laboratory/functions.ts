/**
 * The code of the laboratory's functions, of at most 4,096 characters each (AWS::Lambda::Function Code, `ZipFile`), which
 * becomes `index.js`: no ES module, since Lambda's runtime may not detect one. It has the SDK that they require.
 */

/** Sends what it has seen to the queue of evidence. */
const evidence = `
const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs');
const sqs = new SQSClient({});
const send = (QueueUrl, body) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }));
const tell = (seen) => send(process.env.EVIDENCE, seen);
`;

/** A receiver of webhooks, which says when a request has reached it, and from where. */
export const receiver = `
exports.handler = async ({ requestContext }) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ receivedAt: Date.now(), from: requestContext.http.sourceIp }),
});
`;

/** Reads a queue: a message \`once\` fails the first time, \`always\` each time, and others never. */
export const queueReader = `${evidence}
exports.handler = async ({ Records }) => {
  const batchItemFailures = [];
  for (const { body, messageId, attributes } of Records) {
    const received = Number(attributes.ApproximateReceiveCount);
    await tell({ kind: 'message', body, received, batch: Records.length });
    if (body === 'always' || (body === 'once' && received === 1)) batchItemFailures.push({ itemIdentifier: messageId });
  }
  return { batchItemFailures };
};
`;

/** Reads the stream of a table: the record of an item with the id \`poison\` fails each time. */
export const streamReader = `${evidence}
exports.handler = async ({ Records }) => {
  const batchItemFailures = [];
  for (const { eventName, dynamodb } of Records) {
    const id = dynamodb.Keys.id.S;
    await tell({ kind: 'record', eventName, id });
    if (id === 'poison') {
      batchItemFailures.push({ itemIdentifier: dynamodb.SequenceNumber });
      break;
    }
  }
  return { batchItemFailures };
};
`;

/** Reads a queue and sends a message to the same one, up to the 25th. */
export const loop = `${evidence}
exports.handler = async ({ Records }) => {
  for (const { body } of Records) {
    const calls = Number(body);
    await tell({ kind: 'loop', name: process.env.NAME, calls });
    if (calls < 25) await send(process.env.QUEUE, calls + 1);
  }
};
`;

/** Makes one call with the rights of its role, and returns how it ended. */
export const caller = `
const dynamodb = require('@aws-sdk/client-dynamodb');
const client = new dynamodb.DynamoDBClient({});
exports.handler = async ({ command, input }) => {
  try {
    await client.send(new dynamodb[command](input));
    return { ended: 'allowed' };
  } catch (error) {
    return { ended: error.name };
  }
};
`;
